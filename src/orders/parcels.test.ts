import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, ageDelivery, expectLaws, paid } from '../testing/orders.ts'
import type { Checkout } from './checkout-contract.ts'
import type { Order } from './contract.ts'
import type { SendLines } from './parcel-contract.ts'
import { setRefundDue } from './payment-states.ts'

const sharedShop = sharedTestShop()

/** A paid order of three lines, and how an admin sends them. */
async function aPaidList(opening = sharedShop()) {
  const opened = await opening
  const { as, shop, product } = opened
  const others = await Promise.all(['Seal', 'Valve'].map((name) => aProduct(shop, { name: `${name} ${product.id}` })))
  const lines = [product, ...others].map((one) => ({ product: one }))
  const answer = await as.buyer.checkouts.$post({ json: aCheckout(lines) })
  const checkout = (await answer.json()) as Checkout
  const [first, second, third] = checkout.orders as [Order, Order, Order]
  await paid(shop, first)
  const param = { id: checkout._id }
  const send = (json: SendLines, who: ApiClient = as.admin) => who.checkouts[':id'].sent.$patch({ param, json })
  const arrived = (who: ApiClient, parcel: string) => who.checkouts[':id'].arrived.$patch({ param, json: { parcel } })
  const page = async (who: ApiClient = as.buyer) =>
    (await who.orders[':id'].page.$get({ param: { id: checkout.number } })).json()
  const mails = async () =>
    (await mailsOf(shop)).flatMap((mail) =>
      mail.template === 'delivered' && 'order' in mail && `PH-${mail.order.number}` === checkout.number
        ? [{ ...mail.order.parcel, lines: mail.order.lines.map(({ id }) => id), otherLines: mail.order.otherLines }]
        : [],
    )
  return { ...opened, checkout, first, second, third, send, arrived, page, mails }
}

const QUAYLINE = { carrier: 'Quayline', number: '00 3404 1187' }

test('an order leaves in two parcels, each with its carrier, its number, its lines and one mail', async () => {
  const { send, page, mails, first, second, third, shop } = await aPaidList(openTestShop())
  const one = await (await send({ ...QUAYLINE, lines: [third._id, first._id.toUpperCase(), first._id] })).json()
  expect(one).toMatchObject({ ...QUAYLINE, arrivedAt: null, lines: [first._id, third._id] })
  const half = await page()
  expect([half.status, half.lines.map(({ status }) => status)]).toEqual(['paid', ['delivered', 'paid', 'delivered']])
  const two = await (await send({ carrier: ' Own van ' })).json()
  expect(two).toMatchObject({ carrier: 'Own van', number: '', lines: [second._id] })
  expect(await page()).toMatchObject({
    status: 'delivered',
    parcels: [one, two],
    history: [
      { what: 'placed' },
      { what: 'paid' },
      { what: 'sent', parcel: one._id },
      { what: 'sent', parcel: two._id },
    ],
    lastEvent: 3,
  })
  expect(await mails()).toEqual([
    { ...QUAYLINE, lines: [first._id, third._id], otherLines: 1 },
    { carrier: 'Own van', number: '', lines: [second._id], otherLines: 2 },
  ])
  await expectLaws(shop)
})

