import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { mailTo } from './mail.ts'
import { boardOf, choose, chooseBox, typeTogether } from './orders-board.ts'
import { goesOutOfSight } from './other-tabs.ts'
import { holdAnswers, ONCE_MORE, reload, toast, visit } from './person.ts'
import { anAdmin, aPaidList, aProduct, asAdmin, type Buyer, type Product, paidOrders, verify } from './standing.ts'

async function stockOf({ _id: id }: Product) {
  return (await ask((await asAdmin()).allproducts[':id'].$get({ param: { id } }))).stock
}

/** Books pieces whose answer a reload loses, and books them again. */
async function bookTwice({ page, context }: Buyer) {
  const answered = Promise.withResolvers<void>()
  await context.route('**/api/product/*/stock', async (route) => {
    await route.fetch(ONCE_MORE)
    answered.resolve()
  })
  await page.getByLabel('Difference').fill('40')
  await page.getByRole('button', { name: 'Book' }).click()
  await answered.promise
  await reload(page)
  await context.unroute('**/api/product/*/stock')
  await reads(page, 'Difference', '40')
  await page.getByRole('button', { name: 'Book' }).click()
  await toast(page, 'Stock booked')
}

test('pieces that were typed survive the end of the session, and those that were booked do not; pieces whose answer a reload has lost are booked once', async () => {
  const [product, admin] = await Promise.all([aProduct(), anAdmin()])
  const { page } = admin
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  await page.getByLabel('Difference').fill('40')
  await page.getByLabel('Note').fill('Purchase 77, shelf 4')
  await endSession(admin)
  await page.getByRole('button', { name: 'Book' }).click()
  await logBackIn(admin)
  await reads(page, 'Difference', '40')
  await reads(page, 'Note', 'Purchase 77, shelf 4')
  await page.getByRole('button', { name: 'Book' }).click()
  await toast(page, 'Stock booked')
  await reload(page)
  expect(await page.getByLabel('Difference').inputValue()).toBe('')
  await bookTwice(admin)
  expect(await stockOf(product)).toBe(280)
})

/** Pieces that are typed while others are being booked, and pieces that are sent while the page is out of sight. */
async function typeWhileBooking({ page }: Buyer, { _id: id }: Product) {
  const book = page.getByRole('button', { name: 'Book' })
  const isKept = () =>
    page.evaluate((end) => Object.keys(sessionStorage).some((key) => key.endsWith(end)), ` stock ${id}`)
  const booking = await holdAnswers(page, '**/api/product/*/stock', 'POST')
  await page.getByLabel('Difference').fill('40')
  await page.getByLabel('Note').fill('Purchase 77')
  await book.click()
  await booking.asked
  await page.getByLabel('Difference').fill('8')
  booking.letThrough()
  await toast(page, 'Stock booked')
  await reads(page, 'Note', '')
  await reads(page, 'Difference', '8')

  const unseen = await holdAnswers(page, '**/api/product/*/stock', 'POST')
  await book.click()
  await unseen.asked
  await goesOutOfSight(page)
  expect(await isKept()).toBe(true)
  unseen.letThrough()
  await reads(page, 'Difference', '')
  await expect.poll(isKept).toBe(false)
}

test('what is typed into a product while it is being saved stands over what was saved, and can be saved as well; so do pieces that are typed while others are being booked', async () => {
  const [product, admin] = await Promise.all([aProduct(), anAdmin()])
  const { page, calls } = admin
  const saving = await holdAnswers(page, `**/api/product/${product._id}`, 'PUT')
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  const save = page.getByRole('button', { name: 'Save changes' })
  await page.getByLabel('Unit Price').fill('50')
  await page.getByLabel('Place in the tree').selectOption('Fan motors')
  await page.getByLabel('Voltage').fill('230')
  await save.click()
  await saving.asked
  await page.getByLabel('Maker').fill('Koldra')
  await page.getByLabel('Voltage').fill('400')
  saving.letThrough()
  await toast(page, 'Product saved')
  await page.getByText('Not saved: Maker, Facts of its place.').waitFor()
  await reads(page, 'Unit Price', '50.00')
  await reads(page, 'Maker', 'Koldra')
  const saved = () => ask(calls.allproducts[':id'].$get({ param: { id: product._id } }))
  expect(await saved()).toMatchObject({ unitPrice: 50, maker: null, facts: { voltage: 230 } })
  await save.click()
  await save.waitFor({ state: 'detached' })
  expect(await saved()).toMatchObject({ unitPrice: 50, maker: 'Koldra', facts: { voltage: 400 } })

  await typeWhileBooking(admin, product)
  expect(await stockOf(product)).toBe(248)
})

