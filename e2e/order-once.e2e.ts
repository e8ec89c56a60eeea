import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reload, toast, visit } from './person.ts'
import { aBuyer, aProduct } from './standing.ts'

test('an order whose answer a reload has lost is placed once', async () => {
  const [product, { page, context, calls, who }] = await Promise.all([aProduct(), aBuyer()])
  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Quay 9')
  const answered = Promise.withResolvers<void>()
  await context.route('**/api/order', async (route) => {
    await route.fetch()
    answered.resolve()
  })
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await answered.promise
  await reload(page)
  await context.unroute('**/api/order')
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Yay! Order Success')
  expect(await ask(calls.orders.$get({ query: { email: who.email } }))).toHaveLength(1)
})
