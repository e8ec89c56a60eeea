import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { isStaff } from '../accounts/permissions.ts'
import { useSession } from '../accounts/session/session.ts'
import { onKey } from '../ui/keys.ts'
import { onKeysAfter } from '../ui/keys-after.ts'
import { Plus } from '../ui/plus-minus.tsx'
import {
  Boxes,
  CircleHelp,
  FileLock,
  KeyRound,
  ListChecks,
  Mail,
  MapPin,
  MessageSquare,
  Package,
  PanelLeft,
  Percent,
  ReceiptText,
  Refrigerator,
  ScrollText,
  SearchX,
  Star,
  Truck,
  User,
  UserCheck,
} from '../ui/side-icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type DashboardGroup, type DashboardLink, dashboardGroupsOf, dashboardLinkOf } from './dashboard-links.ts'
import { toggleRail, useRail } from './folded-sidebar.ts'
import { useWaiting } from './read-work.ts'

const MARKS: Record<string, ReactNode> = {
  [href('/dashboard/orders')]: <Package />,
  [href('/dashboard/manageProducts')]: <Boxes />,
  [href('/dashboard/addProduct')]: <Plus />,
  [href('/dashboard/part-requests')]: <CircleHelp />,
  [href('/dashboard/questions')]: <MessageSquare />,
  [href('/dashboard/searches')]: <SearchX />,
  [href('/dashboard/makeAdmin')]: <UserCheck />,
  [href('/dashboard/shipping-tax')]: <Truck />,
  [href('/dashboard/codes-groups')]: <Percent />,
  [href('/dashboard/audit')]: <ScrollText />,
  [href('/dashboard/profile')]: <User />,
  [href('/dashboard/myorders')]: <ReceiptText />,
  [href('/dashboard/lists')]: <ListChecks />,
  [href('/dashboard/addresses')]: <MapPin />,
  [href('/dashboard/appliances')]: <Refrigerator />,
  [href('/dashboard/review')]: <Star />,
  [href('/dashboard/mails')]: <Mail />,
  [href('/dashboard/security')]: <KeyRound />,
  [href('/dashboard/privacy')]: <FileLock />,
}

export function SideLinks({ pathname }: { pathname: string }) {
  const session = useSession()
  if (session.status !== 'in' || !session.role) return <SideSkeleton />
  const groups = dashboardGroupsOf(session)
  return (
    <nav className="side grouped" aria-label="Dashboard">
      <SideGroups groups={groups} current={dashboardLinkOf(session, pathname)} />
      {isStaff({ role: session.role }) ? <FoldButton /> : null}
      <GoKeys groups={groups} />
    </nav>
  )
}

/** `g` and a letter lead to a page of the dashboard. */
function GoKeys({ groups }: { groups: DashboardGroup[] }) {
  const navigate = useNavigate()
  const go = useEffectEvent((key: string) => {
    const link = groups.flatMap(({ links }) => links).find((one) => one.key === key)
    if (link) navigate(link.to)
    return link !== undefined
  })
  useEffect(() => onKeysAfter('g', (key) => go(key)), [])
  return null
}

type SideGroupsProps = { groups: DashboardGroup[]; current: DashboardLink | undefined }

/** A group that stands alone needs no name. */
function SideGroups({ groups, current }: SideGroupsProps) {
  return groups.map(({ name, links }) => (
    <ul key={name} aria-label={name}>
      {groups.length > 1 ? (
        <li className="lab" aria-hidden="true">
          {name}
        </li>
      ) : null}
      {links.map((link) => (
        <li key={link.to}>
          <Link to={link.to} prefetch="intent" aria-current={link.to === current?.to ? 'page' : undefined}>
            <SideRow link={link} />
          </Link>
        </li>
      ))}
    </ul>
  ))
}

/** A page's mark and name, and how much work waits there. */
export function SideRow({ link: { to, label } }: { link: DashboardLink }) {
  const waiting = useWaiting(to)
  return (
    <>
      {MARKS[to]}
      <span className="w">{label}</span>
      {waiting ? (
        <span className="n">
          <span className="vh">, waiting: </span>
          {waiting}
        </span>
      ) : null}
    </>
  )
}

function FoldButton() {
  const folded = useRail()
  useEffect(() => onKey('[', toggleRail), [])
  return (
    <button type="button" className="fold" aria-expanded={!folded} onClick={toggleRail}>
      <PanelLeft />
      <span className="w">{folded ? 'Unfold' : 'Fold'}</span>
      <span className="foldkey" aria-hidden="true">
        <kbd>[</kbd>
      </span>
    </button>
  )
}

const WIDTHS = [72, 96, 88]

function SideSkeleton() {
  return (
    <div className="side grouped" aria-hidden="true">
      {WIDTHS.map((width) => (
        <span key={width} className="flex h-[30px] items-center px-3">
          <Skeleton width={width} height={14} />
        </span>
      ))}
    </div>
  )
}
