import type { Page } from 'playwright-core'
import { ask } from '../src/client.ts'
import { storeCart } from './cart-calls.ts'
import { checking } from './pasted.ts'
import type { Screen } from './screens.ts'
import type { Buyer, Product } from './standing.ts'

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

const LIST = 'EF-230, 12\nEF-225; 4; Van 3\nSR-22, 15\nAD-12, 800\nTH-007, 6'

/** Checks a pasted list. */
async function check(page: Page, text: string) {
  await page.getByLabel('Lines: number, quantity').fill(text)
  await checking(page).click()
  await page.getByRole('heading', { name: 'What came of it' }).waitFor()
  // The sticky foot would cover a scrolled line.
  await page.locator('.sumbar').evaluate((foot) => foot.style.setProperty('position', 'static'))
}

/** The screens of buying: cart, till, lists and an order to buy again, made for this buyer. */
export async function buyingScreens(buyer: Buyer, product: Product, number: string): Promise<Screen[]> {
  const { calls } = buyer
  const lines = [{ productId: product._id, quantity: 4, reference: 'Van 3' }]
  await storeCart(buyer, [...lines, { productId: product._id, quantity: 1 }])
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van stock', lines } }))
  const { token } = await ask(calls.lists[':id'].link.$post({ param: { id } }))
  await ask(
    calls.addresses.$post({ json: { name: 'Workshop', street: '14 Quay Road', city: 'Bergen', country: 'Norway' } }),
  )
  return [
    { name: 'a cart with a line that cannot be had', path: '/cart', ready: heading('Cart') },
    {
      name: 'a cart that is saved as a list',
      path: '/cart',
      ready: async (page) => {
        await page.getByRole('button', { name: 'Save as a list' }).click()
        await page.getByRole('dialog').waitFor()
      },
    },
    {
      name: 'the till with its addresses',
      path: '/cart',
      ready: async (page) => {
        await page.getByRole('button', { name: 'Take 4' }).click()
        await page.getByRole('link', { name: 'Checkout' }).click()
        await page.getByRole('radio', { name: 'Another address' }).check()
        await page.getByLabel('Keep it for the next order').check()
      },
    },
    { name: 'a checked list', path: '/quick-order', ready: (page) => check(page, LIST) },
    {
      name: 'a list of more columns',
      path: '/quick-order',
      ready: async (page) => {
        await check(page, 'Mrs Lind at the harbour, flat 3;Fan;EF-230;12')
        await page.getByRole('combobox', { name: 'Own reference' }).waitFor()
      },
    },
    { name: 'My Lists', path: '/dashboard/lists', ready: heading('My Lists') },
    {
      name: 'a list and its link',
      path: `/dashboard/lists/${id}`,
      ready: (page) => page.getByRole('button', { name: 'End the link' }).waitFor(),
    },
    { name: 'a shared list', path: `/lists/${token}`, ready: heading('Van stock') },
    { name: 'an order to buy again', path: `/dashboard/orders/${number}/again`, ready: heading('Order again') },
    { name: 'My Addresses with one', path: '/dashboard/addresses', ready: heading('My Addresses') },
  ]
}
