import { href } from 'react-router'
import { isOrderPage } from '../orders/order-path.ts'
import { isPaymentPage } from '../payments/payment-page.ts'
import { isProductPath } from '../products/product-path.ts'

export type SiteLink = { to: string; label: string }

export const MAIN_LINKS: SiteLink[] = [
  { to: href('/home'), label: 'Home' },
  { to: href('/products'), label: 'Products' },
  { to: href('/models'), label: 'Models' },
  { to: href('/symptoms'), label: 'Symptoms' },
  { to: href('/portfolio'), label: 'Portfolio' },
  { to: href('/blog'), label: 'Blog' },
]

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
  (to === href('/models') && pathname.startsWith(`${to}/`)) ||
  (to === href('/dashboard/manageProducts') && pathname.startsWith(`${to}/`)) ||
  (to === href('/dashboard/lists') && pathname.startsWith(`${to}/`)) ||
  (to === href('/dashboard/orders') && isOrderPage(pathname)) ||
  (to === href('/dashboard/myorders') && (isPaymentPage(pathname) || isOrderPage(pathname)))

export const isDashboard = (pathname: string) => pathname.startsWith(href('/dashboard'))
