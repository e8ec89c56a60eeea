import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { anAddressChangedTwice } from './changed-twice.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack } from './other-tabs.ts'
import { fillLogin, reload, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, type Buyer, signedInOn, verify } from './standing.ts'

test('a review that was typed survives the end of the session', async () => {
  const { page, context, origin, who } = await aBuyer()
  await visit(page, '/dashboard/review')
  await page.getByRole('radio', { name: '5' }).check({ force: true })
  await page.getByLabel('Description').fill('Arrived cold, stays cold.')
  await context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: origin } })
  await page.getByRole('button', { name: 'Add Review' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/dashboard/review')
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Arrived cold, stays cold.')
  expect(await page.getByRole('radio', { name: '5' }).isChecked()).toBe(true)
})

test('an order that was being placed survives the end of the session', async () => {
  const [product, { page, context, origin, who }] = await Promise.all([aProduct(), aBuyer()])
  await visit(page, `/purcess/${product._id}`)
  await page.getByLabel('Quantity').fill('12')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  // The dialog's own requests would notice the lost session, too.
  const asked = ['**/api/orders?*limit=1', '**/api/user/*'].map((url) => page.waitForResponse(url))
  await page.getByRole('button', { name: 'Place Order' }).click()
  await Promise.all(asked)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Quay 9')
  await context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: origin } })
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL((url) => url.pathname === '/login')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(`/purcess/${product._id}?quantity=12`)
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  await dialog.getByLabel('Phone').fill('22 00 01 40')
  await reload(page)
  await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('22 00 01 40')
  expect(await dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Yay! Order Success')
  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await dialog.count()).toBe(0)
})

async function atTheTill() {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const fill = async ({ calls }: Pick<Buyer, 'calls'>) => {
    const { version } = await ask(calls.cart.$get())
    await ask(calls.cart.$put({ json: { version, lines: [{ productId: product._id, quantity: 4 }] } }))
    await visit(buyer.page, '/checkout')
  }
  await fill(buyer)
  return { buyer, fill }
}

/** Types what the till needs before an order can be placed, with a phone number, as somebody verified. */
async function fillVerified(buyer: Buyer) {
  const { page } = buyer
  await verify(buyer)
  await fillTill(page, 'Quay 9, Bergen')
  await page.getByLabel('Phone').fill('22 00 01 40')
}

test('what was typed at the till survives the end of the session and the way to the cart, and not the order', async () => {
  const { buyer, fill } = await atTheTill()
  const { page } = buyer
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
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Test mode.').waitFor()
  const again = await signedInOn(buyer)
  const [order] = await ask(again.calls.orders.$get({ query: { email: buyer.who.email } }))
  expect(order?.address).toBe('Quay 9, Bergen')

  await fill(again)
  await reads(page, 'Note for the delivery', '')
  expect(await page.getByLabel('Your reference').inputValue()).toBe('')
})

test('an address that was typed at the till is no other one that was saved since', async () => {
  const { buyer } = await atTheTill()
  const { page, calls } = buyer
  await page.getByRole('textbox', { name: 'Address' }).fill('Quay 9, Bergen')
  await ask(calls.addresses.$post({ json: { name: 'Workshop', street: 'Dock Street 4', country: 'Norway' } }))
  await reload(page)
  await page.getByRole('radio', { name: /^Workshop/ }).waitFor()
  expect(await page.getByRole('radio', { name: 'Another address' }).isChecked()).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Quay 9, Bergen')
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

test('a change of an address that was begun brings back nothing that was changed elsewhere since', async () => {
  const { page } = await anAddressChangedTwice()
  await reload(page)
  await reads(page, 'Company', 'Nordside Cooling')
  await reads(page, 'Street', 'Dock Street 4')
})

test('a question about a part survives the end of the session; one that was cancelled asks for nothing', async () => {
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
})

test.each([
  ['shipping-tax', 'Add a zone', 'Name'],
  ['shipping-tax', 'Add a rate', 'Per cent'],
  ['codes-groups', 'Add a code', 'Code'],
  ['codes-groups', 'Add a group', 'Prices of its own'],
])(
  'what an admin began in /dashboard/%s by “%s” is there when the page comes again, until they cancel',
  async (name, opens, label) => {
    const { page } = await anAdmin()
    await visit(page, `/dashboard/${name}`)
    await page.getByRole('button', { name: opens }).click()
    await page.getByLabel(label, { exact: true }).fill('12')
    await reload(page)
    await reads(page, label, '12')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await reload(page)
    await page.getByRole('button', { name: opens }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)

test('the reason and the answer that an admin began stand at what they are for, each in one dialog', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  await verify(buyer)
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

test('a fit that was begun is there again for its part alone', async () => {
  const [product, another, { page }] = await Promise.all([aProduct(), aProduct(), anAdmin()])
  const pathOf = ({ _id }: typeof product) => `/dashboard/manageProducts/${_id}`
  await visit(page, pathOf(product))
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('both ends')
  await visit(page, pathOf(another))
  await page.getByRole('button', { name: 'Add a model' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await visit(page, pathOf(product))
  await expect.poll(() => page.getByRole('dialog').getByLabel('Note').inputValue()).toBe('both ends')
})

test('a draft brings back no price over one that somebody else has saved since, and says what was typed', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), anAdmin()])
  const { name, description, minOrder, attributes } = product
  await visit(page, `/dashboard/manageProducts/${product._id}`)
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
})

test('a draft brings back no list of prices over one that somebody else has saved since', async () => {
  const [one, other, { page, calls }] = await Promise.all([aProduct(), aProduct(), anAdmin()])
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
})

test('Back after an order was placed leads from the till to the empty cart', async () => {
  const { buyer } = await atTheTill()
  const { page } = buyer
  await fillVerified(buyer)
  // An empty answer leaves the page where it is, as the browser's memory does.
  await page.route('**/dashboard/payment/*', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForResponse('**/dashboard/payment/*')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await left
  await comesBack(page)
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
})
