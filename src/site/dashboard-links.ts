import { href } from 'react-router'
import { may, type Permission, type Role } from '../accounts/permissions.ts'
import { isOrderPage } from '../orders/order-path.ts'
import { isCurrent, type SiteLink } from './bar-and-footer-links.ts'

/** A page of the dashboard; `needs` is the permission that shows it, and `key` the letter that leads there after `g`. */
export type DashboardLink = SiteLink & { needs?: Permission; key?: string }
export type DashboardGroup = { name: string; links: DashboardLink[] }

const OWN_LINKS: DashboardLink[] = [
  { to: href('/dashboard/profile'), label: 'My Profile' },
  { to: href('/dashboard/myorders'), label: 'My Orders' },
  { to: href('/dashboard/lists'), label: 'My Lists' },
  { to: href('/dashboard/addresses'), label: 'My Addresses' },
  { to: href('/dashboard/appliances'), label: 'My Appliances' },
  { to: href('/dashboard/review'), label: 'Add A Review' },
  { to: href('/dashboard/mails'), label: 'My Mails' },
  { to: href('/dashboard/security'), label: 'Security' },
  { to: href('/dashboard/privacy'), label: 'My data' },
]

const DASHBOARD_GROUPS: DashboardGroup[] = [
  {
    name: 'Work',
    links: [
      { to: href('/dashboard/orders'), label: 'Manage All Orders', needs: 'orders.readAll', key: 'o' },
      { to: href('/dashboard/part-requests'), label: 'Asked For', needs: 'requests.answer', key: 'a' },
      { to: href('/dashboard/questions'), label: 'Questions and reviews', needs: 'questions.answer', key: 'q' },
    ],
  },
  {
    name: 'Catalogue',
    links: [
      { to: href('/dashboard/manageProducts'), label: 'Manage Products', needs: 'products.write', key: 'p' },
      { to: href('/dashboard/addProduct'), label: 'Add A Product', needs: 'products.write' },
      { to: href('/dashboard/searches'), label: 'Not Found', needs: 'searches.read' },
    ],
  },
  { name: 'People', links: [{ to: href('/dashboard/makeAdmin'), label: 'Make Admin', needs: 'people.promote' }] },
  {
    name: 'Shop',
    links: [
      { to: href('/dashboard/shipping-tax'), label: 'Shipping and Tax', needs: 'sums.write' },
      { to: href('/dashboard/codes-groups'), label: 'Codes and Groups', needs: 'sums.write' },
      { to: href('/dashboard/audit'), label: 'Audit Log', needs: 'audit.read' },
    ],
  },
  { name: 'My account', links: OWN_LINKS },
]

const DASHBOARD_LINKS = DASHBOARD_GROUPS.flatMap(({ links }) => links)

type Who = { role?: Role | undefined }

const isFor =
  (who: Who) =>
  ({ needs }: DashboardLink) =>
    !needs || may(who, needs)

/** The pages this person may open, in their groups; a group without any is left out. */
export const dashboardGroupsOf = (who: Who) =>
  DASHBOARD_GROUPS.map(({ name, links }) => ({ name, links: links.filter(isFor(who)) })).filter(
    ({ links }) => links.length > 0,
  )

/** The page of the dashboard that an address belongs to; for staff an order belongs to Manage All Orders. */
export const dashboardLinkOf = (who: Who, pathname: string) =>
  DASHBOARD_LINKS.filter(isFor(who)).find(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))

/** Whether a page of the dashboard is for this person; what it reads is decided by the calls. */
export function mayOpen(who: Who, pathname: string) {
  const page = DASHBOARD_LINKS.find(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))
  return !page || isFor(who)(page) || isOrderPage(pathname)
}
