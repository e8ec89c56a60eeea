import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { aPerson, logIn, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, signedInOn, WHERE } from './standing.ts'

test('a list that is being changed survives the end of the session, and what was saved elsewhere meanwhile', async () => {
  const [one, other, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const { page } = buyer
  const lines = [one, other].map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const { _id: id } = await ask(buyer.calls.lists.$post({ json: { name: 'Van', lines } }))
  const quantity = (line: number) => page.getByRole('textbox', { name: `Quantity in line ${line}` })
  const save = page.getByRole('button', { name: 'Save the changes' })
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Van stock, spring')
  await quantity(1).fill('12')
  await quantity(1).blur()
  await endSession(buyer)
  await save.click()
  await logBackIn(buyer)
  await reads(page, 'Name', 'Van stock, spring')
  await reads(page, 'Quantity in line 1', '12')

  await quantity(2).fill('16')
  await quantity(2).blur()
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
  const saved = await ask(calls.lists[':id'].$get({ param: { id } }))
  expect(saved.lines.map((line) => line.quantity)).toEqual([12, 8])
})

test('what is typed into a list while it is being saved stands over what was saved, and can be saved as well', async () => {
  const [one, other, { page, calls }] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const lines = [one, other].map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  const quantity = (line: number) => page.getByRole('textbox', { name: `Quantity in line ${line}` })
  const save = page.getByRole('button', { name: 'Save the changes' })
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(`**/api/lists/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await promise
    await route.continue()
  })
  await visit(page, `/dashboard/lists/${id}`)
  await quantity(1).fill('12')
  await quantity(1).blur()
  await page.getByText('$192.00').waitFor()
  await save.click()
  await quantity(2).fill('16')
  await quantity(2).blur()
  await page.getByText('$336.00').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Van stock, spring')
  letGo()
  await toast(page, 'The list is saved.')
  expect((await ask(calls.lists[':id'].$get({ param: { id } }))).lines.map((line) => line.quantity)).toEqual([12, 4])
  await reads(page, 'Quantity in line 2', '16')
  await reads(page, 'Quantity in line 1', '12')
  await reads(page, 'Name', 'Van stock, spring')
  await save.click()
  await page.getByRole('heading', { name: 'Van stock, spring' }).waitFor()
  const saved = await ask(calls.lists[':id'].$get({ param: { id } }))
  expect(saved.lines.map((line) => line.quantity)).toEqual([12, 16])
})

test('an order that is being corrected to be bought again survives the end of the session and a reload', async () => {
  const [one, other, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const { page, calls } = buyer
  const lines = [one, other].map(({ _id: productId }) => ({ productId, quantity: 4 }))
  const { number } = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  const quantity = (line: number) => page.getByRole('textbox', { name: `Quantity in line ${line}` })
  await visit(page, `/dashboard/orders/${number}/again`)
  await quantity(1).fill('12')
  await quantity(1).blur()
  await endSession(buyer)
  await reload(page)
  await logBackIn(buyer)
  await reads(page, 'Quantity in line 1', '12')
  await reads(page, 'Quantity in line 2', '4')

  await quantity(2).fill('16')
  await quantity(2).blur()
  await reload(page)
  await reads(page, 'Quantity in line 2', '16')
  await reads(page, 'Quantity in line 1', '12')
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).click()
  await page.waitForURL('/cart')
  const { lines: bought } = await ask((await signedInOn(buyer)).calls.cart.$get())
  expect(bought.map((line) => line.quantity)).toEqual([12, 16])
  await visit(page, `/dashboard/orders/${number}/again`)
  await reads(page, 'Quantity in line 2', '4')
  await reads(page, 'Quantity in line 1', '4')
})

test('a quantity that is still being typed into a list is kept by a reload and by Back, and saved by a press', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page, calls } = buyer
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  const quantity = page.getByRole('textbox', { name: 'Quantity in line 1' })
  await visit(page, '/dashboard/lists')
  await page.getByRole('link', { name: 'Van', exact: true }).click()
  await quantity.fill('12')
  await reload(page)
  await reads(page, 'Quantity in line 1', '12')
  await quantity.fill('16')
  await page.goBack()
  await page.getByRole('link', { name: 'Van', exact: true }).click()
  await reads(page, 'Quantity in line 1', '16')
  await quantity.fill('20')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await toast(page, 'The list is saved.')
  const saved = await ask(calls.lists[':id'].$get({ param: { id } }))
  expect(saved.lines.map((line) => line.quantity)).toEqual([20])
})

test('a corrected quantity that comes back while the shop does not answer is saved as it was typed', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), aBuyer()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByLabel('Quantity in line 1').fill('12')
  const json = { code: 'too_many_requests', message: 'Wait a moment.' }
  await page.route('**/api/quick-order', (route) => route.fulfill({ status: 429, json }))
  await reload(page)
  await toast(page, json.message)
  await reads(page, 'Quantity in line 1', '12')
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await toast(page, 'The list is saved.')
  const saved = await ask(calls.lists[':id'].$get({ param: { id } }))
  expect(saved.lines.map((line) => line.quantity)).toEqual([12])
})

test('a press of Add to cart after the session has ended says so', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await visit(page, `/products/${product.slug}`)
  await endSession(buyer)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await toast(page, 'Your session has ended. Log in again.')
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
})

/** The page of a list of one line of 4 pieces, shared by somebody else. */
async function aSharedList() {
  const [product, { calls }] = await Promise.all([aProduct(), aBuyer()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  const { token } = await ask(calls.lists[':id'].link.$post({ param: { id } }))
  return `/lists/${token}`
}

test('a shared list that is being corrected survives a reload, Back and the end of the session, until it is in the cart', async () => {
  const [path, buyer] = await Promise.all([aSharedList(), aBuyer()])
  const { page } = buyer
  const quantity = page.getByLabel('Quantity in line 1')
  await visit(page, path)
  await quantity.fill('12')
  await quantity.blur()
  await reload(page)
  await reads(page, 'Quantity in line 1', '12')
  await page.getByRole('link', { name: 'Models', exact: true }).first().click()
  await page.waitForURL('/models')
  await page.goBack()
  await reads(page, 'Quantity in line 1', '12')
  await endSession(buyer)
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await toast(page, 'Your session has ended. Log in again.')
  await logIn(page, buyer.who)
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

test('a line that went into the cart is not offered again by a reload, unless all lines are asked for', async () => {
  const [one, other, owner, { page, calls }] = await Promise.all([aProduct(), aProduct(), aBuyer(), aBuyer()])
  const ids = [one._id, other._id]
  const lines = ids.map((productId) => ({ productId, quantity: 4, reference: '' }))
  const { _id: id } = await ask(owner.calls.lists.$post({ json: { name: 'Van', lines } }))
  const { token } = await ask(owner.calls.lists[':id'].link.$post({ param: { id } }))
  await visit(page, `/lists/${token}`)
  await page.getByLabel('Quantity in line 1').fill('1000000')
  await page.getByLabel('Quantity in line 1').blur()
  await page.getByText('1 line needs you').waitFor()
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await toast(page, 'One line is in your cart.')
  await reload(page)
  await reads(page, 'Quantity in line 1', '1000000')
  await page.getByText('0 of 1 lines').waitFor()
  expect((await ask(calls.cart.$get())).lines.map(({ productId }) => productId)).toEqual([other._id])
  await page.getByRole('button', { name: 'All lines again' }).click()
  await page.getByText('2 of 2 lines').waitFor()
})

test('what a visitor corrects in a shared list is theirs after a reload, and after their login', async () => {
  const [path, { who }, { page }] = await Promise.all([aSharedList(), aBuyer(), aPerson()])
  await visit(page, path)
  await page.getByLabel('Quantity in line 1').fill('12')
  await reload(page)
  await reads(page, 'Quantity in line 1', '12')
  await logIn(page, who)
  await page.waitForURL(path)
  await untilWhole(page)
  await reads(page, 'Quantity in line 1', '12')
})

test.each(['/cart', '/quick-order'])(
  'the name under which the lines of %s are being saved survives the end of the session, which is said',
  async (path) => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
    const { page, calls } = buyer
    const lines = [{ productId: product._id, quantity: 4, reference: '' }]
    await ask(calls.cart.$put({ json: { version: 0, lines } }))
    const check = async () => {
      if (path === '/quick-order') await page.getByRole('button', { name: /^Check/ }).click()
    }
    const saves = page.getByRole('dialog').getByRole('button', { name: 'Save' })
    await visit(page, path)
    if (path === '/quick-order') await page.getByLabel('Lines: number, quantity').fill('EF-230, 12')
    await check()
    await page.getByRole('button', { name: 'Save as a list' }).click()
    await page.getByLabel('Name').fill('Van stock, spring')
    await endSession(buyer)
    await saves.click()
    await toast(page, 'Your session has ended. Log in again.')
    await logBackIn(buyer)
    expect(new URL(page.url()).pathname).toBe(path)
    await check()
    await reads(page, 'Name', 'Van stock, spring')
    await saves.click()
    await toast(page, 'The list is saved.')
    const kept = await ask((await signedInOn(buyer)).calls.lists.$get())
    expect(kept.map(({ name, count }) => [name, count])).toEqual([['Van stock, spring', 1]])
    await reload(page)
    await check()
    await page.getByRole('button', { name: 'Save as a list' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  },
)
