import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { CARDS, challenge, fillCard, payButton } from './card.ts'
import { getsFocus, PHONE, reload, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, aStranger, asAdmin, type Buyer, payByCalls, WHERE } from './standing.ts'

const COMPLETED = 'Congrats! Your payment is completed.'
const paid = (page: Page) => page.getByRole('heading', { name: COMPLETED })
const refusal = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words })

/** A buyer at the card field of their own order. */
async function atThePayment(options?: Parameters<typeof aBuyer>[0]) {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer(options)])
  const order = await anOrder(buyer, product)
  await visit(buyer.page, `/dashboard/payment/${order._id}`)
  return { ...buyer, product, order }
}

async function pay(page: Page, card: string) {
  await fillCard(page, card)
  await payButton(page).click()
}

const statusOf = async ({ calls }: Buyer, id: string) => (await ask(calls.orders[':id'].$get({ param: { id } }))).status

test('a declined card, then a good one: paid, delivered, and both see it', async () => {
  const [product, buyer, keeper] = await Promise.all([aProduct(), aBuyer(PHONE), anAdmin()])
  const { page } = buyer
  const order = await anOrder(buyer, product)
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: `Pay for ${product.name}` }).click()
  await page.getByText('Test mode.').waitFor()
  await getsFocus(page.getByRole('heading', { name: 'Payment' }))
  await pay(page, CARDS.declined)
  const declined = refusal(page, 'Your card was declined.')
  await declined.waitFor()
  const [red = 0, green = 0, blue = 0] = await colourOf(declined)
  expect(red).toBeGreaterThan(1.5 * Math.max(green, blue))
  await pay(page, CARDS.good)
  await paid(page).waitFor()
  await getsFocus(page.getByRole('region', { name: 'Payment' }))
  const transaction = await page
    .getByText(/^pi_\w+$/)
    .first()
    .innerText()
  await toast(page, `${COMPLETED} ${transaction}`)

  await page.getByRole('region', { name: 'Payment' }).getByRole('link', { name: 'My Orders' }).click()
  const mine = page.getByRole('row').filter({ hasText: product.name })
  await mine.getByText('Pending...').waitFor()
  await mine.getByText('Paid, waiting to be sent').waitFor()
  expect(await mine.getByRole('button', { name: /Cancel/ }).count()).toBe(0)

  await visit(keeper.page, `/dashboard/orders?q=${encodeURIComponent(buyer.who.email)}`)
  const theirs = keeper.page.getByRole('row').filter({ hasText: product.name })
  await theirs.getByRole('button', { name: `Deliver ${product.name} to ${buyer.who.email}` }).click()
  await keeper.page.getByRole('alertdialog').getByRole('button', { name: 'Deliver' }).click()
  await toast(keeper.page, 'Deleverd Success')
  await toast(keeper.page, `${order.number} to ${buyer.who.name}`)
  await theirs.getByText('Paid', { exact: true }).waitFor()
  await theirs.getByText(transaction).waitFor()
  await getsFocus(theirs.getByRole('button', { name: `Take back the delivery of ${order.number}` }))

  await reload(page)
  await mine.getByText('Paid', { exact: true }).waitFor()
  await mine.getByText(/^Sent on \d/).waitFor()
  await mine.getByText(transaction).waitFor()
})

