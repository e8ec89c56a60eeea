import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { goToTill } from './cart-calls.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack } from './other-tabs.ts'
import { reload, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, type Buyer, type Product, signedInOn, verify } from './standing.ts'

/** Begins an order of a part, which is placed after its session has ended. */
async function orderLater(buyer: Buyer, { _id: id }: Product) {
  const { page } = buyer
  await visit(page, `/purcess/${id}`)
  await page.getByLabel('Quantity').fill('12')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // The dialog's own requests would notice the lost session, too.
  const asked = ['**/api/orders?*limit=1', '**/api/user/*'].map((url) => page.waitForResponse(url))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await Promise.all(asked)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Quay 9')
  await endSession(buyer)
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await logBackIn(buyer)
  await page.waitForURL(`/purcess/${id}?quantity=12`)
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Yay! Order Success')
  await visit(page, `/purcess/${id}?quantity=12`)
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await dialog.count()).toBe(0)
}

test('an order and a question about a part survive the end of the session; what was placed or cancelled asks for nothing', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await verify(buyer)
  await visit(page, `/products/${product._id}`)
  const { pathname } = new URL(page.url())
  const dialog = page.getByRole('dialog', { name: 'Ask about this part' })
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await dialog.getByLabel('Your question').fill('Does it turn clockwise?')
  await dialog.getByLabel('What else we should know').fill('Seen from the shaft.')
  await endSession(buyer)
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('link', { name: 'Ask a question' }).click()
  await logBackIn(buyer)
  await page.waitForURL((url) => url.pathname === pathname)
  await reads(page, 'Your question', 'Does it turn clockwise?')
  await reads(page, 'What else we should know', 'Seen from the shaft.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await reads(page, 'Your question', 'Does it turn clockwise?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await reload(page)
  await page.getByRole('button', { name: 'Ask a question' }).waitFor()
  expect(await dialog.count()).toBe(0)
  await orderLater(buyer, product)
})

/** Types what the till needs before an order can be placed, with a phone number, as somebody verified. */
async function fillVerified(buyer: Buyer) {
  const { page } = buyer
  await verify(buyer)
  await fillTill(page, 'Quay 9, Bergen')
  await page.getByLabel('Phone').fill('22 00 01 40')
}

