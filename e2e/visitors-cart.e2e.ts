import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { ask } from '../src/client.ts'
import { deafTab } from './other-tabs.ts'
import { aPerson, type Person, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, aProduct, type Product } from './standing.ts'

const row = (page: Page, { name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })

async function add(page: Page, { _id }: Product) {
  await visit(page, `/products/${_id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).waitFor()
}

async function typesAsPeopleDo(page: Page, part: Product) {
  await visit(page, '/cart')
  const field = row(page, part).getByRole('textbox')
  const type = async (typed: string) => {
    await field.selectText()
    await field.pressSequentially(typed)
    await field.blur()
  }
  await type('1,000')
  await expect.poll(() => field.inputValue()).toBe('1000')
  for (const typed of ['1.5', '0', '1e3', 'a dozen']) {
    await type(typed)
    await toast(page, `${part.name} stays at 1,000: “${typed}” is no number of pieces from 1 to 1,000,000.`)
    await expect.poll(() => field.inputValue()).toBe('1000')
  }
  await type('24 pcs')
  await expect.poll(() => field.inputValue()).toBe('24')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"quantity":24')
  await reload(page)
  await expect.poll(() => field.inputValue()).toBe('24')
}

async function isBehind({ page, context }: Person, one: Product) {
  const cart = await deafTab(context)
  await visit(cart, '/cart')
  await row(cart, one).waitFor()
  const two = await aProduct()
  await add(page, two)
  await row(cart, one).getByRole('button', { name: /^More/ }).click()
  await toast(cart, 'Your cart was changed in another tab meanwhile.')
  await row(cart, two).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"quantity":25')
  await visit(page, '/cart')
  await row(page, one).waitFor()
  await row(page, two).waitFor()
}

async function addsTwoAtOnce(page: Page) {
  await visit(page, '/products?view=table')
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/quick-order', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  const adds = page.getByRole('button', { name: /^Add .* to the cart$/ })
  await adds.nth(0).click()
  await asked.promise
  await adds.nth(1).click()
  held.resolve()
  await page.getByRole('link', { name: /^Cart 4/ }).waitFor()
}

test('a quantity in a visitor’s cart is taken as people write it, and what another tab has put into it meanwhile stays, as do two parts that are added at once', async () => {
  const [part, person] = [await aProduct({ minOrder: 1, stock: 5_000 }), await aPerson()]
  await add(person.page, part)
  await typesAsPeopleDo(person.page, part)
  await isBehind(person, part)
  await addsTwoAtOnce(person.page)
})

type Line = { id: string; productId: string; quantity: number; reference: string }

const linesOf = ({ _id: productId }: Product, references: string[]): Line[] =>
  references.map((reference) => ({ id: crypto.randomUUID(), productId, quantity: 4, reference }))

const numbered = (count: number) => Array.from({ length: count }, (_, at) => `Flat ${at + 1}`)

/** A visitor whose browser has stored these lines. */
function aVisitorWith(lines: Line[]) {
  const localStorage = [
    { name: 'cart', value: JSON.stringify({ 1: { lines, count: lines.length } }) },
    { name: 'gathered', value: 'yes' },
  ]
  return aPerson({ storageState: { cookies: [], origins: [{ origin: inject('origin'), localStorage }] } })
}

test('a visitor’s cart grows to 500 lines, and one that is longer can be opened and made smaller', async () => {
  const [part, other] = await Promise.all([aProduct({ stock: 10_000 }), aProduct()])
  const { page } = await aVisitorWith(linesOf(part, numbered(501)))
  await visit(page, `/products/${other._id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await toast(page, 'A cart holds 500 lines at most.')
  await visit(page, '/cart')
  await page
    .getByRole('button', { name: /^Take .* out$/ })
    .first()
    .click()
  await page.getByRole('link', { name: /^Cart 500/ }).waitFor()
  expect(await row(page, part).count()).toBe(500)
})

test('gathered lines that the account’s cart has no room for wait in the browser, and the cart says so', async () => {
  const [part, buyer] = await Promise.all([aProduct({ stock: 10_000 }), aBuyer()])
  const lines = linesOf(part, numbered(498)).map(({ id: _, ...line }) => line)
  await ask(buyer.calls.cart.$put({ json: { version: 0, lines } }))
  const { page } = await aVisitorWith(linesOf(part, ['A', 'B', 'C', 'D']))
  await signIn(page, buyer.who, '/cart')
  await page.getByText('2 lines wait in this browser to join your cart. A cart holds 500 lines at most.').waitFor()
  expect(await row(page, part).count()).toBe(500)
  await page
    .getByRole('button', { name: /^Take .* out$/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Add what fits' }).click()
  await page.getByText('1 line waits in this browser').waitFor()
  expect((await ask(buyer.calls.cart.$get())).lines.map(({ reference }) => reference)).toEqual([
    ...numbered(498).slice(1),
    'A',
    'B',
    'C',
  ])
})

test('a code that the shop refuses to read takes neither cart nor till away, and can be taken out', async () => {
  const [part, { page, calls }] = await Promise.all([aProduct(), aBuyer()])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4, reference: '' }] } }))
  await visit(page, '/cart')
  const code = page.getByLabel('Discount code')
  await code.fill('ß'.repeat(31))
  await page.getByRole('button', { name: 'Apply' }).click()
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await sum.getByText('There is no such code').waitFor()

  const long = JSON.stringify({ 1: { country: '', code: 'S'.repeat(62) } })
  await page.evaluate((text) => localStorage.setItem('sums', text), long)
  for (const path of ['/checkout', '/cart']) {
    await visit(page, path)
    await sum.getByText('At most 60 characters').waitFor()
    await sum.getByText('$48.00').first().waitFor()
  }
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => sum.getByText('At most 60 characters').count()).toBe(0)
  await visit(page, '/cart')
  expect(await code.inputValue()).toBe('')
})
