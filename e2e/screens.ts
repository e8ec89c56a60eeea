import type { Page } from 'playwright-core'
import { CARDS, challenge, fillCard, payButton } from './card.ts'
import { profileToSave } from './filled-forms.ts'
import type { Product } from './standing.ts'

/** A screen as somebody sees it: where it is, when it is there, and what opens it further. */
export type Screen = { name: string; path: string; ready: (page: Page) => Promise<unknown> }

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor()
const titled = (path: string, name: string | RegExp) => ({ name: path, path, ready: heading(name) })

export const PUBLIC: Screen[] = [
  { name: 'home', path: '/', ready: (page) => page.getByRole('button', { name: 'Next slide' }).waitFor() },
  titled('/products', 'This is Our Product'),
  {
    name: 'no products found',
    path: '/products?q=zzzz',
    ready: (page) => page.getByText('No product is called').waitFor(),
  },
  {
    name: 'nothing of a model is called so',
    path: '/products?q=zzzz&fits=BKG36-401%2F02',
    ready: (page) => page.getByText('Nothing in the BKG36-401/02 is called').waitFor(),
  },
  titled('/models', /^Every part/),
  titled('/models?q=kr-', /^Every part/),
  titled('/models?q=zzzz', /^Every part/),
  titled('/symptoms', 'What is wrong with it?'),
  titled('/models?symptom=loud', /^Every part/),
  titled('/models/bkg36-401-02', 'Brunnecker BKG36-401/02'),
  {
    name: 'a part chosen in the drawing of a model',
    path: '/models/bkg36-401-02#evaporator/2',
    ready: (page) => page.getByRole('button', { name: /^2, /, pressed: true }).first().waitFor(),
  },
  titled('/models/bkg36-401-02/symptoms/warm-above-fine-below', 'Too warm in the refrigerator, freezer fine'),
  titled('/products/ef-230', 'Evaporator fan motor'),
  titled('/products/ef-230?was=EF-225', 'Evaporator fan motor'),
  titled('/products?category=fan-motors&view=table', 'Fan motors'),
  {
    name: 'parts to compare',
    path: '/products?category=fan-motors',
    ready: async (page) => {
      await page.getByLabel(/^Compare .* EF-230$/).check()
      await page.getByRole('region', { name: 'To compare' }).waitFor()
    },
  },
  titled('/compare?p=ef-230,ef-231,ef-115', 'Compare 3 fan motors'),
  titled('/compare?p=zzzz', 'Compare parts'),
  {
    name: 'no part is all of this',
    path: '/products?category=fan-motors&attr.speed.min=90000',
    ready: (page) => page.getByText('No part is all of this at once.').waitFor(),
  },
  titled('/ask?q=grey%20seal&model=KR-345', 'Ask for a part'),
  titled('/quick-order', 'Quick Order'),
  { name: 'an empty cart', path: '/cart', ready: (page) => page.getByText('Nothing is in your cart yet.').waitFor() },
  titled('/portfolio', 'Portfolio'),
  titled('/blog', 'Blog'),
  titled('/delivery', 'Delivery'),
  titled('/returns', 'Returns'),
  titled('/privacy', 'Privacy'),
  titled('/terms', 'Terms'),
  titled('/imprint', 'Imprint'),
  titled('/login', 'Login'),
  titled('/regester', 'Register'),
  titled('/forgot-password', 'Forgotten password'),
  titled('/reset-password', 'New password'),
  titled('/reset-password?token=abc', 'New password'),
  titled('/verify-email?token=abc', 'Verify your e-mail'),
  titled('/not-me?token=abc', 'This was not me'),
  titled('/change-email?token=abc', 'Confirm your new e-mail'),
  titled('/take-back?token=abc', 'Take your e-mail back'),
  titled('/notify?product=ui-180', 'Tell me when it is back'),
  titled('/notify/confirm?token=abc', 'Tell you when it is back?'),
  titled('/unsubscribe?token=abc', 'Unsubscribe'),
  titled('/newsletter', 'Newsletter'),
  titled('/newsletter/confirm?token=abc', 'Confirm the newsletter'),
  titled('/newsletter/unsubscribe?token=abc', 'Unsubscribe from the newsletter'),
  titled('/no/such/page', 'This drawer is empty.'),
  {
    name: 'the login form with its faults',
    path: '/login',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await page.getByText('Email is Required').waitFor()
    },
  },
  {
    name: 'the newsletter box with its fault',
    path: '/blog',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Subscribe' }).click()
      await page.getByText('Email is Required').waitFor()
    },
  },
]

/** A part as a visitor sees it. */
export const aPart = ({ _id }: Product): Screen => ({
  name: 'a part, signed out',
  path: `/purcess/${_id}`,
  ready: (page) => page.getByRole('main').getByRole('link', { name: 'Login to order' }).waitFor(),
})

