import { setTimeout as wait } from 'node:timers/promises'
import { and, count, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { v7 as uuidv7 } from 'uuid'
import type { User } from '../accounts/contract.ts'
import { shareTurn } from '../accounts/user-turn.ts'
import { DAY, SECOND } from '../config/clock.ts'
import { type Db, transact } from '../database/db.ts'
import { enqueue } from '../database/jobs.ts'
import { once } from '../database/once.ts'
import { take } from '../http/rate-limit.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { checkoutOf } from '../orders/checkouts.ts'
import type { Order } from '../orders/contract.ts'
import { placeOf } from '../orders/holds.ts'
import { lockOrder, lockOrderOf } from '../orders/move-order.ts'
import { linesOf, type OrderRow, onlyUnpaidAt, orderOf } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal, unavailable } from '../wire/refusal.ts'
import { type CreatePaymentIntent, LEAST_CENTS } from './contract.ts'
import { refuseManyDeclines } from './declines.ts'
import { paymentOf, settle } from './settle.ts'
import { CURRENCY, intentAtStripe, openIntent } from './stripe-calls.ts'
import { paymentIntents } from './table.server.ts'

const ALREADY_PAID = 'This order is already paid.'
/** How many payments for no order a buyer may have that are open, or were paid in a day and are given back at the shop's cost. */
const MOST_LOOSE = { verified: 20, unverified: 5 }
/** How many payments a buyer begins in a day before the next one for an order is refused; each is kept. */
const MOST_BEGUN = 500
const LOOSE_LOCK = 7_268_005
const TRY_FOR = 8000
const BETWEEN_ROUNDS = 150

/**
 * How many payments for no order unverified accounts of one client address begin in a day: with each somebody may try
 * cards, and one that is paid is given back at the shop's cost.
 */
const LOOSE_OF_A_PLACE = { name: 'payments of the unverified for no order', points: 60, seconds: DAY / SECOND }

/** `from` is the client's address. */
type Asked = { sent: CreatePaymentIntent; key: string | undefined; from: string }

/** The secret a card is confirmed with. Throws Refusal not_found, conflict (with the current price), unavailable. */
export async function createPaymentIntent(shop: Shop, buyer: User, { sent, key, from }: Asked) {
  const { price, orderId, checkoutId } = sent
  const cents = toCents(price)
  const place = buyer.emailVerified ? null : placeOf(shop, from)
  await refuseManyDeclines(shop, { buyerId: buyer.id, place })
  const turn = await turnOf(shop, buyer, { key, request: { createPaymentIntent: sent } })
  const forOrder = async (lock: Wanted['lock']) => ({
    clientSecret: await secretForOrder(shop, buyer, { lock, cents, place }),
  })
  if (checkoutId) return forOrder((tx) => lockOrder(tx, checkoutId))
  // The specification's payload names no order; the buyer's only unpaid one of that price is meant.
  const lineId = orderId ?? (await onlyUnpaidAt(shop.db, buyer.id, { cents, now: shop.clock.now() }))
  if (lineId) return forOrder((tx) => lockByLine(tx, buyer, lineId))
  if (cents < LEAST_CENTS) throw tooSmall()
  return { clientSecret: await looseSecret(shop, buyer, { cents, turn, place }) }
}

const tooSmall = () => new Refusal('invalid', 'The smallest payment is $0.50.', { field: 'price' })

/**
 * The buyer's own order by the id of its only line; undefined when that line is not in it any more. Throws Refusal
 * conflict that names an order of several lines, since it is paid as a whole.
 */
async function lockByLine(tx: Db, buyer: User, lineId: string) {
  const order = await lockOrderOf(tx, lineId)
  if (order?.buyerId !== buyer.id) return undefined
  const lines = await linesOf(tx, order.id)
  const isClosed = order.status === 'cancelled' || order.status === 'expired'
  if (!lines.some(({ id }) => id === lineId.toLowerCase())) return undefined
  if (lines.length > 1 && !isClosed) {
    const number = toOrderNumber(order.number)
    throw new Refusal('conflict', `This is a line of order ${number}, which is paid as a whole.`, { field: 'orderId' })
  }
  return order
}