/** Types a carrier for an order, while another tab sends another one with another carrier. */
async function typeCarrier({ page, context }: Buyer, first: string, second: string) {
  const other = await context.newPage()
  await visit(page, `/dashboard/orders/${first}`)
  await visit(other, `/dashboard/orders/${second}`)
  const carrier = page.getByRole('textbox', { name: 'Carrier' })
  const usual = await carrier.inputValue()
  await page.getByRole('textbox', { name: 'Number of the parcel' }).fill('BR-111')
  for (const [typed, stays] of [
    ['Postnord', usual],
    ['Helthjem', 'Bring'],
  ] as const) {
    await other.getByRole('textbox', { name: 'Carrier' }).fill(typed)
    await other.getByRole('button', { name: 'Sent, tell the customer' }).click()
    await other.getByRole('button', { name: `Take back the delivery of ${second}` }).click()
    await other.getByRole('button', { name: 'Sent, tell the customer' }).waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('lastCarrier'))).toContain(typed)
    expect(await carrier.inputValue()).toBe(stays)
    await carrier.fill('Bring')
  }
  await other.close()
}

test('a carrier that is typed stays when another tab sends with another one; a parcel survives the end of the session, and what was sent is no draft', async () => {
  const [{ buyer, numbers }, admin] = await Promise.all([paidOrders(2), anAdmin()])
  const [first = '', second = ''] = numbers
  const { page } = admin
  const { order, parts } = await aPaidList(buyer)
  await typeCarrier(admin, first, second)

  await visit(page, `/dashboard/orders/${order.number}`)
  const carrier = page.getByRole('textbox', { name: 'Carrier' })
  const number = page.getByRole('textbox', { name: 'Number of the parcel' })
  const last = page.getByRole('checkbox', { name: `4 of ${parts[2].name}` })
  const send = page.getByRole('button', { name: 'Sent, tell the customer' })
  await carrier.fill('Bring')
  await number.fill('BR-111-222')
  await last.uncheck()
  await endSession(admin)
  await send.click()
  await logBackIn(admin)
  await expect.poll(() => number.inputValue()).toBe('BR-111-222')
  expect(await carrier.inputValue()).toBe('Bring')
  expect(await last.isChecked()).toBe(false)
  await send.click()
  await toast(page, 'Deleverd Success')
  await page.getByText('Bring BR-111-222').first().waitFor()
  await reload(page)
  await last.waitFor()
  expect(await number.inputValue()).toBe('')
  expect(await last.isChecked()).toBe(true)
})

