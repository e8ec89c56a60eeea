import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { trustOrdersOf } from '../orders/holds.ts'
import { hasPaidFor } from '../orders/orders.ts'
import { refuseWhileUnderWay } from '../orders/when-buyer-leaves.ts'
import type { Mail } from '../post/mail.ts'
import { letterOf } from '../post/templates/letter.tsx'
import type { Shop } from '../shop.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, ageDelivery, expectLaws, ordersIn, placed, stockOf } from '../testing/orders.ts'
import {
  charge,
  confirmed,
  confirmedAll,
  deliver,
  eventOf,
  failRefund,
  intentFor,
  intentForAll,
  ledger,
  statusOf,
} from './open-test-payments.ts'
import { reconcile } from './reconcile.ts'
import { refundPayment } from './refund-payment.ts'

/** Gives a charge back at Stripe; the answer is the event that tells of it. */
async function giveBackByHand(shop: Shop, id: string) {
  const { latest_charge: chargeId } = await shop.stripe.paymentIntents.retrieve(id)
  await shop.stripe.refunds.create({ payment_intent: id })
  return eventOf(shop, 'charge.refunded', String(chargeId))
}

test('an order whose charge was given back by hand at Stripe is refunded here too, and its units come back', async () => {
  const opened = await openTestShop({ stock: 4 })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  expect((await deliver(opened, { event: await giveBackByHand(shop, id) })).status).toBe(200)
  expect(await statusOf(shop, id)).toBe('refund_due')
  await refundPayment(shop, id)
  expect((await ordersIn(shop))[0]?.status).toBe('refunded')
  expect(await stockOf(shop, product)).toBe(4)
  expect((await ledger(opened)).refunded).toBe(7200)
  await expectLaws(shop)
})

test('so is one that stood delivered then, once its delivery is taken back or corrected', async () => {
  for (const seconds of [0, 11]) {
    const opened = await openTestShop({ stock: 4 })
    const { as, shop, product } = opened
    const order = await placed(as.buyer, product)
    const id = await intentFor(as.buyer, order)
    await charge(shop, id)
    await confirmed(as.buyer, order, id)
    await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
    await deliver(opened, { event: await giveBackByHand(shop, id) })
    await reconcile(shop)
    expect(await statusOf(shop, id)).toBe('succeeded')
    await ageDelivery(shop, order._id, seconds)
    if (seconds === 0) await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })
    else await corrected(opened, order.checkoutId)
    await reconcile(shop)
    await refundPayment(shop, id)
    expect([seconds, (await ordersIn(shop))[0]?.status, await stockOf(shop, product)]).toEqual([seconds, 'refunded', 4])
    expect((await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })).status).toBe(409)
    await expectLaws(shop)
  }
})

/** Two paid lines of one order. */
async function paidLines() {
  const opened = await openTestShop({ stock: 8 })
  const { as, shop, product } = opened
  const other = await aProduct(shop, { stock: 8 })
  const order = await ask(as.buyer.checkouts.$post({ json: aCheckout([{ product }, { product: other }]) }))
  const [first, second] = await ordersIn(shop)
  if (!first || !second) throw new Error('two lines were ordered')
  const id = await intentForAll(as.buyer, order)
  await charge(shop, id)
  await confirmedAll(as.buyer, order, id)
  const send = (line: string) =>
    as.admin.checkouts[':id'].sent.$patch({ param: { id: order._id }, json: { lines: [line] } })
  return { ...opened, other, order, first, second, id, send, page: () => pageOf(as.buyer, order._id) }
}

/** The first of them is sent before the charge is given back by hand. */
async function givenBackInPart() {
  const opened = await paidLines()
  const { shop, first, id, send } = opened
  expect((await send(first.id)).status).toBe(200)
  const told = await giveBackByHand(shop, id)
  for (const event of [told, { ...told, id: 'evt_again' }]) expect((await deliver(opened, { event })).status).toBe(200)
  return opened
}

const pageOf = (calls: Awaited<ReturnType<typeof openTestShop>>['as']['buyer'], id: string) =>
  ask(calls.orders[':id'].page.$get({ param: { id } }))

test('of an order that is delivered in part when its charge is given back by hand, the rest is refunded and returns to stock', async () => {
  const { as, shop, buyer, product, other, order, first, second, id, send, page } = await givenBackInPart()
  expect((await ordersIn(shop)).map(({ status }) => status)).toEqual(['delivered', 'refunded'])
  expect([await stockOf(shop, other), (await send(second.id)).status]).toEqual([8, 409])
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: second.id } })).status).toBe(409)
  const noted = await ask(as.admin.audit.$get({ query: { action: 'order.charge-returned' } }))
  expect(noted).toMatchObject([{ after: { payment: id } }])
  const { status, history, parcels } = await page()
  expect([status, history.map(({ what }) => what)]).toEqual(['refunded', ['placed', 'paid', 'sent', 'refunded']])
  const [own, all] = await Promise.all([
    ask(as.buyer.orders.$get({ query: { email: buyer.email } })),
    ask(as.admin.allorders.$get({ query: { q: order.number } })),
  ])
  const isOf = { status: 'refunded', paid: false }
  expect([own, all]).toMatchObject([[isOf, { ...isOf, deleverd: true }], Array(2).fill(isOf)])
  await expectLaws(shop)

  const json = { parcel: parcels[0]?._id ?? '' }
  await ageDelivery(shop, first.id, 11)
  await ask(as.buyer.checkouts[':id'].arrived.$patch({ param: { id: order._id }, json }))
  expect(await refuseWhileUnderWay(shop.db, buyer.id)).toBeUndefined()
  for (const part of [product, other]) expect(await hasPaidFor(shop.db, buyer.id, part.id)).toBe(false)
  await expectLaws(shop)
})

