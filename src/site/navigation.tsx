import { type ComponentType, lazy, Suspense, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { isStaff, may } from '../accounts/permissions.ts'
import { useSession } from '../accounts/session/session.ts'
import { useAskAgain } from '../accounts/session/use-ask-again.ts'
import { loginLink } from '../accounts/session/way-back.ts'
import { CartCells } from '../carts/cart-cells.tsx'
import { MineCell, MineStrip } from '../fits/mine-cell.tsx'
import { Seek } from '../search/seek.tsx'
import { Menu } from '../ui/icons.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { whenOpen } from '../ui/when-open.tsx'
import { isCurrent, isDashboard, MAIN_LINKS } from './bar-and-footer-links.ts'
import { useLogout } from './use-logout.ts'

/** The field for staff, fetched on the dashboard alone. */
const Jump = lazy<ComponentType>(() => import('./jump.tsx').catch(() => ({ default: () => null })))
const MenuDrawer = whenOpen(() => import('./menu-drawer.tsx'))

/** The bar over every page. Who you are is filled in by the browser, so that the document is one for everybody. */
export function Navigation() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const hasCounter = !isDashboard(pathname)
  return (
    <>
      <header className="bar">
        <div className="wrap">
          <Link className="brand" to={href('/')} prefetch="intent">
            <img src="/drawings/logo.svg" alt="" width={26} height={26} />
            Parts House
          </Link>
          <nav className="nav" aria-label="Main">
            {MAIN_LINKS.map(({ to, label }) => (
              <Link key={to} to={to} prefetch="intent" aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          <JumpOfStaff />
          <div className="nav end">
            <AccountCells />
            <ThemeToggle />
            <button type="button" className="sq menu" aria-haspopup="dialog" onClick={() => setOpen(true)}>
              <Menu />
              <span className="vh">Menu</span>
            </button>
          </div>
        </div>
        {hasCounter ? (
          <div className="counter">
            <div className="wrap">
              <Seek />
              <MineCell />
              <CartCells />
            </div>
          </div>
        ) : null}
        <MenuDrawer open={open} onClose={() => setOpen(false)} />
      </header>
      {hasCounter ? <MineStrip /> : null}
    </>
  )
}

function JumpOfStaff() {
  const { pathname } = useLocation()
  const { role } = useSession()
  if (!role || !isStaff({ role }) || !isDashboard(pathname)) return null
  return (
    <Suspense>
      <Jump />
    </Suspense>
  )
}

function AccountCells() {
  const location = useLocation()
  const { pathname } = location
  const session = useSession()
  const { leaving, logOut } = useLogout()
  if (session.status === 'out') return <LoginCell />
  if (session.status === 'unknown') return <RetryCell />
  // Before the admin check is answered, the Dashboard link has no target.
  if (session.status === 'loading' || session.role === undefined) {
    return (
      <>
        <span className="waiting">
          <Spinner label="Finding out who you are" />
        </span>
        <noscript>
          <a href={loginLink(location)}>Login</a>
        </noscript>
      </>
    )
  }
  const onProfile = isCurrent(href('/dashboard/profile'), pathname)
  const onDashboard = isDashboard(pathname) && !onProfile
  return (
    <>
      <Link
        to={may(session, 'orders.readAll') ? href('/dashboard/orders') : href('/dashboard/myorders')}
        aria-current={onDashboard ? 'page' : undefined}
      >
        Dashboard
      </Link>
      <Link to={href('/profile')} className="own" aria-current={onProfile ? 'page' : undefined}>
        <span>
          {session.user.name}
          {isStaff({ role: session.role }) && isDashboard(pathname) ? <small> Admin</small> : null}
        </span>
      </Link>
      <button type="button" aria-disabled={leaving || undefined} onClick={logOut}>
        Logout
      </button>
    </>
  )
}

/** While the session is unknown, the bar shows neither Login nor Logout. */
function RetryCell() {
  const { asking, askAgain } = useAskAgain()
  return (
    <button type="button" aria-disabled={asking || undefined} onClick={askAgain}>
      Retry<span className="vh"> finding out who you are</span>
    </button>
  )
}

function LoginCell() {
  const location = useLocation()
  const current = isCurrent(href('/login'), location.pathname)
  return (
    <Link to={loginLink(location)} prefetch="intent" aria-current={current ? 'page' : undefined}>
      Login
    </Link>
  )
}
