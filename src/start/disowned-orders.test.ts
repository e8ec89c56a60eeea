import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { OwnData } from '../accounts/own-data-contract.ts'
import { users } from '../accounts/table.server.ts'
import { ask } from '../client.ts'
import { cancelOrder } from '../orders/cancel-or-expire.ts'
import { charge, deliver, eventOf, intentFor, ledger, statusOf } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import type { Shop } from '../shop.ts'
import { aBrowser } from '../testing/browser.ts'
import { mailsOf, tokenTo } from '../testing/mails.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { clientOf, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, ageDelivery, expectLaws, ordersIn, paid, placed, stockOf } from '../testing/orders.ts'
import { waiting } from '../testing/while-waiting.ts'
import { COMPANY, WHERE } from '../testing/writes-everywhere.ts'
import { tidy } from './tidy.ts'

type Newcomer = Awaited<ReturnType<typeof aNewcomer>>

const NEW_PASSWORD = 'the-owner-chose-this-1'

/** What the owner of a mailbox does about an account that a stranger registered with it. */
const WAYS = {
  'is taken over': (origin: string, token: string) =>
    aBrowser(origin).send('/api/auth/reset-password', { json: { token, newPassword: NEW_PASSWORD } }),
  'was not theirs': (origin: string, token: string) => aBrowser(origin).send('/api/auth/not-me', { json: { token } }),
}

/** A stranger's order whose payment waits for the stranger's bank to ask who pays. */
async function anOrderBeingPaid() {
  const here = await openTestShop({ stock: 8 })
  const stranger = await aNewcomer(here)
  const id = await intentFor(stranger.as, await placed(stranger.as, here.product, WHERE))
  await charge(here.shop, id, 'threeDSecure2Required')
  const told = async (what: string) => deliver(here, { event: await eventOf(here.shop, `payment_intent.${what}`, id) })
  await told('requires_action')
  return { ...here, stranger, id, told }
}

const mailsAbout = async (shop: Shop, { email }: Newcomer) =>
  (await mailsOf(shop)).filter((mail) => 'order' in mail && mail.order.buyerEmail === email)

/** The intents that jobs are to end at Stripe. */
async function toEnd({ db }: Shop) {
  const jobs = await db.execute<{ id: string }>(
    sql`select data ->> 'paymentIntentId' as id from pgboss.job where name = 'cancelIntent'`,
  )
  return jobs.rows.map(({ id }) => id)
}

test.each(Object.entries(WAYS))(
  'an order of an account that %s ends, whatever its payment waits for',
  async (_, way) => {
    const { shop, origin, clock, product, stranger, id, told } = await anOrderBeingPaid()
    expect((await way(origin, await tokenTo(shop, 'verify', stranger.email))).status).toBe(200)
    expect(await toEnd(shop)).toEqual([id])
    await told('requires_action')
    clock.advance(1)
    await reconcile(shop)
    expect([(await ordersIn(shop))[0]?.status, await stockOf(shop, product)]).toEqual(['expired', 8])
    expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
    expect(await mailsAbout(shop, stranger)).toEqual([])
    await expectLaws(shop)
  },
)

test.each(Object.entries(WAYS))(
  'money that comes late for an order of an account that %s goes back',
  async (_, way) => {
    const opened = await anOrderBeingPaid()
    const { shop, origin, clock, product, stranger, id, told } = opened
    expect((await way(origin, await tokenTo(shop, 'verify', stranger.email))).status).toBe(200)
    await charge(shop, id)
    await told('succeeded')
    expect([(await ordersIn(shop))[0]?.paidAt, await statusOf(shop, id)]).toEqual([null, 'refund_due'])
    await refundPayment(shop, id)
    clock.advance(1)
    await reconcile(shop)
    expect([(await ordersIn(shop))[0]?.status, await stockOf(shop, product)]).toEqual(['expired', 8])
    const { charged, refunded } = await ledger(opened)
    expect([charged, refunded]).toEqual([7200, 7200])
    expect(await mailsAbout(shop, stranger)).toEqual([])
    await expectLaws(shop)
  },
)

/** Whoever has the account once it was taken over. */
async function ownerOf({ shop, origin }: Pick<TestShop, 'shop' | 'origin'>, { email }: Pick<Newcomer, 'email'>) {
  expect((await WAYS['is taken over'](origin, await tokenTo(shop, 'verify', email))).status).toBe(200)
  const owner = aBrowser(origin)
  await owner.send('/api/auth/sign-in/email', { json: { email, password: NEW_PASSWORD } })
  return clientOf(origin, await owner.sync(email))
}

