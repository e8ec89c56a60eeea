import type { RefObject } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import DrawerBox from '../ui/drawer-box.tsx'
import { dashboardGroupsOf, dashboardLinkOf } from './dashboard-links.ts'
import { SideRow } from './side-links.tsx'

type SideDrawerBoxProps = { open: boolean; onClose: () => void; toggle: RefObject<HTMLButtonElement | null> }

export default function SideDrawerBox({ open, onClose, toggle }: SideDrawerBoxProps) {
  const { pathname } = useLocation()
  const session = useSession()
  const groups = dashboardGroupsOf(session)
  const current = dashboardLinkOf(session, pathname)
  return (
    <DrawerBox open={open} onClose={onClose} side="left" title="Dashboard" returnsTo={toggle}>
      <nav className="pages2" aria-label="Dashboard pages">
        {groups.map(({ name, links }) => (
          <div key={name}>
            {groups.length > 1 ? <p className="lab">{name}</p> : null}
            <ul>
              {links.map((link) => (
                <li key={link.to}>
                  <Link to={link.to} aria-current={link.to === current?.to ? 'page' : undefined} onClick={onClose}>
                    <SideRow link={link} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
    </DrawerBox>
  )
}
