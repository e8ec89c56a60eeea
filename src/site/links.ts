import { href } from 'react-router'

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

export const ADMIN_LINKS: SiteLink[] = [
  { to: href('/dashboard/orders'), label: 'Manage All Orders' },
  { to: href('/dashboard/addProduct'), label: 'Add A Product' },
  { to: href('/dashboard/manageProducts'), label: 'Manage Products' },
  { to: href('/dashboard/makeAdmin'), label: 'Make Admin' },
  { to: href('/dashboard/audit'), label: 'Audit Log' },
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

/** Home has two addresses, and a payment belongs to one's orders; every other link is where its own address is. */
export const isCurrent = (to: string, pathname: string) =>
  pathname === to ||
  (to === href('/home') && pathname === href('/')) ||
  (to === href('/dashboard/myorders') && pathname.startsWith('/dashboard/payment/'))

export const isAdminPage = (pathname: string) =>
  ADMIN_LINKS.some(({ to }) => isCurrent(to, pathname.replace(/\/$/, '')))