test('what was not paid before an account was taken over tells its owner of nobody, and what was paid stays', async () => {
  const here = await openTestShop()
  const { shop, product, clock } = here
  const stranger = await aNewcomer(here)
  const words = { ...WHERE, ...COMPANY, note: 'Door code 1234', reference: 'Hytta' }
  const place = async () => {
    const sent = aCheckout([{ product, reference: 'Kitchen' }], words)
    return (await stranger.as.checkouts.$post({ json: sent })).json()
  }
  const [bought, cancelled] = [await place(), await place()]
  for (const line of bought.orders) await paid(shop, line)
  expect((await stranger.as.checkouts[':id'].$delete({ param: { id: cancelled._id } })).status).toBe(200)
  const unpaid = await place()
  const facts = [stranger.name, WHERE.address, WHERE.phone, ...Object.values(COMPANY), words.note, 'Hytta', 'Kitchen']

  const as = await ownerOf(here, stranger)
  for (const _ of ['unpaid', 'expired']) {
    const { orders } = OwnData.parse(await (await as.account.data.$get()).json())
    const kept = JSON.stringify(orders.filter(({ id }) => id === bought._id))
    const told = JSON.stringify(orders.filter(({ id }) => id !== bought._id))
    for (const fact of facts) expect([fact, kept.includes(fact), told.includes(fact)]).toEqual([fact, true, false])
    for (const { _id: id } of [cancelled, unpaid]) {
      const page = await (await as.orders[':id'].page.$get({ param: { id } })).text()
      for (const fact of facts) expect(page, fact).not.toContain(fact)
    }
    clock.advance(1)
    await reconcile(shop)
  }
  expect((await ordersIn(shop)).map(({ status }) => status).toSorted()).toEqual(['cancelled', 'expired', 'paid'])
  await expectLaws(shop)
})

test('an order of a taken account takes no address any more', async () => {
  const { stranger, ...here } = await anOrderBeingPaid()
  const { shop } = here
  const as = await ownerOf(here, stranger)
  const [order] = await ordersIn(shop)
  const answer = await as.orders[':id'].delivery.$patch({ param: { id: order?.id ?? '' }, json: WHERE })
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: expect.stringContaining('has expired') }])
})

test('money that comes late for what somebody cancelled before they left goes back', async () => {
  const { shop, stranger, id, told } = await anOrderBeingPaid()
  const [order] = await ordersIn(shop)
  const [buyer] = await shop.db.select().from(users).where(eq(users.email, stranger.email))
  if (!order || !buyer) throw new Error('an order of somebody')
  await cancelOrder(shop, { ...buyer, sessionId: crypto.randomUUID() }, { id: order.id })
  const { email, password } = stranger
  expect((await stranger.as.account.delete.$post({ json: { email, password } })).status).toBe(200)
  await charge(shop, id)
  await told('succeeded')
  expect([(await ordersIn(shop))[0]?.status, await statusOf(shop, id)]).toEqual(['cancelled', 'refund_due'])
  await refundPayment(shop, id)
  await expectLaws(shop)
})

test('who said that it was not them is erased from no order whose delivery is being corrected', async () => {
  const here = await openTestShop()
  const { as, shop, origin, product } = here
  const stranger = await aNewcomer(here)
  const order = await placed(stranger.as, product, WHERE)
  const { _id, checkoutId, address } = order
  await paid(shop, order)
  await WAYS['was not theirs'](origin, await tokenTo(shop, 'verify', stranger.email))
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: _id } })).status).toBe(200)
  await ageDelivery(shop, _id, 11)
  const { parcels } = await ask(as.admin.orders[':id'].page.$get({ param: { id: checkoutId } }))
  // The admin's transaction waits for the row of the parcel, after it has read that the order is whole.
  const holder = await shop.pool.connect()
  await holder.query('begin')
  await holder.query('select from parcels for update')
  const json = { parcel: `${parcels[0]?._id}`, reason: 'It is still on the shelf.' }
  const corrected = as.admin.checkouts[':id'].corrected.$patch({ param: { id: checkoutId }, json })
  await expect.poll(() => waiting(shop)).toBe(1)
  const erased = tidy(shop)
  await expect.poll(() => waiting(shop)).toBe(2)
  await holder.query('rollback')
  holder.release()
  expect((await corrected).status).toBe(200)
  await erased
  expect(await ordersIn(shop)).toMatchObject([{ status: 'paid', address }])
  await expectLaws(shop)
})
