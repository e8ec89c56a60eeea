import { href } from 'react-router'
import { may, type Permission, type Role } from '../accounts/permissions.ts'
import { isPaymentPage } from '../payments/payment-page.ts'
import { isProductPath } from '../products/product-path.ts'

export type SiteLink = { to: string; label: string }

export const MAIN_LINKS: SiteLink[] = [
  { to: href('/home'), label: 'Home' },
  { to: href('/products'), label: 'Products' },
  { to: href('/portfolio'), label: 'Portfolio' },
  { to: href('/blog'), label: 'Blog' },
]

/** The dashboard's pages for everybody signed in. */
export const OWN_LINKS: SiteLink[] = [
  { to: href('/dashboard/profile'), label: 'My Profile' },
  { to: href('/dashboard/myorders'), label: 'My Orders' },
  { to: href('/dashboard/review'), label: 'Add A Review' },
]

/** The dashboard's pages for who may do what they are for. */
export const ADMIN_LINKS: (SiteLink & { needs: Permission })[] = [
  { to: href('/dashboard/orders'), label: 'Manage All Orders', needs: 'orders.readAll' },
  { to: href('/dashboard/addProduct'), label: 'Add A Product', needs: 'products.write' },
  { to: href('/dashboard/manageProducts'), label: 'Manage Products', needs: 'products.write' },
  { to: href('/dashboard/makeAdmin'), label: 'Make Admin', needs: 'people.promote' },
  { to: href('/dashboard/audit'), label: 'Audit Log', needs: 'audit.read' },
]

export const HOUSE_LINKS: SiteLink[] = [
  { to: href('/delivery'), label: 'Delivery' },
  { to: href('/returns'), label: 'Returns' },
  { to: href('/privacy'), label: 'Privacy' },
  { to: href('/terms'), label: 'Terms' },
  { to: href('/imprint'), label: 'Imprint' },
]

export const FOOTER_LINKS: { title: string; links: SiteLink[] }[] = [
  {
    title: 'Shop',
    links: [
      { to: href('/products'), label: 'Products' },
      { to: `${href('/products')}?q=compressor`, label: 'Compressors' },
      { to: `${href('/products')}?q=board`, label: 'Boards' },
      { to: `${href('/products')}?q=refrigerator`, label: 'Refrigerators' },
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
  (to === href('/dashboard/myorders') && isPaymentPage(pathname))

type Who = { role?: Role | undefined }

export const adminLinksOf = (who: Who) => ADMIN_LINKS.filter(({ needs }) => may(who, needs))

/** Whether a page of the dashboard is for this person; what it reads is decided by the calls. */
export function mayOpen(who: Who, pathname: string) {
  const page = ADMIN_LINKS.find(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))
  return !page || may(who, page.needs)
}