test('what is typed for orders that are delivered together survives Back, a reload and the end of the session, and not a no', async () => {
  const [{ who, numbers }, admin] = await Promise.all([paidOrders(3), anAdmin()])
  const { page } = admin
  const [first = '', , third = ''] = numbers
  const deliver = page.getByRole('button', { name: 'Deliver 2' })
  await visit(page, boardOf(who.name))
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /To deliver/ })
    .click()
  await page.waitForURL(/status=paid/)
  const question = await typeTogether({ page }, [first, third])
  await page.goBack()
  await question.waitFor({ state: 'detached' })
  await deliver.click()
  await reads(page, `Number for ${third}`, '3404 1188')
  await reads(page, 'Carrier', 'Bring')
  await reload(page)
  await reads(page, `Number for ${first}`, '3404 1187')
  await reads(page, 'Carrier', 'Bring')

  await endSession(admin)
  await question.getByRole('button', { name: 'Deliver 2' }).click()
  await logBackIn(admin)
  await reads(page, `Number for ${third}`, '3404 1188')
  expect(await question.getByLabel(`Number for ${first}`).inputValue()).toBe('3404 1187')
  expect(await question.getByLabel('Carrier').inputValue()).toBe('Bring')
  const keep = question.getByRole('button', { name: 'Keep as they are' })
  await keep.click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Chosen orders' }).getByText('2 chosen').waitFor()
  await deliver.click()
  await reads(page, `Number for ${first}`, '')
  // The carrier that was sent with last.
  await reads(page, 'Carrier', 'Bring')
  await keep.click()
  await question.waitFor({ state: 'detached' })
  await reload(page)
  await chooseBox(page, first).waitFor()
  expect(await question.count()).toBe(0)
})

test('what was typed for orders that were delivered or cancelled since is asked about no more, and nothing of a buyer is kept', async () => {
  const [{ who, numbers }, { page, calls }] = await Promise.all([paidOrders(4), anAdmin()])
  const [first = '', second = '', third = '', fourth = ''] = numbers
  await visit(page, boardOf(who.name))
  const question = await typeTogether({ page }, [first, second])
  await goesOutOfSight(page)
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(kept).toContain('3404 1187')
  expect(kept).not.toContain(who.email)
  const send = async (number: string) => {
    const { _id: id } = await ask(calls.orders[':id'].page.$get({ param: { id: number } }))
    await ask(calls.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Posten', number: '77' } }))
  }
  await send(first)
  await reload(page)
  const one = page.getByRole('dialog', { name: 'Deliver 1 order?' })
  await one.waitFor()
  await reads(page, `Number for ${second}`, '3404 1188')
  await reads(page, 'Carrier', 'Bring')
  await send(second)
  const read = page.waitForResponse((answer) => answer.url().includes(`/orders/${second}/page`))
  await reload(page)
  await read
  await choose({ page }, [third])
  await page.getByRole('button', { name: 'Deliver 1' }).click()
  await reads(page, `Number for ${third}`, '')
  expect(await question.count()).toBe(0)

  // Somebody else delivers it before the question is answered.
  await one.getByLabel('Carrier').fill('Bring')
  await send(third)
  await one.getByRole('button', { name: 'Deliver 1' }).click()
  await page.getByRole('dialog').getByText('It was delivered already.').waitFor()
  await reload(page)
  await choose({ page }, [fourth])
  await page.getByRole('button', { name: 'Deliver 1' }).click()
  await one.waitFor()
})

test('a correction that was begun says that its delivery was taken back meanwhile, and opens for no later one', async () => {
  const [{ buyer, orders }, { page, calls }] = await Promise.all([paidOrders(1), anAdmin()])
  await verify(buyer)
  const [{ _id: id, number = '' } = {}] = orders
  const sendElsewhere = () => ask(calls.paidorders[':id'].$patch({ param: { id: id ?? '' } }))
  await sendElsewhere()
  await mailTo(buyer.who.email, /^Your order is delivered/)
  await visit(page, `/dashboard/orders/${number}`)
  const correct = page.getByRole('button', { name: /^Correct the delivery/ })
  const dialog = page.getByRole('dialog')
  await correct.click()
  await dialog.getByLabel('Reason').fill('The parcel stands here still.')
  const { _id, parcels } = await ask(calls.orders[':id'].page.$get({ param: { id: number } }))
  const json = { parcel: parcels[0]?._id ?? '', reason: 'It was sent by mistake.' }
  await ask(calls.checkouts[':id'].corrected.$patch({ param: { id: _id }, json }))
  await page.getByText('It was sent by mistake.').first().waitFor()
  await dialog.getByRole('button', { name: 'Correct, tell the customer' }).click()
  await dialog.getByText('This delivery was taken back meanwhile.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await sendElsewhere()
  await correct.waitFor()
  expect(await dialog.count()).toBe(0)
})