/**
 * A name for this request, the same whenever its Idempotency-Key comes again, for Stripe to tell repeats by: the calls
 * to Stripe cannot stand in the transaction that keeps the key. Throws Refusal invalid for another request's key.
 */
const turnOf = ({ db, clock }: Shop, user: User, { key, request }: { key: string | undefined; request: unknown }) =>
  once(db, { userId: user.id, key, request, at: clock.now() }, async () => ({
    turn: uuidv7(),
    at: clock.now().toISOString(),
  }))

type Turn = Awaited<ReturnType<typeof turnOf>>

type Loose = { cents: number; turn: Turn; place: string | null }

/** An intent for no order yet: its payment is refunded unless PATCH /orders/{id} claims it within minutes. */
async function looseSecret(shop: Shop, buyer: User, { cents, turn, place }: Loose) {
  const at = new Date(turn.at)
  if (await hasManyLoose(shop, buyer)) throw tooManyLoose()
  if (place) await take(shop, LOOSE_OF_A_PLACE, place)
  const asked = { cents, key: `loose:${turn.turn}`, at, metadata: { buyerId: buyer.id } }
  const intent = await openIntent(shop.stripe, asked)
  if (intent === 'busy') throw unavailable('Try again in a moment.', 1)
  const begun = { buyerId: buyer.id, place, createdAt: at, checkedAt: at }
  const row = { id: intent.id, ...begun, amountCents: cents, currency: CURRENCY }
  if (!(await keepLoose(shop, buyer, row))) throw tooManyLoose()
  return secretOf(intent)
}

const isOfToday = (now: Date) => gt(paymentIntents.createdAt, new Date(now.getTime() - DAY))

/** The reconciler asks Stripe about each open one every minute. */
async function hasManyLoose({ db, clock }: Pick<Shop, 'db' | 'clock'>, buyer: User) {
  const isLoose = and(eq(paymentIntents.buyerId, buyer.id), isNull(paymentIntents.orderId))
  const isPaid = and(inArray(paymentIntents.status, ['succeeded', 'refund_due', 'refunded']), isOfToday(clock.now()))
  const most = buyer.emailVerified ? MOST_LOOSE.verified : MOST_LOOSE.unverified
  return (await db.$count(paymentIntents, and(isLoose, or(eq(paymentIntents.status, 'open'), isPaid)))) >= most
}

