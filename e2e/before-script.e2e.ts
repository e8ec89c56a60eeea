import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { aPerson, holdScript, type Person, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, asAdmin, BOX, type Product } from './standing.ts'

async function searches(page: Page, from: string) {
  await page.goto(from, { waitUntil: 'commit' })
  await page.getByRole('combobox', { name: BOX }).fill('board')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByRole('heading', { name: /^Control board/ })
    .first()
    .waitFor()
  const { pathname, searchParams } = new URL(page.url())
  expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/products', { q: 'board' }])
}

test('a search that is sent before the scripts are there is answered, and what is typed and chosen before the scripts are there stands, and counts when they are', async () => {
  const { page, context } = await aPerson()
  await holdScript(context, 'react')
  for (const path of ['/products?sort=-price&page=2', '/blog']) await searches(page, path)
  const letThrough = await holdScript(context, 'react')
  await page.goto('/products', { waitUntil: 'commit' })
  await page.getByLabel('Sort').selectOption('Highest unit price')
  await page.getByRole('combobox', { name: BOX }).fill('board')
  letThrough()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('-price')
  await page
    .getByRole('option', { name: /Control board/ })
    .first()
    .waitFor()
  expect(await page.getByRole('combobox', { name: BOX }).inputValue()).toBe('board')
})

async function typesQuantity({ page, context }: Person, product: Product) {
  const letThrough = await holdScript(context, 'react')
  await page.goto(`/purcess/${product._id}`, { waitUntil: 'commit' })
  await page.getByLabel('Quantity').fill('7')
  letThrough()
  await page.getByText('for 7 pieces').waitFor()
}

async function seesSum({ page, context }: Person, product: Product) {
  const sum = page.getByLabel('Total price')
  const place = page.getByRole('button', { name: 'Place Order' })
  const below = () =>
    place.evaluate((it) => it.getBoundingClientRect().y - (it.parentElement?.getBoundingClientRect().y ?? 0))
  const letThrough = await holdScript(context, 'order-total')
  await page.goto(`/purcess/${product._id}?quantity=8`)
  // Once it can be pressed, the buyer's own price is known.
  await expect.poll(() => place.isEnabled()).toBe(true)
  const shown = await sum.allTextContents()
  const before = await below()
  letThrough()
  await untilWhole(page)
  expect(shown).toEqual([expect.stringMatching(/^\$\d/)])
  expect(await sum.allTextContents()).toEqual(shown)
  expect(await below()).toBe(before)
  await page.getByRole('textbox', { name: 'Quantity' }).fill('16')
  await page.getByText('for 16 pieces').waitFor()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('8')
  await page.route('**/price?*', () => undefined)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('8 pieces added.').waitFor()
  await place.click()
  await page.getByRole('dialog').waitFor()
}

test('a buyer sees the sum of an order also before its script is there, in a shop with prices of groups too, a quantity that is typed by then counts, and Place Order stands where it will stay', async () => {
  const [product, person, admin] = await Promise.all([aProduct({ minOrder: 4, stock: 20 }), aBuyer(), asAdmin()])
  const json = { name: `Trade ${crypto.randomUUID().slice(0, 8)}`, percent: 5, prices: [] }
  await ask(admin['price-groups'].$post({ json }))
  await typesQuantity(person, product)
  await seesSum(person, product)
})

/** The path of a list of one line of 4 pieces, shared by somebody else. */
async function aSharedList() {
  const [product, { calls }] = await Promise.all([aProduct({ stock: 40 }), aBuyer()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  const { token } = await ask(calls.lists[':id'].link.$post({ param: { id } }))
  return `/lists/${token}`
}

test('a quantity of a shared list that is typed before the scripts are there counts, left or still typed when they are, and a pasted list stands under the one that is kept', async () => {
  const [path, { page, context, calls }] = await Promise.all([aSharedList(), aBuyer()])
  const quantity = page.getByLabel('Quantity in line 1')
  await visit(page, path)
  await quantity.fill('12')
  for (const typed of ['24', '36']) {
    const letThrough = await holdScript(context, 'react')
    await page.goto(path, { waitUntil: 'commit' })
    await quantity.fill(typed)
    if (typed === '24') await quantity.blur()
    letThrough()
    await untilWhole(page)
    if (typed === '24') await page.getByText('$288.00').first().waitFor()
  }
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  expect((await ask(calls.cart.$get())).lines.map((line) => line.quantity)).toEqual([36])

  await visit(page, '/quick-order')
  const lines = page.getByLabel('Lines: number, quantity')
  await lines.fill('EF-230, 12')
  const letThrough = await holdScript(context, 'react')
  await page.goto('/quick-order', { waitUntil: 'commit' })
  await lines.fill('RC-45, 20')
  letThrough()
  await page.getByRole('button', { name: 'Check 2 lines' }).click()
  await page.getByRole('heading', { name: 'What came of it' }).waitFor()
  expect(await lines.inputValue()).toBe('EF-230, 12\nRC-45, 20')
})
