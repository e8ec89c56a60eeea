import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { aPerson, getsFocus, holdAnswers, logIn, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer, type Product, signedInOn, WHERE } from './standing.ts'

/** A list of 4 pieces of each part. */
async function aList({ calls }: Pick<Buyer, 'calls'>, parts: Product[]) {
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  return { id, lines }
}

/** The path of such a list, shared by somebody else. */
async function aSharedList(count: number) {
  const [buyer, ...parts] = await Promise.all([aBuyer(), ...Array.from({ length: count }, () => aProduct())])
  const { id } = await aList(buyer, parts)
  const { token } = await ask(buyer.calls.lists[':id'].link.$post({ param: { id } }))
  return { path: `/lists/${token}`, ids: parts.map(({ _id }) => _id) }
}

const savedIn = async ({ calls }: Pick<Buyer, 'calls'>, id: string) =>
  (await ask(calls.lists[':id'].$get({ param: { id } }))).lines

const quantitiesIn = async (buyer: Pick<Buyer, 'calls'>, id: string) =>
  (await savedIn(buyer, id)).map(({ quantity }) => quantity)

const quantity = (page: Page, line: number) => page.getByRole('textbox', { name: `Quantity in line ${line}` })

const saving = (page: Page) => page.getByRole('button', { name: 'Save the changes' })

test('a list that is being changed survives the end of the session, and what was saved elsewhere meanwhile', async () => {
  const [one, other, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const { page } = buyer
  const { id, lines } = await aList(buyer, [one, other])
  const save = saving(page)
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Van stock, spring')
  await quantity(page, 1).fill('12')
  await quantity(page, 1).blur()
  await endSession(buyer)
  await save.click()
  await logBackIn(buyer)
  await reads(page, 'Name', 'Van stock, spring')
  await reads(page, 'Quantity in line 1', '12')

  await quantity(page, 2).fill('16')
  await quantity(page, 2).blur()
  const { calls } = await signedInOn(buyer)
  const theirs = lines.map((line, at) => (at === 0 ? line : { ...line, quantity: 8 }))
  await ask(calls.lists[':id'].$put({ param: { id }, json: { name: 'Van', version: 1, lines: theirs } }))
  await save.click()
  await toast(page, `You had typed: 16 of ${other.name}`)
  await reads(page, 'Quantity in line 2', '8')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Van stock, spring')
  await reads(page, 'Quantity in line 1', '12')
  await save.click()
  await toast(page, 'The list is saved.')
  await reload(page)
  await reads(page, 'Name', 'Van stock, spring')
  expect(await quantitiesIn({ calls }, id)).toEqual([12, 8])
})

/** The quantities cannot be judged when the page is loaded anew. */
async function savesUnjudged({ page, calls }: Buyer, id: string) {
  const json = { code: 'too_many_requests', message: 'Wait a moment.' }
  await page.route('**/api/quick-order', (route) => route.fulfill({ status: 429, json }))
  await quantity(page, 1).fill('12')
  await reload(page)
  await toast(page, json.message)
  await reads(page, 'Quantity in line 1', '12')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await toast(page, 'The list is saved.')
  expect(await quantitiesIn({ calls }, id)).toEqual([12, 4])
  await page.unroute('**/api/quick-order')
}

async function typesWhileSaved({ page, calls }: Buyer, id: string) {
  const put = await holdAnswers(page, `**/api/lists/${id}`, 'PUT')
  await quantity(page, 1).fill('20')
  await saving(page).click()
  await put.asked
  await quantity(page, 2).fill('24')
  await quantity(page, 2).blur()
  await page.getByText('$528.00').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Van stock, spring')
  put.letThrough()
  await expect.poll(() => quantitiesIn({ calls }, id)).toEqual([20, 4])
  await reads(page, 'Quantity in line 2', '24')
  await reads(page, 'Quantity in line 1', '20')
  await reads(page, 'Name', 'Van stock, spring')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await page.getByRole('heading', { name: 'Van stock, spring' }).waitFor()
  expect(await quantitiesIn({ calls }, id)).toEqual([20, 24])
}

test('a quantity that is still being typed into a list is kept by a reload and by Back, also while the shop does not answer, and saved by a press or by Enter in the name, over what is being saved', async () => {
  const [one, other, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const { page } = buyer
  const { id } = await aList(buyer, [one, other])
  await visit(page, '/dashboard/lists')
  await page.getByRole('link', { name: 'Van', exact: true }).click()
  await savesUnjudged(buyer, id)
  await quantity(page, 1).fill('16')
  await page.goBack()
  await page.getByRole('link', { name: 'Van', exact: true }).click()
  await reads(page, 'Quantity in line 1', '16')
  await typesWhileSaved(buyer, id)
})

const leaveOut = (page: Page, line: number) => page.getByRole('button', { name: `Leave it out: line ${line}` })

/** On a phone it stands in one row with the quantity. */
async function standsBesideQuantity(page: Page) {
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 375, height: 812 })
  const middleOf = (it: Locator) =>
    it.evaluate((one) => one.getBoundingClientRect()).then((box) => box.y + box.height / 2)
  const [button, field] = await Promise.all([middleOf(leaveOut(page, 1)), middleOf(quantity(page, 1))])
  expect(Math.abs(button - field)).toBeLessThan(8)
  if (wide) await page.setViewportSize(wide)
}