test('an order without an address is asked for one before the card, is offered the kept ones, and keeps another one that is typed', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer(PHONE)])
  const { page, calls } = buyer
  const { number } = await anOrder(buyer, product, {})
  await visit(page, `/dashboard/payment/${number}`)
  await page.getByRole('heading', { name: 'Where shall it go?' }).waitFor()
  expect(await page.getByText('Test mode.').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByText('Country is Required').waitFor()
  await page.getByText('Address is Required').waitFor()
  await page.getByLabel('Country').fill(WHERE.country)
  await page.getByLabel('Address').fill(WHERE.address)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payButton(page).waitFor()
  await page.getByText(WHERE.address).waitFor()

  const van = { ...WHERE, name: 'Van 3', company: 'Nordside', street: '3 Elm Court', city: 'Bergen' }
  await ask(calls.addresses.$post({ json: { name: 'Workshop', street: '14 Quay Road', country: 'Norway' } }))
  await ask(calls.addresses.$post({ json: van }))
  const order = await anOrder(buyer, product, {})
  await visit(page, `/dashboard/payment/${order._id}`)
  await page.getByRole('heading', { name: 'Where shall it go?' }).waitFor()
  expect(await page.getByRole('radio', { name: /^Workshop/ }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Another address' }).check()
  await page.getByRole('textbox', { name: 'Address' }).fill('Yard 7, Oslo')
  await page.getByLabel('Country').fill('Norway')
  await page.getByLabel('Keep it for the next order').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByText('Name is Required').waitFor()
  await page.getByRole('radio', { name: /^Van 3/ }).check()
  await page.getByRole('radio', { name: 'Another address' }).check()
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Yard 7, Oslo')
  await page.getByLabel('Keep it for the next order').check()
  await page.getByLabel('What you call it').fill('Yard')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payButton(page).waitFor()
  await page.getByText('Yard 7, Oslo').waitFor()
  const kept = await ask(calls.addresses.$get())
  expect(kept.map(({ name, company }) => name + company)).toEqual(['Workshop', 'Van 3Nordside', 'Yard'])
  expect(await ask(calls.checkouts.$get({ query: {} }))).toMatchObject([{ company: '' }, { company: '' }])
})

test('a card that is unfinished or refused says why, and the order stays unpaid until the bank is told yes', async () => {
  const { page, order, ...buyer } = await atThePayment()
  await fillCard(page, CARDS.good.slice(0, 12))
  await payButton(page).click()
  await refusal(page, 'Your card number is incomplete.').waitFor()
  for (const { card, says } of [
    { card: CARDS.withoutFunds, says: 'Your card has insufficient funds.' },
    { card: CARDS.expired, says: 'Your card has expired.' },
  ]) {
    await pay(page, card)
    await refusal(page, says).waitFor()
    await payButton(page).waitFor()
  }
  await pay(page, CARDS.asks)
  await challenge(page).getByRole('button', { name: 'Fail' }).click()
  await refusal(page, 'We are unable to authenticate your payment method.').waitFor()
  expect(await statusOf({ page, ...buyer }, order._id)).toBe('unpaid')
  await pay(page, CARDS.asks)
  await challenge(page).getByRole('button', { name: 'Complete' }).click()
  await paid(page).waitFor()
})

test('two clicks, a shop that is lost right after the charge, a reload, Back and a second tab never pay twice', async () => {
  const provokes = /net::ERR_FAILED|status of 400 .*\/stripe-sandbox\//
  const { page, context, order, ...buyer } = await atThePayment({ provokes })
  const confirmations: string[] = []
  context.on('request', (request) => {
    if (/\/payment_intents\/\w+\/confirm$/.test(request.url())) confirmations.push(request.url())
  })
  await payButton(page).waitFor()
  const second = await context.newPage()
  await visit(second, `/dashboard/payment/${order._id}`)
  await context.route(`**/api/orders/${order._id}`, (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await fillCard(second, CARDS.good)
  const charged = second.waitForResponse(/\/confirm$/)
  await payButton(second).dblclick()
  await charged
  await expect.poll(() => statusOf({ page, context, ...buyer }, order._id)).toBe('paid')
  await context.unroute(`**/api/orders/${order._id}`)
  await reload(second)
  await paid(second).waitFor()
  expect(await payButton(second).count()).toBe(0)
  await second.getByRole('link', { name: 'Receipt' }).click()
  await second.getByRole('button', { name: 'Print receipt' }).waitFor()
  await second.goBack()
  await paid(second).waitFor()
  expect(await payButton(second).count()).toBe(0)
  expect(confirmations).toHaveLength(1)

  await pay(page, CARDS.good)
  await paid(page).waitFor()
  const transactionOn = (tab: Page) =>
    tab
      .getByText(/^pi_\w+$/)
      .first()
      .innerText()
  expect(await transactionOn(page)).toBe(await transactionOn(second))
})

async function colourOf(where: ReturnType<typeof refusal>) {
  const colour = await where.locator('.err').evaluate((words) => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) return []
    canvas.fillStyle = getComputedStyle(words).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  return colour
}

test('the links to the receipts stand under each other, and the sheet keeps its margin and names the order, the sum and the transaction', async () => {
  const [product, buyer, keeper] = await Promise.all([aProduct(), aBuyer(), asAdmin()])
  const { page, who } = buyer
  const where = { ...WHERE, address: 'Unit 14, Riverside Industrial Estate, Longacre Road, Northmouth' }
  const sent = await payByCalls(buyer, await anOrder(buyer, product, where))
  await payByCalls(buyer, await anOrder(buyer, product, where))
  await ask(keeper.paidorders[':id'].$patch({ param: { id: sent._id } }))
  await visit(page, '/dashboard/myorders')
  const receipts = page.getByRole('link', { name: `Receipt for ${product.name}` })
  await expect.poll(() => receipts.count()).toBe(2)
  const lefts = await receipts.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left))
  expect(lefts[0]).toBeCloseTo(lefts[1] ?? 0, 0)
  await visit(page, `/receipt/${sent._id}`)
  const address = page.getByText('Unit 14, Riverside')
  for (const words of [product.name, who.email, sent.transactionId ?? 'none', sent.number, where.address])
    await page.getByText(words).first().waitFor()
  const margin = await address.evaluate((it) => {
    const cell = it.closest('dl')?.getBoundingClientRect().right ?? 0
    return cell - it.getBoundingClientRect().right
  })
  expect(margin).toBeGreaterThanOrEqual(24)
  await page.emulateMedia({ media: 'print' })
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('at 820 pixels an address breaks after its @ alone, and the name of a part between its words', async () => {
  const host = 'harbour-catering.example'
  const who = { ...aStranger(), email: `purchasing-${crypto.randomUUID().slice(0, 8)}@${host}` }
  const [product, buyer, { page }] = await Promise.all([
    aProduct({ name: `Microcontroller, QFP ${crypto.randomUUID().slice(0, 8)}` }),
    aBuyer({}, who),
    anAdmin({ viewport: { width: 820, height: 900 } }),
  ])
  const { _id: id, number } = await payByCalls(buyer, await anOrder(buyer, product))
  const screens = [
    { path: `/dashboard/orders?q=${encodeURIComponent(who.email)}`, where: page.getByRole('row'), width: 820 },
    { path: `/receipt/${id}`, where: page.getByRole('definition'), width: 820 },
    { path: `/dashboard/orders/${number}`, where: page.getByRole('region', { name: 'Sum and address' }), width: 320 },
  ]
  for (const { path, where, width } of screens) {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, path)
    const halves = [who.email.slice(0, -host.length), host].map((half) =>
      where.getByText(half, { exact: true }).first(),
    )
    const [local, rest] = await Promise.all(
      halves.map((half) => half.evaluate((it) => it.getBoundingClientRect().toJSON() as DOMRect)),
    )
    expect({ path, isWhole: [local, rest].every((half) => (half?.height ?? 99) < 24) }).toEqual({ path, isWhole: true })
    expect({ path, isBroken: (rest?.top ?? 0) >= (local?.bottom ?? 99) }).toEqual({ path, isBroken: true })
  }
  await page.setViewportSize({ width: 820, height: 900 })
  await visit(page, `/dashboard/orders?q=${encodeURIComponent(who.email)}`)
  const lines = await page.getByRole('cell', { name: product.name, exact: true }).evaluate((cell) => {
    const word = document.createRange()
    word.setStart(cell.firstChild ?? cell, 0)
    word.setEnd(cell.firstChild ?? cell, 'Microcontroller,'.length)
    return word.getClientRects().length
  })
  expect(lines).toBe(1)
})
