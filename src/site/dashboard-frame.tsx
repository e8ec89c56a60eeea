import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { Button } from '../ui/button.tsx'
import { PanelLeft } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ADMIN_LINKS, adminLinksOf, isCurrent, OWN_LINKS, type SiteLink } from './links.ts'
import { useSideDrawer } from './side-drawer.tsx'

type DashboardFrameProps = { pathname?: string; children: ReactNode }

/** The sidebar beside a dashboard page or its skeleton; below 900 pixels a drawer that the toggle opens. */
export function DashboardFrame({ pathname: awaited, children }: DashboardFrameProps) {
  const location = useLocation()
  const pathname = awaited ?? location.pathname
  const { toggle, open } = useSideDrawer()
  const here = [...OWN_LINKS, ...ADMIN_LINKS].find(({ to }) => isCurrent(to, pathname))
  return (
    <div className="dash">
      <Button ref={toggle} className="sidetoggle" aria-haspopup="dialog" onClick={open}>
        <span>
          <span className="vh">Dashboard pages, now: </span>
          {here?.label ?? 'Dashboard'}
        </span>
        <PanelLeft />
      </Button>
      <SideLinks pathname={pathname} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function SideLinks({ pathname }: { pathname: string }) {
  const session = useSession()
  if (session.status !== 'in') {
    return (
      <div className="side" aria-hidden="true">
        {OWN_LINKS.map(({ to }) => (
          <span key={to} className="flex border-b border-line px-3 py-3">
            <Skeleton width={96} height={14} />
          </span>
        ))}
      </div>
    )
  }
  const adminLinks = adminLinksOf(session)
  return (
    <nav className="side" aria-label="Dashboard">
      <SideList links={OWN_LINKS} pathname={pathname} />
      {adminLinks.length ? (
        <>
          <p className="lab">Admin</p>
          <SideList links={adminLinks} pathname={pathname} />
        </>
      ) : null}
    </nav>
  )
}

function SideList({ links, pathname }: { links: SiteLink[]; pathname: string }) {
  return links.map(({ to, label }) => (
    <Link key={to} to={to} prefetch="intent" aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
      {label}
    </Link>
  ))
}
