import { button, type Screen, table } from './screens.ts'

export const ADMIN_SCREENS: Screen[] = [
  { name: 'Manage All Orders', path: '/dashboard/orders', ready: table('All orders') },
  { name: 'Add A Product', path: '/dashboard/addProduct', ready: button('Add Product') },
  { name: 'Manage Products', path: '/dashboard/manageProducts', ready: table('Products') },
  { name: 'Make Admin', path: '/dashboard/makeAdmin', ready: table('Users') },
  {
    name: 'the sessions of somebody',
    path: '/dashboard/makeAdmin',
    ready: async (page) => {
      await page
        .getByRole('link', { name: /sessions? of (?!yours)/ })
        .first()
        .click()
      await page.getByRole('heading', { name: /^Sessions of / }).waitFor()
    },
  },
  {
    name: 'the question before somebody is made an admin',
    path: '/dashboard/makeAdmin?q=customer@parts-house',
    ready: async (page) => {
      await page.getByRole('button', { name: /^Make Admin: / }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'Shipping and Tax',
    path: '/dashboard/shipping-tax',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Shipping and Tax' }).waitFor(),
  },
  {
    name: 'a new discount code',
    path: '/dashboard/codes-groups',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add a code' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'Not Found',
    path: '/dashboard/searches',
    ready: (page) => page.getByText('Who searched is not kept.').waitFor(),
  },
  {
    name: 'Asked For',
    path: '/dashboard/part-requests?state=answered',
    ready: (page) => page.getByRole('heading', { level: 1, name: 'Asked For' }).waitFor(),
  },
  {
    name: 'Questions and reviews',
    path: '/dashboard/questions?reviews=seen',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Hide the review by/ })
        .first()
        .waitFor(),
  },
  { name: 'Audit Log', path: '/dashboard/audit', ready: table('Audit log') },
  {
    name: 'no order found',
    path: '/dashboard/orders?q=zzzz',
    ready: (page) => page.getByText('No order is like that.').waitFor(),
  },
  {
    name: 'the product form with its faults',
    path: '/dashboard/addProduct',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add Product' }).click()
      await page.getByText('Name is Required').waitFor()
    },
  },
  {
    name: 'the question before a product is deleted',
    path: '/dashboard/manageProducts',
    ready: async (page) => {
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
]

/** An admin's screens about one paid order. */
export const orderScreens = (number: string): Screen[] => [
  { name: 'an order to send', path: `/dashboard/orders/${number}`, ready: button('Sent, tell the customer') },
  {
    name: 'the question before an order is delivered',
    path: `/dashboard/orders?q=${number}`,
    ready: async (page) => {
      await page.getByRole('button', { name: /^Deliver / }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'an order beside the board',
    path: `/dashboard/orders?q=${number}`,
    ready: async (page) => {
      await page.getByRole('link', { name: number }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Deliver', exact: true }).waitFor()
    },
  },
  {
    name: 'a chosen order',
    path: `/dashboard/orders?q=${number}`,
    ready: (page) => page.getByRole('checkbox', { name: `Choose ${number}` }).check(),
  },
  {
    name: 'the question before chosen orders are delivered',
    path: `/dashboard/orders?q=${number}`,
    ready: async (page) => {
      await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
      await page.getByRole('button', { name: 'Deliver 1' }).click()
      await page.getByRole('dialog', { name: 'Deliver 1 order?' }).waitFor()
    },
  },
  {
    name: 'all keys of the board',
    path: '/dashboard/orders',
    ready: async (page) => {
      await table('All orders')(page)
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'All keys' }).waitFor()
    },
  },
  { name: 'the pick list', path: '/dashboard/orders/pick-list', ready: button('Print') },
  {
    name: 'the packing slips',
    path: `/dashboard/orders/slips?orders=${number}`,
    ready: button('Print slip'),
  },
  { name: 'the packing slip', path: `/dashboard/orders/${number}/slip`, ready: button('Print slip') },
]