test('the same parcel sent again changes nothing, and what is not paid or went elsewhere is refused whole', async () => {
  const { send, mails, first, second, third, as, product } = await aPaidList()
  const lines = [first._id, second._id]
  const both = await Promise.all([send({ ...QUAYLINE, lines }), send({ ...QUAYLINE, lines })])
  const [one, again] = await Promise.all(both.map((answer) => answer.json()))
  expect([both.map(({ status }) => status), again]).toEqual([[200, 200], one])
  expect((await send({ ...QUAYLINE, lines: [second._id, third._id] })).status).toBe(409)
  expect((await send({ ...QUAYLINE, number: '2', lines })).status).toBe(409)
  const all = await (await send({ ...QUAYLINE, number: '3' })).json()
  expect(all.lines).toEqual([third._id])
  expect(await (await send({ ...QUAYLINE, number: '3' })).json()).toEqual(all)
  expect(await mails()).toHaveLength(2)

  const unpaid = (await (await as.buyer.checkouts.$post({ json: aCheckout([{ product }]) })).json()) as Checkout
  const param = { id: unpaid._id }
  expect((await as.admin.checkouts[':id'].sent.$patch({ param, json: QUAYLINE })).status).toBe(409)
  const mixed = { ...QUAYLINE, lines: [unpaid.orders[0]?._id ?? ''] }
  expect((await send(mixed)).status).toBe(404)
  expect((await send({ carrier: 'x'.repeat(61) })).status).toBe(422)
})

test('two admins who send an order at once as different parcels send it once, and one is told that it is gone', async () => {
  const { send, mails, first, second, third, page, shop } = await aPaidList(openTestShop())
  const lines = [first._id, second._id, third._id]
  const answers = await Promise.all(['1', '2'].map((number) => send({ carrier: 'Quayline', number, lines })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const number = answers[0]?.status === 200 ? '1' : '2'
  expect((await page()).parcels).toMatchObject([{ number, lines: lines.toSorted() }])
  expect(await mails()).toHaveLength(1)
  await expectLaws(shop)
})

test('an order whose payment goes back meanwhile is refused, and those sent beside it leave', async () => {
  const [kept, refunded] = await Promise.all([aPaidList(), aPaidList(openTestShop())])
  const { _id: id, orders } = refunded.checkout
  const transactionId = (await refunded.page()).lines[0]?.transactionId ?? ''
  await setRefundDue(refunded.shop.db, { id, transactionId, at: refunded.clock.now() })
  const lines = orders.map((line) => line._id)
  const answers = await Promise.all([kept.send(QUAYLINE), refunded.send({ ...QUAYLINE, lines })])
  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect([(await kept.page()).status, (await refunded.page()).status]).toEqual(['delivered', 'refund_due'])
  expect([await kept.mails(), await refunded.mails()].map(({ length }) => length)).toEqual([1, 0])
})

test('a parcel is taken back whole within ten seconds, its mail is never sent, and its buyer reads nothing of it', async () => {
  const { send, page, mails, as, first, second, third, admin, shop } = await aPaidList(openTestShop())
  await send({ ...QUAYLINE, lines: [first._id, second._id] })
  const back = await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: second._id } })
  expect(await back.json()).toMatchObject({ _id: second._id, status: 'paid' })
  expect([await mails(), (await page()).lines.map(({ status }) => status)]).toEqual([[], ['paid', 'paid', 'paid']])
  expect((await page()).history.map(({ what }) => what)).toEqual(['placed', 'paid'])
  await send({ ...QUAYLINE, lines: [first._id, third._id] })
  const told = (await page(as.admin)).history.map(({ what, by }) => [what, by])
  const acts = ['sent', 'taken back', 'sent'].map((what) => [what, admin.email])
  expect(told).toEqual([['placed', first.email], ['paid', 'the shop'], ...acts])
  await expectLaws(shop)
})

test('a parcel has arrived when its buyer or an admin says so, once, and it stays delivered', async () => {
  const { send, arrived, page, as, admin, buyer, first, clock, shop } = await aPaidList(openTestShop())
  const one = await (await send({ ...QUAYLINE, lines: [first._id] })).json()
  const two = await (await send({ carrier: 'Own van' })).json()
  expect((await arrived(as.other, one._id)).status).toBe(404)
  await ageDelivery(shop, first._id, 11)
  const { arrivedAt } = await (await arrived(as.buyer, one._id)).json()
  clock.advance(60_000)
  expect(await (await arrived(as.admin, one._id)).json()).toMatchObject({ arrivedAt })
  expect((await arrived(as.admin, two._id)).status).toBe(200)
  const { status, history } = await page(as.admin)
  expect(status).toBe('delivered')
  expect(history.slice(-2)).toMatchObject([
    { what: 'arrived', parcel: one._id, by: buyer.email },
    { what: 'arrived', parcel: two._id, by: admin.email },
  ])
  const back = await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: first._id } })
  expect([back.status, (await page()).parcels.length]).toEqual([409, 2])
  await expectLaws(shop)
})