test('so is what was delivered, once its delivery is taken back, also when the refund by hand fails', async () => {
  for (const fails of [false, true]) {
    const opened = await givenBackInPart()
    const { as, shop, order, first, id, send } = opened
    if (fails) await refundFails(opened)
    await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: first.id } })
    expect((await send(first.id)).status).toBe(409)
    await reconcile(shop)
    await refundPayment(shop, id)
    expect((await ordersIn(shop)).map(({ status }) => status)).toEqual(['refunded', 'refunded'])
    expect((await ledger(opened)).refunded).toBe(order.price * 100)
    await expectLaws(shop)
  }
})

test('so is a parcel that is taken back then while another has arrived, and nothing of the order is left to be sent', async () => {
  const { as, shop, buyer, product, order, first, second, id, page, send, ...opened } = await paidLines()
  for (const line of [first, second]) expect((await send(line.id)).status).toBe(200)
  await deliver({ ...opened, shop }, { event: await giveBackByHand(shop, id) })
  const { parcels } = await page()
  const json = { parcel: parcels.find(({ lines }) => lines.includes(second.id))?._id ?? '' }
  await ageDelivery(shop, second.id, 11)
  await ask(as.buyer.checkouts[':id'].arrived.$patch({ param: { id: order._id }, json }))
  expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: first.id } })).status).toBe(200)
  await reconcile(shop)
  const states = new Map((await ordersIn(shop)).map(({ id, status }) => [id, status]))
  expect([states.get(first.id), states.get(second.id)]).toEqual(['refunded', 'delivered'])
  expect([await stockOf(shop, product), await refuseWhileUnderWay(shop.db, buyer.id)]).toEqual([8, undefined])
  expect(await ask(as.admin.audit.$get({ query: { action: 'order.charge-returned' } }))).toHaveLength(1)
  await expectLaws(shop)
})

test('who verifies after that gets no receipt of money that was given back', async () => {
  const opened = await givenBackInPart()
  const { shop, buyer } = opened
  const receipts = async () => (await mailsOf(shop)).filter(({ template }) => template === 'paid').length
  const before = await receipts()
  await trustOrdersOf(shop, buyer.id)
  expect(await receipts()).toBe(before)
})

test('an account that was closed is not mailed of a charge that is given back', async () => {
  const { shop, order, id, ...opened } = await paidLines()
  await shop.db.execute(sql`update users set closed_at = now() where id = ${opened.buyer.id}`)
  const [first] = await ordersIn(shop)
  expect((await opened.send(first?.id ?? '')).status).toBe(200)
  await deliver({ ...opened, shop }, { event: await giveBackByHand(shop, id) })
  expect((await mailsOf(shop)).filter(({ template }) => template === 'refunded')).toEqual([])
})

test('the mail that corrects a delivery promises no parcel of an order whose charge was given back', async () => {
  const opened = await givenBackInPart()
  const { shop, first, order } = opened
  await ageDelivery(shop, first.id, 11)
  await corrected(opened, order._id)
  const mail = (await mailsOf(shop)).find(({ template }) => template === 'delivery-corrected')
  const { subject, text } = await letterOf(mail as Mail, { origin: shop.config.appOrigin, desk: shop.config.mailFrom })
  expect(subject).toBe('Part of your order was not delivered')
  expect(text).toMatch(/Your payment was given back, so it is not sent any more\./)
  expect(text).not.toMatch(/packing bench|Paid, to be sent/)
})

/** The refund fails, and is told of once. */
async function refundFails(opened: Awaited<ReturnType<typeof givenBackInPart>>) {
  expect((await failRefund(opened, opened.id)).status).toBe(200)
  expect(await ask(opened.as.admin.audit.$get({ query: { action: 'order.refund-failed' } }))).toHaveLength(1)
}

async function corrected({ as }: Pick<Awaited<ReturnType<typeof openTestShop>>, 'as'>, id: string) {
  const page = await ask(as.admin.orders[':id'].page.$get({ param: { id } }))
  const parcel = page.parcels[0]?._id ?? ''
  await ask(as.admin.checkouts[':id'].corrected.$patch({ param: { id }, json: { parcel, reason: 'Never left.' } }))
}

test('a charge that went back by hand before the shop heard of it pays nothing', async () => {
  const opened = await openTestShop({ stock: 8 })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  await shop.stripe.refunds.create({ payment_intent: id })
  expect((await confirmed(as.buyer, order, id)).status).toBe(409)
  expect(await statusOf(shop, id)).toBe('refund_due')
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refunded')
  expect((await ordersIn(shop))[0]?.status).toBe('unpaid')
  expect((await ledger(opened)).refunded).toBe(7200)
  await expectLaws(shop)
})
