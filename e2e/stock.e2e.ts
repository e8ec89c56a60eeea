import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectToBeWell } from './axe.ts'
import { ONCE_MORE, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, payByCalls } from './standing.ts'

const pathOf = ({ _id }: { _id: string }) => `/dashboard/manageProducts/${_id}`

const shown = ({ free, ordered, shelf }: Record<'free' | 'ordered' | 'shelf', number>) =>
  ['In the house', shelf, 'Ordered, not sent', ordered, 'Free to sell', free].join('\n')

test('a count is booked as its difference to what lies in the house, ordered pieces among it; pieces whose answer was lost are booked once, and a count is not booked on what others have changed meanwhile', async () => {
  const [product, { page, calls }, buyer] = await Promise.all([
    aProduct({ stock: 20 }),
    anAdmin({ provokes: /ERR_CONNECTION_RESET/ }),
    aBuyer(),
  ])
  await payByCalls(buyer, await anOrder(buyer, product))
  await visit(page, pathOf(product))
  const panel = page.getByRole('region', { name: 'Stock' })
  const shelf = () => panel.locator('dl').innerText()
  const book = panel.getByRole('button', { name: 'Book' })
  expect(await shelf()).toBe(shown({ free: 16, ordered: 4, shelf: 20 }))
  await panel.getByLabel('Reason').selectOption('Counted')
  await panel.getByText('+ came, − went').waitFor()
  await panel.getByLabel('Difference').fill('+3')
  await panel.getByText('In the house then: 23').waitFor()
  await expectToBeWell(page, { name: 'a difference that was counted' }, ['light'])
  await book.click()
  await toast(page, 'Stock booked')
  await expect.poll(shelf).toBe(shown({ free: 19, ordered: 4, shelf: 23 }))

  await page.route('**/api/product/*/stock', async (route) => {
    await route.fetch(ONCE_MORE)
    await route.abort('connectionreset')
  })
  await panel.getByLabel('Reason').selectOption('Delivered in')
  await panel.getByLabel('Difference').fill('40')
  await book.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  await page.unroute('**/api/product/*/stock')
  await panel.getByLabel('Note').fill('Purchase 77')
  await book.click()
  await toast(page, 'It was booked before')
  await page.getByRole('listitem').filter({ hasText: 'Delivered in' }).getByText('+40').waitFor()
  expect(await panel.getByLabel('Difference').inputValue()).toBe('')
  await expect.poll(shelf).toBe(shown({ free: 59, ordered: 4, shelf: 63 }))
  await panel.getByLabel('Reason').selectOption('Counted')
  await panel.getByLabel('Difference').fill('8')
  const more = { quantity: '5', reason: 'received', note: '' } as const
  await ask(calls.product[':id'].stock.$post({ param: { id: product._id }, json: more }))
  await book.click()
  await panel.getByText('In the house by now: 68, not 63. Enter the difference anew.').waitFor()
  await expect.poll(shelf).toBe(shown({ free: 64, ordered: 4, shelf: 68 }))
  // The difference stays one to the number that it was typed under, also after a way back to the page.
  await page.getByRole('link', { name: 'Manage Products' }).first().click()
  await page.getByRole('heading', { name: 'Manage Products' }).waitFor()
  await page.goBack()
  expect(await panel.getByLabel('Difference').inputValue()).toBe('8')
  await panel.getByText('Reckoned from 63: enter it anew').waitFor()
  await book.click()
  await panel.getByText('In the house by now: 68, not 63. Enter the difference anew.').waitFor()
  await panel.getByLabel('Difference').fill('8')
  await panel.getByText('In the house then: 76').waitFor()
  await book.click()
  await expect.poll(shelf).toBe(shown({ free: 72, ordered: 4, shelf: 76 }))

  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('76 pieces lie in the house (ordered, not sent: 4).').waitFor()
  expect(await shelf()).toBe(shown({ free: 72, ordered: 4, shelf: 76 }))
})
