import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { aPerson, holdScript, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, asAdmin, BOX } from './standing.ts'

test('what is typed and chosen before the scripts are there stands, and counts when they are', async () => {
  const { page, context } = await aPerson()
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

test.each(['/products?sort=-price&page=2', '/blog'])(
  'a search that is sent before the scripts are there is answered: from %s',
  async (path) => {
    const { page, context } = await aPerson()
    await holdScript(context, 'react')
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByRole('combobox', { name: BOX }).fill('board')
    await page.getByRole('button', { name: 'Search' }).click()
    await page
      .getByRole('heading', { name: /^Control board/ })
      .first()
      .waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/products', { q: 'board' }])
  },
)

test('a quantity that is typed before the scripts are there counts when they are', async () => {
  const product = await aProduct({ minOrder: 4, stock: 20 })
  const { page, context } = await aBuyer()
  const letThrough = await holdScript(context, 'react')
  await page.goto(`/purcess/${product._id}`, { waitUntil: 'commit' })
  await page.getByLabel('Quantity').fill('7')
  letThrough()
  await page.getByText('for 7 pieces').waitFor()
  await untilWhole(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('dialog').waitFor()
})

test.each(['left', 'still typed'])(
  'a quantity of a shared list that is typed before the scripts are there, and is %s when they are, goes into the cart',
  async (how) => {
    const [product, owner, { page, context, calls }] = await Promise.all([aProduct({ stock: 40 }), aBuyer(), aBuyer()])
    const lines = [{ productId: product._id, quantity: 4, reference: '' }]
    const { _id: id } = await ask(owner.calls.lists.$post({ json: { name: 'Van', lines } }))
    const { token } = await ask(owner.calls.lists[':id'].link.$post({ param: { id } }))
    const quantity = page.getByLabel('Quantity in line 1')
    await visit(page, `/lists/${token}`)
    await quantity.fill('12')
    const letThrough = await holdScript(context, 'react')
    await page.goto(`/lists/${token}`, { waitUntil: 'commit' })
    await quantity.fill('24')
    if (how === 'left') await quantity.blur()
    letThrough()
    await untilWhole(page)
    await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
    await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
    expect((await ask(calls.cart.$get())).lines.map((line) => line.quantity)).toEqual([24])
  },
)

test('a list that is typed before the scripts are there stands under the one that is kept, and can be checked', async () => {
  const { page, context } = await aPerson()
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

test('a buyer sees the sum of an order also before its script is there, in a shop with prices of groups too, and Place Order stands where it will stay', async () => {
  const [product, { page, context }, admin] = await Promise.all([
    aProduct({ minOrder: 4, stock: 20 }),
    aBuyer(),
    asAdmin(),
  ])
  const json = { name: `Trade ${crypto.randomUUID().slice(0, 8)}`, percent: 5, prices: [] }
  await ask(admin['price-groups'].$post({ json }))
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
})
