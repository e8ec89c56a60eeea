import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { openLog } from '../config/log.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, placed, stockOf } from '../testing/orders.ts'
import { charge, confirmed, deliver, eventOf, failRefund, intentFor } from './open-test-payments.ts'
import { refundPayment } from './refund-payment.ts'

/** The charge of a paid order, of which so much goes back by hand; each answer is the event that tells of it. */
async function aCharged({ loose = false } = {}) {
  const lines: object[] = []
  const log = openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const opened = await openTestShop({ stock: 4, log })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order, { loose })
  const { latest_charge: chargeId } = await charge(shop, id)
  const giveBack = async (amount?: number) => {
    await shop.stripe.refunds.create({ payment_intent: id, ...(amount && { amount }) })
    const event = await eventOf(shop, 'charge.refunded', String(chargeId))
    return (copy = '') => deliver(opened, { event: { ...event, id: `${event.id}${copy}` } })
  }
  const read = async (who: Reader) => {
    const [page, checkout] = await Promise.all([
      ask(who.orders[':id'].page.$get({ param: { id: order.checkoutId } })),
      ask(who.checkouts[':id'].$get({ param: { id: order.checkoutId } })),
    ])
    const past = page.history.flatMap(({ what, givenBack }) => (what === 'given back in part' ? [givenBack] : []))
    return { status: page.status, page: page.givenBack, receipt: checkout.givenBack, past }
  }
  const noted = () => ask(as.admin.audit.$get({ query: { action: 'order.charge-returned' } }))
  return { ...opened, order, id, giveBack, read, noted, lines }
}

type Reader = Awaited<ReturnType<typeof openTestShop>>['as']['buyer']

test('a part of a charge that is given back by hand is told once of each sum, in any order of its events, and the order stays paid', async () => {
  const { as, shop, product, order, id, giveBack, read, noted, lines } = await aCharged()
  await confirmed(as.buyer, order, id)
  const first = await giveBack(2000)
  await Promise.all([first(), first('_again')])
  const told = { status: 'paid', page: 20, receipt: 20, past: [20] }
  expect([await read(as.buyer), await read(as.admin)]).toEqual([told, told])
  const second = await giveBack(500)
  await second()
  await first('_late')
  expect(await read(as.buyer)).toEqual({ status: 'paid', page: 25, receipt: 25, past: [20, 25] })
  const lists = [as.buyer.orders.$get({ query: { email: order.email } }), as.admin.allorders.$get({ query: {} })]
  expect((await Promise.all(lists.map(ask))).flat()).toMatchObject([{ givenBack: 25 }, { givenBack: 25 }])
  expect((await noted()).map(({ after }) => after)).toEqual(
    [2500, 2000].map((cents) => ({ payment: id, cents, of: 7200 })),
  )
  expect(lines).toMatchObject([
    { payment: id, cents: 2000 },
    { payment: id, cents: 2500 },
  ])
  expect(await stockOf(shop, product)).toBe(0)
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })).status).toBe(200)
  expect(await read(as.buyer)).toMatchObject({ status: 'delivered', page: 25 })
  expect(await (await as.buyer.account.data.$get()).json()).toMatchObject({ payments: [{ given_back_cents: 2500 }] })
  await expectLaws(shop)
})

test('so is one that went back before the order was paid, and the rest of the charge makes the order refunded', async () => {
  for (const loose of [false, true]) {
    const { as, shop, product, order, id, giveBack, read, noted } = await aCharged({ loose })
    await (await giveBack(2000))()
    await confirmed(as.buyer, order, id)
    expect(await read(as.buyer)).toEqual({ status: 'paid', page: 20, receipt: 20, past: [20] })
    expect(await noted()).toHaveLength(1)
    await (await giveBack())()
    await refundPayment(shop, id)
    expect([(await read(as.buyer)).status, await stockOf(shop, product)]).toEqual(['refunded', 4])
    await expectLaws(shop)
  }
})

test('of parts that were given back the one that comes back to the shop is told of by its sum, and is given back no more, in the past of the order as well', async () => {
  const { id, giveBack, order, read, noted, ...opened } = await aCharged()
  const { as, shop } = opened
  await confirmed(as.buyer, order, id)
  await (await giveBack(2000))()
  await (await giveBack(500))()
  expect((await failRefund(opened, id)).status).toBe(200)
  const failed = await ask(as.admin.audit.$get({ query: { action: 'order.refund-failed' } }))
  expect(failed).toMatchObject([{ after: { payment: id, cents: 500 } }])
  expect(await read(as.buyer)).toEqual({ status: 'paid', page: 20, receipt: 20, past: [20, 25, 20] })
  await (await giveBack(700))()
  expect([await read(as.admin), (await noted())[0]?.after]).toMatchObject([{ page: 27, receipt: 27 }, { cents: 2700 }])
  await expectLaws(shop)
})