async function leavesOutOfList({ page, calls }: Buyer, parts: [Product, Product]) {
  const { id } = await aList({ calls }, parts)
  await visit(page, `/dashboard/lists/${id}`)
  await leaveOut(page, 1).waitFor()
  await standsBesideQuantity(page)
  await quantity(page, 1).fill('8')
  await leaveOut(page, 2).click()
  await leaveOut(page, 2).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'All lines again' }).click()
  await leaveOut(page, 2).waitFor()
  await reads(page, 'Quantity in line 1', '8')
  await leaveOut(page, 1).click()
  await saving(page).press('Enter')
  await toast(page, 'The list is saved.')
  await getsFocus(saving(page))
  expect((await savedIn({ calls }, id)).map(({ productId }) => productId)).toEqual([parts[1]._id])
  await leaveOut(page, 1).click()
  await page.getByText('A list has at least one line.').waitFor()
  await reload(page)
  await leaveOut(page, 1).waitFor()
}

async function buysAgain({ page, calls }: Buyer, parts: [Product, Product]) {
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4 }))
  const { number } = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await visit(page, `/dashboard/orders/${number}/again`)
  await quantity(page, 2).fill('16')
  await quantity(page, 2).blur()
  await reload(page)
  await reads(page, 'Quantity in line 2', '16')
  await leaveOut(page, 1).click()
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await toast(page, 'One line is in the cart.')
  const bought = (await ask(calls.cart.$get())).lines
  expect(bought.map((line) => [line.productId, line.quantity])).toEqual([[parts[1]._id, 16]])
  await visit(page, `/dashboard/orders/${number}/again`)
  await reads(page, 'Quantity in line 2', '4')
}

test('a line that is in stock is left out of a kept list and of an order that is bought again, and comes back, and what is corrected there survives a reload', async () => {
  const [one, other, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  await leavesOutOfList(buyer, [one, other])
  await buysAgain(buyer, [one, other])
})

test('a shared list that a visitor corrects is theirs after a login, and survives Back and the end of the session, until it is in the cart', async () => {
  const [{ path }, { who, calls }, person] = await Promise.all([aSharedList(1), aBuyer(), aPerson()])
  const buyer = { ...person, who, calls }
  const { page } = buyer
  await visit(page, path)
  await quantity(page, 1).fill('12')
  await logIn(page, who)
  await page.waitForURL(path)
  await untilWhole(page)
  await reads(page, 'Quantity in line 1', '12')
  await page.getByRole('link', { name: 'Models', exact: true }).first().click()
  await page.waitForURL('/models')
  await page.goBack()
  await reads(page, 'Quantity in line 1', '12')
  await endSession(buyer)
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await toast(page, 'Your session has ended. Log in again.')
  await logIn(page, who)
  await page.waitForURL(path)
  await reads(page, 'Quantity in line 1', '12')
  await page.getByText('$144.00').first().waitFor()
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await page.waitForURL('/cart')
  const { lines } = await ask((await signedInOn(buyer)).calls.cart.$get())
  expect(lines.map((line) => line.quantity)).toEqual([12])
  await visit(page, path)
  await reads(page, 'Quantity in line 1', '4')
})

test('a line that went into the cart is not offered again by a reload, unless all lines are asked for, and the press keeps the keyboard', async () => {
  const [{ path, ids }, { page, calls }] = await Promise.all([aSharedList(2), aBuyer()])
  await visit(page, path)
  await page.getByLabel('Quantity in line 1').fill('1000000')
  await page.getByLabel('Quantity in line 1').blur()
  await page.getByText('1 line needs you').waitFor()
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).press('Enter')
  await toast(page, 'One line is in your cart.')
  await getsFocus(page.getByRole('button', { name: 'Put 0 lines into the cart' }))
  await reload(page)
  await reads(page, 'Quantity in line 1', '1000000')
  await page.getByText('0 of 1 lines').waitFor()
  expect((await ask(calls.cart.$get())).lines.map(({ productId }) => productId)).toEqual([ids[1]])
  await page.getByRole('button', { name: 'All lines again' }).click()
  await page.getByText('1 of 2 lines').waitFor()
  await reads(page, 'Quantity in line 1', '1000000')
})

test('the name under which the lines of the cart are being saved survives the end of the session, which is said', async () => {
  const [{ _id: productId }, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page, calls } = buyer
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId, quantity: 4, reference: '' }] } }))
  const saves = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  await page.getByLabel('Name').fill('Van stock, spring')
  await endSession(buyer)
  await saves.click()
  await toast(page, 'Your session has ended. Log in again.')
  await logBackIn(buyer)
  expect(new URL(page.url()).pathname).toBe('/cart')
  await reads(page, 'Name', 'Van stock, spring')
  await saves.click()
  await toast(page, 'The list is saved.')
  const kept = await ask((await signedInOn(buyer)).calls.lists.$get())
  expect(kept.map(({ name, count }) => [name, count])).toEqual([['Van stock, spring', 1]])
  await reload(page)
  await page.getByRole('button', { name: 'Save as a list' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