test('what was typed at the till survives the end of the session and the way to the cart, and not the order, after which Back leads to the empty cart and on', async () => {
  const [{ _id: part }, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await goToTill(buyer, part)
  await fillVerified(buyer)
  await page.getByLabel('Your reference').fill('Job 2117')
  await page.getByLabel('Note for the delivery').fill('Ring twice')
  await endSession(buyer)
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await logBackIn(buyer)
  await reads(page, 'Note for the delivery', 'Ring twice')
  expect(await page.getByLabel('Country').inputValue()).toBe('Norway')
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Quay 9, Bergen')
  expect(await page.getByLabel('Phone').inputValue()).toBe('22 00 01 40')
  expect(await page.getByLabel('For the shelf').isChecked()).toBe(true)

  await page.getByRole('link', { name: 'Back to the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await page.goBack()
  await reads(page, 'Note for the delivery', 'Ring twice')
  // An empty answer leaves the page where it is, as the browser's memory does.
  await page.route('**/dashboard/payment/*', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForResponse('**/dashboard/payment/*')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await left
  await comesBack(page)
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  const again = await signedInOn(buyer)
  const [order] = await ask(again.calls.orders.$get({ query: { email: buyer.who.email } }))
  expect(order?.address).toBe('Quay 9, Bergen')
  await visit(page, '/blog')
  await page.goto('/checkout')
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await page.goBack()
  await page.waitForURL('/blog')

  await goToTill({ page, calls: again.calls }, part)
  await reads(page, 'Note for the delivery', '')
  expect(await page.getByLabel('Your reference').inputValue()).toBe('')
})

test('a new address that was typed survives the end of the session; once it is saved, the dialog stays closed', async () => {
  const buyer = await aBuyer()
  const { page } = buyer
  await visit(page, '/dashboard/addresses')
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog', { name: 'New address' })
  await dialog.getByLabel('Name').fill('Workshop')
  await dialog.getByLabel('Street').fill('Quay 9')
  await dialog.getByLabel('Country').fill('Norway')
  await endSession(buyer)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await logBackIn(buyer)
  await reads(page, 'Street', 'Quay 9')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The address is saved.')
  await page.getByRole('button', { name: 'Change Workshop' }).waitFor()
  await reload(page)
  await page.getByRole('button', { name: 'Change Workshop' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

test('the reason and the answer that an admin began stand at what they are for, each in one dialog', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  const json = { title: 'Does it turn clockwise?', words: '' }
  await ask(buyer.calls.product[':id'].questions.$post({ param: { id: product._id }, json }))
  await visit(page, `/products/${product._id}`)
  for (const [opens, label] of [
    ['Answer: Does it turn clockwise?', 'Your answer'],
    [`Hide the question by ${buyer.who.name}`, 'Reason'],
  ] as const) {
    await page.getByRole('button', { name: opens }).click()
    await page.getByLabel(label).fill('It does.')
    await reload(page)
    await reads(page, label, 'It does.')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})

test('a draft brings back no price over one that somebody else has saved since, and says what was typed; a fit that was begun is there again for its part alone', async () => {
  const [product, another, { page, calls }] = await Promise.all([aProduct(), aProduct(), anAdmin()])
  const pathOf = ({ _id }: Product) => `/dashboard/manageProducts/${_id}`
  const { name, description, minOrder, attributes } = product
  await visit(page, pathOf(product))
  await page.getByLabel('Unit Price').fill('74.00')
  await page.getByLabel('Maker').fill('Koldra')
  const theirs = { name, description, minOrder, attributes, image: product.img, number: '', category: '' }
  const json = { ...theirs, unitPrice: 75, version: 1 }
  await ask(calls.product[':id'].$put({ param: { id: product._id }, json }))
  page.on('dialog', (question) => void question.accept())
  await reload(page)
  await reads(page, 'Maker', 'Koldra')
  await reads(page, 'Unit Price', '75.00')
  await toast(page, 'You had typed: 74.00')

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await dialog.getByLabel('Note').fill('both ends')
  await visit(page, pathOf(another))
  await page.getByRole('button', { name: 'Add a model' }).waitFor()
  expect(await dialog.count()).toBe(0)
  await visit(page, pathOf(product))
  await expect.poll(() => dialog.getByLabel('Note').inputValue()).toBe('both ends')
})

/** What an admin begins as a new row is there when the page comes again, until they cancel. */
async function beginZone({ page }: Buyer) {
  await visit(page, '/dashboard/shipping-tax')
  await page.getByRole('button', { name: 'Add a zone' }).click()
  await page.getByLabel('Name', { exact: true }).fill('12')
  await reload(page)
  await reads(page, 'Name', '12')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await reload(page)
  await page.getByRole('button', { name: 'Add a zone' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
}

/** Prices of a group that are typed give way to those that somebody else has saved since, and are told. */
async function typePrices({ page, calls }: Buyer) {
  const [one, other] = await Promise.all([aProduct(), aProduct()])
  const [name, renamed] = [`Trade ${one._id}`, `Fitters ${one._id}`]
  const json = { name, percent: '0', prices: [{ part: one._id, unitPrice: '0.60' }] }
  await ask(calls['price-groups'].$post({ json }))
  const groups = await ask(calls['price-groups'].$get({ query: {} }))
  const id = groups.find((group) => group.name === name)?._id ?? ''
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByLabel('Name', { exact: true }).fill(renamed)
  await page.getByLabel('Prices of its own').fill(`${one._id} 0.50`)
  const prices = [...json.prices, { part: other._id, unitPrice: '0.70' }]
  await ask(calls['price-groups'][':id'].$put({ param: { id }, json: { ...json, prices, version: 1 } }))
  await reload(page)
  await reads(page, 'Name', renamed)
  expect(await page.getByLabel('Prices of its own').inputValue()).toContain('0.7')
  await toast(page, `You had typed: ${one._id} 0.50`)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('what an admin began in a new row is there when the page comes again, until they cancel; a draft brings back no list of prices over one that somebody else has saved since', async () => {
  const admin = await anAdmin()
  await beginZone(admin)
  await typePrices(admin)
})

const aCode = (begins: string) => `${begins}-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()

test('a code that a form is refused for stands in the list at once, also when another admin has made it; what was typed for one that was ended meanwhile is told once, and is no draft', async () => {
  const { page, calls } = await anAdmin()
  const [made, gone] = [aCode('FORM'), aCode('GONE')]
  const { _id: id } = await ask(calls['discount-codes'].$post({ json: { code: gone, percent: 10 } }))
  const dialog = page.getByRole('dialog')
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('button', { name: 'Add a code' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(made)
  await dialog.getByLabel('Per cent off').fill('10')
  await ask(calls['discount-codes'].$post({ json: { code: made, percent: 12 } }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('There is or was a code of this name.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('row').filter({ hasText: made }).waitFor()

  await page.getByRole('button', { name: `Change ${gone}` }).click()
  await dialog.getByLabel('Per cent off').fill('15')
  await ask(calls['discount-codes'][':id'].$delete({ query: {}, param: { id } }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('There is no such code.').waitFor()
  await reload(page)
  await toast(page, 'You had typed: 15')
  expect(await page.evaluate((of) => Object.keys(sessionStorage).filter((key) => key.includes(of)), id)).toEqual([])
})
