import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { boardOf, choose, typeTogether } from './orders-board.ts'
import { toast, visit } from './person.ts'
import { anAdmin, paidOrders } from './standing.ts'

const takesBack = (page: Page) => page.getByRole('button', { name: /^Take back/ })

test('a board that has not heard of a delivery offers none to take back that it did not make, also of orders that are delivered together', async () => {
  const [{ who, numbers }, { page, calls }] = await Promise.all([paidOrders(3), anAdmin()])
  const [first = '', second = '', third = ''] = numbers
  const read = (number: string) => ask(calls.orders[':id'].page.$get({ param: { id: number } }))
  /** Sends an order as another admin does, of which the board hears nothing. */
  const sendElsewhere = async (number: string, parcel: { carrier?: string; number?: string }) => {
    const { _id: id } = await read(number)
    await ask(calls.checkouts[':id'].sent.$patch({ param: { id }, json: parcel }))
  }
  await visit(page, boardOf(who.name))
  const row = page.getByRole('row').filter({ hasText: first })
  await row.getByRole('button', { name: /^Deliver / }).click()
  await sendElsewhere(first, { carrier: 'Bring', number: 'BR-A' })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deliver' }).click()
  await page.getByText('It was sent before, perhaps by somebody else.').first().waitFor()
  await row.getByRole('button', { name: /^Deliver / }).waitFor({ state: 'detached' })
  expect(await takesBack(page).count()).toBe(0)
  expect(await read(first)).toMatchObject({ status: 'delivered', parcels: [{ carrier: 'Bring', number: 'BR-A' }] })

  await choose({ page }, [second, third])
  await page.getByRole('button', { name: 'Deliver 2' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Carrier').fill('Bring')
  await sendElsewhere(second, { carrier: 'Bring' })
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await question.getByText('It was delivered already.').waitFor()
  await question.getByRole('button', { name: 'Take back the delivery of 1 order' }).click()
  await toast(page, `${third} waits to be sent again.`)
  expect(await read(second)).toMatchObject({ status: 'delivered', parcels: [{ carrier: 'Bring' }] })
})

/** Holds what is delivered until the answer of this is called; that of the checkout `lost` does not come to the shop. */
async function holdDeliveries(page: Page, lost = '') {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/checkouts/*/sent', async (route) => {
    await promise
    const isLost = lost && route.request().url().includes(lost)
    await (isLost ? route.abort() : route.continue())
  })
  return letGo
}

/** Delivers what is asked about, and closes the box before the answers are there. */
async function deliverBehind(page: Page, question: Locator) {
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Choose none' }).click()
}

test('the answer of orders that were delivered together, whose box was closed, leaves what is kept of the question after it, and names those that were not delivered beside the one that stands by then', async () => {
  const [{ who, numbers, orders }, admin] = await Promise.all([paidOrders(6), anAdmin({ provokes: /ERR_FAILED/ })])
  const { page } = admin
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = numbers
  const stateOf = async (number: string) => {
    const { status, parcels } = await ask(admin.calls.orders[':id'].page.$get({ param: { id: number } }))
    return { status, parcels }
  }
  await visit(page, boardOf(who.name))
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /To deliver/ })
    .click()
  await page.waitForURL(/status=paid/)
  const letGo = await holdDeliveries(page)
  await deliverBehind(page, await typeTogether({ page }, [first, second]))
  const question = await typeTogether({ page }, [third, fourth])
  await question.getByLabel('Carrier').fill('Posten')
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  letGo()
  await toast(page, `${first}, ${second}`)
  await page.getByRole('button', { name: 'Deliver 2' }).click()
  await reads(page, `Number for ${fourth}`, '3404 1188')
  await reads(page, 'Carrier', 'Posten')

  await page.unroute('**/api/checkouts/*/sent')
  const letOneGo = await holdDeliveries(page, orders[2]?.checkoutId)
  await deliverBehind(page, question)
  await typeTogether({ page }, [fifth, sixth])
  letOneGo()
  await toast(page, `Not delivered. ${third}: The shop cannot be reached.`)
  await page.getByRole('button', { name: 'Take back', exact: true }).first().waitFor()
  await reads(page, 'Carrier', 'Bring')
  await reads(page, `Number for ${fifth}`, '3404 1187')
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await stateOf(third)).toMatchObject({ status: 'paid', parcels: [] })
  expect(await stateOf(fifth)).toMatchObject({ parcels: [{ carrier: 'Bring', number: '3404 1187' }] })
  const parcels = [{ carrier: 'Bring', number: '3404 1188' }]
  expect(await stateOf(sixth)).toMatchObject({ status: 'delivered', parcels })
})
