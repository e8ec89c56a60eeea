import { href } from 'react-router'
import { may, type Permission, type Role } from '../accounts/permissions.ts'
import { isOrderPage } from '../orders/order-path.ts'
import { isPaymentPage } from '../payments/payment-page.ts'
import { isProductPath } from '../products/product-path.ts'

export type SiteLink = { to: string; label: string }

export const MAIN_LINKS: SiteLink[] = [
  { to: href('/home'), label: 'Home' },
  { to: href('/products'), label: 'Products' },
  { to: href('/portfolio'), label: 'Portfolio' },
  { to: href('/blog'), label: 'Blog' },
]

/** A page of the dashboard; one that `needs` something is for who may do it. */
export type DashboardLink = SiteLink & { needs?: Permission }
export type DashboardGroup = { name: string; links: DashboardLink[] }

const OWN_LINKS: DashboardLink[] = [
  { to: href('/dashboard/profile'), label: 'My Profile' },
  { to: href('/dashboard/myorders'), label: 'My Orders' },
  { to: href('/dashboard/review'), label: 'Add A Review' },
  { to: href('/dashboard/security'), label: 'Security' },
  { to: href('/dashboard/privacy'), label: 'My data' },
]

const DASHBOARD_GROUPS: DashboardGroup[] = [
  { name: 'Work', links: [{ to: href('/dashboard/orders'), label: 'Manage All Orders', needs: 'orders.readAll' }] },
  {
    name: 'Catalogue',
    links: [
      { to: href('/dashboard/manageProducts'), label: 'Manage Products', needs: 'products.write' },
      { to: href('/dashboard/addProduct'), label: 'Add A Product', needs: 'products.write' },
    ],
  },
  { name: 'People', links: [{ to: href('/dashboard/makeAdmin'), label: 'Make Admin', needs: 'people.promote' }] },
  { name: 'Shop', links: [{ to: href('/dashboard/audit'), label: 'Audit Log', needs: 'audit.read' }] },
  { name: 'My account', links: OWN_LINKS },
]

const DASHBOARD_LINKS = DASHBOARD_GROUPS.flatMap(({ links }) => links)

export const HOUSE_LINKS: SiteLink[] = [
  { to: href('/delivery'), label: 'Delivery' },
  { to: href('/returns'), label: 'Returns' },
  { to: href('/privacy'), label: 'Privacy' },
  { to: href('/terms'), label: 'Terms' },
  { to: href('/imprint'), label: 'Imprint' },
]

const ofCategory = (category: string) => `${href('/products')}?${new URLSearchParams({ category })}`

export const FOOTER_LINKS: { title: string; links: SiteLink[] }[] = [
  {
    title: 'Shop',
    links: [
      { to: href('/products'), label: 'Products' },
      { to: ofCategory('Compressors'), label: 'Compressors' },
      { to: ofCategory('Boards and displays'), label: 'Boards' },
      { to: ofCategory('Refrigerators'), label: 'Refrigerators' },
    ],
  },
  {
    title: 'House',
    links: [
      { to: href('/portfolio'), label: 'Portfolio' },
      { to: href('/blog'), label: 'Blog' },
      { to: `${href('/home')}#contact`, label: 'Contact' },
    ],
  },
  { title: 'Trust', links: HOUSE_LINKS },
]

/** Home has two addresses, a product belongs to the products and a payment to one's orders; every other link is where its own address is. */
export const isCurrent = (to: string, pathname: string) =>
  pathname === to ||
  (to === href('/home') && pathname === href('/')) ||
  (to === href('/products') && isProductPath(pathname)) ||
  (to === href('/dashboard/manageProducts') && pathname.startsWith(`${to}/`)) ||
  (to === href('/dashboard/orders') && isOrderPage(pathname)) ||
  (to === href('/dashboard/myorders') && (isPaymentPage(pathname) || isOrderPage(pathname)))

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

export const isDashboard = (pathname: string) => pathname.startsWith(href('/dashboard'))

/** The page of the dashboard that this address belongs to; an order belongs to the orders of everybody for who may read those. */
export const dashboardLinkOf = (who: Who, pathname: string) =>
  DASHBOARD_LINKS.filter(isFor(who)).find(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))

/** Whether a page of the dashboard is for this person; what it reads is decided by the calls. */
export function mayOpen(who: Who, pathname: string) {
  const page = DASHBOARD_LINKS.find(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))
  return !page || isFor(who)(page) || isOrderPage(pathname)
}
