import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { boardOf, choose, typeTogether } from './orders-board.ts'
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
  await question.getByText('It was delivered already.').waitFor()
  await question.getByRole('button', { name: 'Take back the delivery of 1 order' }).click()
  await toast(page, `${second} waits to be sent again.`)
  expect(await read()).toMatchObject({ status: 'delivered', parcels: [{ carrier: 'Bring' }] })
})

/** Two orders are being delivered, the box is closed, and the next two are asked about before the answers are there. */
async function anAnswerOnItsWay({ isFirstLost }: { isFirstLost: boolean }) {
  const [{ who, numbers, orders }, admin] = await Promise.all([paidOrders(4), anAdmin({ provokes: /ERR_FAILED/ })])
  const { page } = admin
  const [first = '', second = '', third = '', fourth = ''] = numbers
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/checkouts/*/sent', async (route) => {
    await promise
    const isLost =
      isFirstLost &&
      route
        .request()
        .url()
        .includes(orders[0]?.checkoutId ?? '')
    await (isLost ? route.abort() : route.continue())
  })
  await visit(page, boardOf(who.name))
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /To deliver/ })
    .click()
  await page.waitForURL(/status=paid/)
  const before = await typeTogether({ page }, [first, second])
  await before.getByRole('button', { name: 'Deliver 2' }).click()
  await page.keyboard.press('Escape')
  await before.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Choose none' }).click()
  const question = await typeTogether({ page }, [third, fourth])
  await question.getByLabel('Carrier').fill('Posten')
  const stateOf = async (number: string) => {
    const { status, parcels } = await ask(admin.calls.orders[':id'].page.$get({ param: { id: number } }))
    return { status, parcels }
  }
  return { page, numbers: { first, second, third, fourth }, question, letGo, stateOf }
}

describe('the answer of orders that were delivered together, whose box was closed', () => {
  test('neither closes nor changes the question that stands by then', async () => {
    const { page, numbers, question, letGo, stateOf } = await anAnswerOnItsWay({ isFirstLost: false })
    letGo()
    await toast(page, `${numbers.first}, ${numbers.second}`)
    await reads(page, `Number for ${numbers.third}`, '3404 1187')
    await question.getByRole('button', { name: 'Deliver 2' }).click()
    await question.waitFor({ state: 'detached' })
    const parcels = [{ carrier: 'Posten', number: '3404 1188' }]
    expect(await stateOf(numbers.fourth)).toMatchObject({ status: 'delivered', parcels })
  })

  test('names those that were not delivered beside the question that stands by then', async () => {
    const { page, numbers, question, letGo, stateOf } = await anAnswerOnItsWay({ isFirstLost: true })
    letGo()
    await toast(page, `Not delivered. ${numbers.first}: The shop cannot be reached.`)
    await page.getByRole('button', { name: 'Take back', exact: true }).waitFor()
    await reads(page, 'Carrier', 'Posten')
    await reads(page, `Number for ${numbers.third}`, '3404 1187')
    await question.getByRole('button', { name: 'Deliver 2' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await stateOf(numbers.first)).toMatchObject({ status: 'paid', parcels: [] })
    expect(await stateOf(numbers.third)).toMatchObject({ parcels: [{ carrier: 'Posten', number: '3404 1187' }] })
  })

  test('leaves what is kept of the question after it', async () => {
    const { page, numbers, question, letGo } = await anAnswerOnItsWay({ isFirstLost: false })
    await page.goBack()
    await question.waitFor({ state: 'detached' })
    letGo()
    await toast(page, `${numbers.first}, ${numbers.second}`)
    await page.getByRole('button', { name: 'Deliver 2' }).click()
    await reads(page, `Number for ${numbers.fourth}`, '3404 1188')
    await reads(page, 'Carrier', 'Posten')
  })
})
