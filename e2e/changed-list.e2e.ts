import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { reload, toast, visit } from './person.ts'
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
