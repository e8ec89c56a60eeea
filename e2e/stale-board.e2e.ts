import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { boardOf, choose } from './orders-board.ts'
import { toast, visit } from './person.ts'
import { anAdmin, paidOrders } from './standing.ts'

async function aStaleBoard() {
  const [{ who, numbers }, { page, calls }] = await Promise.all([paidOrders(2), anAdmin()])
  const [first = '', second = ''] = numbers
  await visit(page, boardOf(who.name))
  const read = () => ask(calls.orders[':id'].page.$get({ param: { id: first } }))
  /** Sends the first order as another admin does, of which the board hears nothing. */
  const sendElsewhere = async (parcel: { carrier?: string; number?: string }) => {
    const { _id: id } = await read()
    await ask(calls.checkouts[':id'].sent.$patch({ param: { id }, json: parcel }))
  }
  return { page, first, second, sendElsewhere, read }
}

const takesBack = (page: Page) => page.getByRole('button', { name: /^Take back/ })

test('a board that has not heard of a delivery offers none to take back that it did not make', async () => {
  const { page, first, sendElsewhere, read } = await aStaleBoard()
  const row = page.getByRole('row').filter({ hasText: first })
  await row.getByRole('button', { name: /^Deliver / }).click()
  await sendElsewhere({ carrier: 'Bring', number: 'BR-A' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deliver' }).click()
  await page.getByText('It was sent before, perhaps by somebody else.').first().waitFor()
  await row.getByRole('button', { name: /^Deliver / }).waitFor({ state: 'detached' })
  expect(await takesBack(page).count()).toBe(0)
  expect(await read()).toMatchObject({ status: 'delivered', parcels: [{ carrier: 'Bring', number: 'BR-A' }] })
})

test('of orders that are delivered together one that somebody else has sent alike is not taken back', async () => {
  const { page, first, second, sendElsewhere, read } = await aStaleBoard()
  await choose({ page }, [first, second])
  await page.getByRole('button', { name: 'Deliver 2' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Carrier').fill('Bring')
  await sendElsewhere({ carrier: 'Bring' })
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await question.getByText('Somebody else has delivered it.').waitFor()
  await question.getByRole('button', { name: 'Take back the delivery of 1 order' }).click()
  await toast(page, `${second} waits to be sent again.`)
  expect(await read()).toMatchObject({ status: 'delivered', parcels: [{ carrier: 'Bring' }] })
})
