import { href } from 'react-router'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { DashboardFrame } from './dashboard-frame.tsx'

/** Worded calmly: following a link is no offence. */
export default function AdminsOnly() {
  return (
    <DashboardFrame>
      <h1>Only admins</h1>
      <p className="sub">This page is for the people who run the shop.</p>
      <Empty action={<LinkButton to={href('/dashboard/myorders')}>My Orders</LinkButton>}>
        Only admins can open it. Ask one of them if you should be one, too.
      </Empty>
    </DashboardFrame>
  )
}
