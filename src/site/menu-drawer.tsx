import { href, Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { useAskAgain } from '../accounts/session/use-ask-again.ts'
import { loginLink } from '../accounts/session/way-back.ts'
import DrawerBox from '../ui/drawer-box.tsx'
import { Picture } from '../ui/picture.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { isCurrent, MAIN_LINKS, type SiteLink } from './bar-and-footer-links.ts'
import { useLogout } from './use-logout.ts'

type MenuDrawerProps = { open: boolean; onClose: () => void }

/** The bar's links below 900 pixels. */
export default function MenuDrawer({ open, onClose }: MenuDrawerProps) {
  return (
    <DrawerBox open={open} onClose={onClose} side="right" title="Menu">
      <nav aria-label="Main">
        <DrawerLinks links={MAIN_LINKS} onFollow={onClose} />
      </nav>
      <nav aria-label="Account">
        <p className="lab">Account</p>
        <AccountRows onFollow={onClose} />
      </nav>
    </DrawerBox>
  )
}

type DrawerLinksProps = { links: SiteLink[]; onFollow: () => void }

function DrawerLinks({ links, onFollow }: DrawerLinksProps) {
  const { pathname } = useLocation()
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined} onClick={onFollow}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function AccountRows({ onFollow }: { onFollow: () => void }) {
  const location = useLocation()
  const { pathname } = location
  const session = useSession()
  const { logOut } = useLogout()
  const { asking, askAgain } = useAskAgain()
  if (session.status === 'unknown') {
    return (
      <ul>
        <li>
          <button type="button" aria-disabled={asking || undefined} onClick={askAgain}>
            Retry<span className="vh"> finding out who you are</span>
          </button>
        </li>
      </ul>
    )
  }
  if (session.status !== 'in') {
    return session.status === 'out' ? (
      <DrawerLinks links={[{ to: loginLink(location), label: 'Login' }]} onFollow={onFollow} />
    ) : (
      <ul>
        <li>
          <span>
            <Spinner label="Finding out who you are" />
          </span>
        </li>
      </ul>
    )
  }
  const { name, email, image } = session.user
  const handleLogout = () => {
    onFollow()
    logOut()
  }
  return (
    <ul>
      <li>
        <Link
          className="me"
          to={href('/profile')}
          aria-current={isCurrent(href('/dashboard/profile'), pathname) ? 'page' : undefined}
          onClick={onFollow}
        >
          <Picture className="ava" src={image ?? '/drawings/avatar.svg'} alt="" width={40} height={40} />
          <span>
            <b>{name}</b>
            <small>{email}</small>
          </span>
        </Link>
      </li>
      <li>
        <Link
          to={href('/dashboard/myorders')}
          aria-current={isCurrent(href('/dashboard/myorders'), pathname) ? 'page' : undefined}
          onClick={onFollow}
        >
          Dashboard
        </Link>
      </li>
      <li>
        <button type="button" onClick={handleLogout}>
          Logout
        </button>
      </li>
    </ul>
  )
}
