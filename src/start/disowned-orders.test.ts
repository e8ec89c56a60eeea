import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { cancelOrder } from '../orders/cancel-or-expire.ts'
import { charge, deliver, eventOf, intentFor, ledger, statusOf } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import type { Shop } from '../shop.ts'
import { aBrowser } from '../testing/browser.ts'
import { mailsOf, tokenTo } from '../testing/mails.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, ordersIn, placed, stockOf } from '../testing/orders.ts'
import { WHERE } from '../testing/writes-everywhere.ts'

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

test('an order of a taken account takes no address any more', async () => {
  const { shop, origin, stranger } = await anOrderBeingPaid()
  await WAYS['is taken over'](origin, await tokenTo(shop, 'verify', stranger.email))
  const owner = aBrowser(origin)
  await owner.send('/api/auth/sign-in/email', { json: { email: stranger.email, password: NEW_PASSWORD } })
  const as = clientOf(origin, await owner.sync(stranger.email))
  const [order] = await ordersIn(shop)
  const answer = await as.orders[':id'].delivery.$patch({ param: { id: order?.id ?? '' }, json: WHERE })
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: expect.stringContaining('has expired') }])
})

test('money that comes late for what somebody cancelled before they left goes back', async () => {
  const { shop, stranger, id, told } = await anOrderBeingPaid()
  const [order] = await ordersIn(shop)
  const [buyer] = await shop.db.select().from(users).where(eq(users.email, stranger.email))
  if (!order || !buyer) throw new Error('an order of somebody')
  await cancelOrder(shop, buyer, { id: order.id })
  const { email, password } = stranger
  expect((await stranger.as.account.delete.$post({ json: { email, password } })).status).toBe(200)
  await charge(shop, id)
  await told('succeeded')
  expect([(await ordersIn(shop))[0]?.status, await statusOf(shop, id)]).toEqual(['cancelled', 'refund_due'])
  await refundPayment(shop, id)
  await expectLaws(shop)
})