/** One buyer's requests take turns, so that each counts those before it. One too many is ended; its secret stays here. */
const keepLoose = (shop: Shop, buyer: User, row: typeof paymentIntents.$inferInsert) =>
  transact(shop.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${LOOSE_LOCK}, hashtext(${buyer.id}))`)
    if (await paymentOf(tx, row.id)) return true
    const isKept = !(await hasManyLoose({ ...shop, db: tx }, buyer))
    if (isKept) await tx.insert(paymentIntents).values(row)
    else await enqueue({ ...shop, db: tx }, 'cancelIntent', { data: { paymentIntentId: row.id } })
    return isKept
  })

const tooManyLoose = () =>
  new Refusal('conflict', 'Name the order that you pay: too many payments of yours are for none.')

/** `place` is null for a verified buyer. */
type Wanted = { lock: (tx: Db) => Promise<OrderRow | undefined>; cents: number; place: string | null }

/** One order has one live intent, however often and however many at once ask for it (law M6). */
async function secretForOrder(shop: Shop, buyer: User, { lock, cents, place }: Wanted) {
  const start = performance.now()
  while (performance.now() - start < TRY_FOR) {
    const { order, live, attempt } = await transact(shop.db, async (tx) => {
      const order = payable(shop, buyer, { order: await lock(tx), cents })
      const intents = await intentsOf(tx, order.id)
      if (!intents.live) await refuseTooManyBegun({ ...shop, db: tx }, buyer)
      return { order, ...intents }
    })
    const secret = live ? await secretOfLive(shop, live) : await secretOfNew(shop, order, { attempt, place })
    if (secret) return secret
    await wait(BETWEEN_ROUNDS)
  }
  throw unavailable('The payment is being prepared. Try again in a moment.', 2)
}

async function refuseTooManyBegun({ db, clock, config }: Shop, buyer: User) {
  if (!config.rateLimit) return
  const isTheirs = and(eq(paymentIntents.buyerId, buyer.id), isOfToday(clock.now()))
  if ((await db.$count(paymentIntents, isTheirs)) < MOST_BEGUN) return
  throw new Refusal('conflict', `You have begun ${MOST_BEGUN} payments in a day, which is the most. Pay tomorrow.`)
}

type Payable = { order: OrderRow | undefined; cents: number }

function payable({ clock }: Shop, buyer: User, { order, cents }: Payable): OrderRow {
  const isGone = !order || order.status === 'cancelled' || order.status === 'expired'
  if (isGone || order.buyerId !== buyer.id) throw new Refusal('not_found', 'There is no such order.')
  if (order.status === 'refund_due' || order.status === 'refunded') {
    throw new Refusal('conflict', 'The payment of this order was given back.')
  }
  if (order.status !== 'unpaid') throw new Refusal('conflict', ALREADY_PAID)
  if (order.disownedAt || order.expiresAt <= clock.now())
    throw new Refusal('conflict', 'This order has expired. Place it again.')
  if (order.awaitsCountry) {
    throw new Refusal('conflict', 'Say where it goes first: shipping and tax are reckoned by the country.', {
      field: 'country',
    })
  }
  if (order.priceCents !== cents) {
    const price = toDollars(order.priceCents)
    throw new Refusal('conflict', `The price of this order is $${price.toFixed(2)}.`, { field: 'price', price })
  }
  if (cents < LEAST_CENTS) throw tooSmall()
  return order
}

async function intentsOf(db: Db, orderId: string) {
  const isOfOrder = eq(paymentIntents.orderId, orderId)
  const isLive = inArray(paymentIntents.status, ['open', 'succeeded'])
  const [live] = await db.select().from(paymentIntents).where(and(isOfOrder, isLive))
  const [{ attempt } = { attempt: 0 }] = await db.select({ attempt: count() }).from(paymentIntents).where(isOfOrder)
  return { live, attempt }
}

/** Undefined when the intent came to its end meanwhile, so that another may be opened. */
async function secretOfLive(shop: Shop, live: { id: string }) {
  const intent = await intentAtStripe(shop.stripe, live.id)
  if (!intent) {
    await shop.db.update(paymentIntents).set({ status: 'cancelled' }).where(eq(paymentIntents.id, live.id))
    return undefined
  }
  if (intent.status === 'processing') throw new Refusal('conflict', 'Your payment is being worked on.')
  if (intent.status !== 'succeeded' && intent.status !== 'canceled') return secretOf(intent)
  const { became } = await settle(shop, intent)
  if (became === 'paid') throw new Refusal('conflict', ALREADY_PAID)
  return undefined
}

/** Undefined when another request was quicker. Only a secret whose intent is kept leaves the shop. */
async function secretOfNew(shop: Shop, order: OrderRow, { attempt, place }: { attempt: number; place: string | null }) {
  const { id: orderId, buyerId, priceCents: cents } = order
  const at = shop.clock.now()
  // With the sum, which a line that is cancelled meanwhile lowers.
  const key = `order:${orderId}:${attempt}:${cents}`
  const [line] = await linesOf(shop.db, orderId)
  // Out of the shop, an order is known by its first line.
  const intent = await openIntent(shop.stripe, { cents, key, at, metadata: { orderId: line?.id, buyerId } })
  if (intent === 'busy') return undefined
  const isKept = await transact(shop.db, async (tx) => {
    await shareTurn(tx, buyerId)
    const order = await lockOrder(tx, orderId)
    const { live } = await intentsOf(tx, orderId)
    // Of two requests with one key, the slower one may come after the end of the intent that both were given.
    if (await paymentOf(tx, intent.id)) return live?.id === intent.id
    const isPayable = order?.status === 'unpaid' && !order.disownedAt && !order.awaitsCountry
    if (!live && isPayable && order.priceCents === cents) {
      const row = { id: intent.id, orderId, buyerId, amountCents: cents, currency: CURRENCY }
      await tx.insert(paymentIntents).values({ ...row, createdAt: at, checkedAt: at, place })
      return true
    }
    await enqueue({ ...shop, db: tx }, 'cancelIntent', { data: { paymentIntentId: intent.id } })
    return false
  })
  return isKept ? secretOf(intent) : undefined
}

function secretOf({ id, client_secret }: Stripe.PaymentIntent) {
  if (!client_secret) throw new Error(`payment intent ${id} came without its client secret`)
  return client_secret
}

type Return = { id: string; transactionId: string; key: string | undefined }

/**
 * PATCH /orders/{id}: the browser says it has paid, Stripe says whether. Throws Refusal not_found for an order or a
 * payment of somebody else, conflict for a payment that is unfinished, unfit or belongs elsewhere.
 */
export async function confirmPayment(shop: Shop, buyer: User, back: Return): Promise<Order> {
  await confirmOrder(shop, buyer, { ...back, lock: (tx) => lockByLine(tx, buyer, back.id) })
  return orderOf(shop.db, buyer, back.id)
}

/** PATCH /checkouts/{id}: `confirmPayment` for an order with all of its lines. */
export async function confirmCheckout(shop: Shop, buyer: User, back: Return): Promise<Checkout> {
  await confirmOrder(shop, buyer, { ...back, lock: (tx) => lockOrder(tx, back.id) })
  return checkoutOf(shop.db, buyer, back.id)
}

async function confirmOrder(shop: Shop, buyer: User, { id, transactionId, key, lock }: Return & Pick<Wanted, 'lock'>) {
  if (key) await turnOf(shop, buyer, { key, request: { confirm: id, transactionId } })
  const order = await transact(shop.db, lock)
  if (!order || order.buyerId !== buyer.id) throw new Refusal('not_found', 'There is no such order.')
  if (order.transactionId === transactionId && order.status === 'paid') return
  const payment = await paymentOf(shop.db, transactionId)
  if (payment && payment.buyerId !== buyer.id) throw new Refusal('not_found', 'There is no such payment.')
  if (payment?.orderId && payment.orderId !== order.id) {
    throw new Refusal('conflict', 'This payment belongs to another order.', { field: 'transactionId' })
  }
  const intent = await intentAtStripe(shop.stripe, transactionId)
  if (!intent || (!payment && !(await isNamedIn(shop.db, intent, order.id)))) {
    throw new Refusal('not_found', 'There is no such payment.')
  }
  const settled = await settle(shop, intent, { by: buyer, orderId: order.id })
  if (settled.became === 'paid' && settled.order.id === order.id) return
  throw new Refusal('conflict', WHY_NOT[settled.became], { field: 'transactionId' })
}

const isNamedIn = async (db: Db, { metadata }: Stripe.PaymentIntent, orderId: string) =>
  (await linesOf(db, orderId)).some((line) => line.id === metadata.orderId)

const WHY_NOT = {
  paid: 'This payment belongs to another order.',
  open: 'This payment is not completed.',
  ended: 'This payment was cancelled.',
  unclaimed: 'This payment belongs to no order.',
  returned: 'This payment bought nothing and is given back in full.',
  unfit: 'This payment does not match the order.',
} as const
