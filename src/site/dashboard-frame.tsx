import '../room.css'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { PanelLeft } from '../ui/side-icons.tsx'
import { dashboardLinkOf } from './dashboard-links.ts'
import { listsOf } from './find.ts'
import { FindButton } from './find-button.tsx'
import { useSideDrawer } from './side-drawer-context.tsx'
import { SideLinks } from './side-links.tsx'

type DashboardFrameProps = { pathname?: string; children: ReactNode }

/** The sidebar beside a dashboard page or its skeleton; below 900 pixels a drawer that the toggle opens. */
export function DashboardFrame({ pathname: awaited, children }: DashboardFrameProps) {
  const location = useLocation()
  const pathname = awaited ?? location.pathname
  const session = useSession()
  const finds = listsOf(session).length > 0
  const { toggle, open, find } = useSideDrawer()
  return (
    <div className={classes('dash room', session.role === 'customer' && 'own')}>
      <div className={classes('roomrow', finds && 'finds')}>
        <Button ref={toggle} className="sidetoggle" aria-haspopup="dialog" onClick={open}>
          <span>
            <span className="vh">Dashboard pages, now: </span>
            {dashboardLinkOf(session, pathname)?.label ?? 'Dashboard'}
          </span>
          <PanelLeft />
        </Button>
        {finds ? <FindButton className="btn" onClick={find} /> : null}
      </div>
      <SideLinks pathname={pathname} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}