/** A table that has its rows; a skeleton of it is busy. */
export const table = (caption: string) => (page: Page) =>
  page.getByRole('table', { name: caption }).and(page.locator(':not([aria-busy])')).waitFor()
export const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).waitFor()

/** The screens of a customer's account, before anything is ordered. */
const ACCOUNT_SCREENS: Screen[] = [
  { name: 'My Profile', path: '/dashboard/profile', ready: button('Update Profile') },
  {
    name: 'the profile dialog with its faults',
    path: '/dashboard/profile',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Update Profile' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Update Profile' }).click()
      await page.getByText('Education is Required').waitFor()
    },
  },
  {
    name: 'a saved profile and its toast',
    path: '/dashboard/profile',
    ready: async (page) => {
      const dialog = await profileToSave(page)
      await dialog.getByRole('button', { name: 'Update Profile' }).click()
      await page.getByRole('status').filter({ hasText: 'Yay! edit Success' }).waitFor()
      await dialog.waitFor({ state: 'detached' })
    },
  },
  { name: 'Security', path: '/dashboard/security', ready: button('Change password') },
  { name: 'My data', path: '/dashboard/privacy', ready: button('Erase me…') },
  {
    name: 'the question before an account is erased',
    path: '/dashboard/privacy',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Erase me…' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'My Mails', path: '/dashboard/mails', ready: (page) => page.getByText('You wait for no part.').waitFor() },
  {
    name: 'the form of a new address with its faults',
    path: '/dashboard/addresses',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Street is Required').waitFor()
    },
  },
  {
    name: 'My Appliances',
    path: '/dashboard/appliances',
    ready: (page) => page.getByText('You keep no appliance yet.').waitFor(),
  },
]

const quantity = (page: Page) => page.getByRole('button', { name: 'Add', exact: true })

/** A customer's screens; they stand on an order to pay, a paid one and a product. */
export function customerScreens(standing: {
  product: Product
  unpaid: string
  addressless: string
  paid: string
  half: string
}): Screen[] {
  const { product, unpaid, addressless, paid, half } = standing
  return [
    { name: 'a part', path: `/purcess/${product._id}`, ready: (page) => quantity(page).waitFor() },
    {
      name: 'a part with a wrong quantity and its toast',
      path: `/purcess/${product._id}`,
      ready: async (page) => {
        await page.getByLabel('Quantity').fill('1')
        await quantity(page).click()
        await page.getByRole('status').filter({ hasText: 'Please enter a valid quantity!' }).waitFor()
      },
    },
    {
      name: 'the order dialog',
      path: `/purcess/${product._id}`,
      ready: async (page) => {
        await quantity(page).click()
        await page.getByRole('button', { name: 'Place Order' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    ...ACCOUNT_SCREENS,
    { name: 'My Orders', path: '/dashboard/myorders', ready: table('My orders') },
    {
      name: 'the question before an order is cancelled',
      path: '/dashboard/myorders',
      ready: async (page) => {
        await page
          .getByRole('button', { name: /^Cancel order/ })
          .first()
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
    },
    { name: 'Add A Review', path: '/dashboard/review', ready: button('Add Review') },
    titled('/review/ef-230', 'How is the evaporator fan motor?'),
    {
      name: 'the payment',
      path: `/dashboard/payment/${unpaid}`,
      ready: (page) => fillCard(page, CARDS.good.slice(0, 8)),
    },
    {
      name: 'the address before the payment',
      path: `/dashboard/payment/${addressless}`,
      ready: button('Continue to payment'),
    },
    {
      name: 'a declined card',
      path: `/dashboard/payment/${unpaid}`,
      ready: async (page) => {
        await fillCard(page, CARDS.declined)
        await payButton(page).click()
        await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor()
      },
    },
    {
      name: 'the question of the bank',
      path: `/dashboard/payment/${unpaid}`,
      ready: async (page) => {
        await fillCard(page, CARDS.asks)
        await payButton(page).click()
        await challenge(page).getByRole('button', { name: 'Complete' }).waitFor()
      },
    },
    {
      name: 'a paid order',
      path: `/dashboard/payment/${paid}`,
      ready: (page) => page.getByText('Congrats!').waitFor(),
    },
    titled(`/dashboard/orders/${unpaid}`, /^Order PH-/),
    titled(`/dashboard/orders/${paid}`, /^Order PH-/),
    titled(`/dashboard/orders/${half}`, /^Order PH-/),
    { name: 'the receipt', path: `/receipt/${paid}`, ready: button('Print receipt') },
    titled('/dashboard/orders', 'Only admins'),
  ]
}