test('a buyer cannot say that a parcel arrived while its delivery can be taken back', async () => {
  const { send, arrived, page, as, first, shop } = await aPaidList()
  const one = await (await send({ ...QUAYLINE, lines: [first._id] })).json()
  const answer = await arrived(as.buyer, one._id)
  expect([answer.status, (await page()).parcels]).toMatchObject([409, [{ arrivedAt: null }]])
  const back = await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: first._id } })
  expect([back.status, (await page()).status]).toEqual([200, 'paid'])
  await expectLaws(shop)
})

test('a build that knows no parcels delivers and takes back in this database, and each is a parcel', async () => {
  const { first, second, page, as, shop } = await aPaidList()
  const deliver =
    "update order_lines set status = 'delivered', delivered_at = now() + interval '1 second' where id = $1"
  for (const { _id } of [first, second]) await shop.pool.query(deliver, [_id])
  await shop.pool.query("update order_lines set status = 'paid', delivered_at = null where id = $1", [second._id])
  expect((await page(as.admin)).history.map(({ what }) => what)).toEqual([
    'placed',
    'paid',
    'sent',
    'sent',
    'taken back',
  ])
  expect((await page()).parcels).toMatchObject([{ carrier: '', number: '', lines: [first._id] }])
})

test('such a build takes back no single line of a parcel of several, whose mail tells of them all', async () => {
  const { first, second, send, page, as, shop } = await aPaidList()
  await send({ ...QUAYLINE, lines: [first._id, second._id] })
  const alone = "update order_lines set status = 'paid', delivered_at = null where id = $1 returning id"
  for (const { _id } of [first, second]) expect((await shop.pool.query(alone, [_id])).rows).toEqual([])
  expect((await page()).parcels).toMatchObject([{ ...QUAYLINE, lines: [first._id, second._id] }])
  await expectLaws(shop)
  expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: second._id } })).status).toBe(200)
  expect((await page()).parcels).toEqual([])
  await expectLaws(shop)
})

test('events are written by the database for whatever changes an order, and only grow', async () => {
  const { as, shop, product } = await sharedShop()
  const valve = await aProduct(shop, { name: `Valve ${product.id}` })
  const answer = await as.buyer.checkouts.$post({ json: aCheckout([{ product }, { product: valve }]) })
  const { orders, number } = (await answer.json()) as Checkout
  const [first, second] = orders as [Order, Order]
  for (const { _id } of [second, first]) await as.buyer.orders[':id'].$delete({ param: { id: _id } })
  const page = await (await as.buyer.orders[':id'].page.$get({ param: { id: number } })).json()
  expect(page.history.map(({ what, line }) => [what, line])).toEqual([
    ['placed', null],
    ['line cancelled', second._id],
    ['cancelled', null],
  ])
  expect(page.gone).toMatchObject([{ _id: second._id, status: 'cancelled' }])
  await expect(shop.pool.query('delete from order_events')).rejects.toThrow('only grows')
})

test('an erased buyer leaves parcels without the carrier’s numbers', async () => {
  const { send, shop, buyer, checkout } = await aPaidList()
  await send(QUAYLINE)
  for (const { _id: line } of checkout.orders) await ageDelivery(shop, line, 11)
  await shop.leaving.forget(shop, { id: buyer.id, mailbox: buyer.email })
  const { rows } = await shop.pool.query('select carrier, number from parcels where order_id = $1', [checkout._id])
  expect(rows).toEqual([{ carrier: 'Quayline', number: '' }])
})
