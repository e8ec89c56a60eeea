import { and, eq, gt, inArray, lt, ne } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { type Deed, record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { enqueue } from '../database/jobs.ts'
import { holdLonger } from '../orders/holds.ts'
import { lockOrder, lockOrderOf } from '../orders/move-order.ts'
import { writeOrderMail } from '../orders/order-mails.ts'
import { linesOf, type OrderRow, type WholeOrder } from '../orders/orders.ts'
import {
  noteGivenBack,
  noteGivenBackInPart,
  noteWarned,
  reviveOrder,
  setPaid,
  setRefundDue,
} from '../orders/payment-states.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { CURRENCY, centsGivenBack, chargedAt, isBegun, isGivenBack } from './stripe-calls.ts'
import { paymentIntents } from './table.server.ts'

export type Payment = typeof paymentIntents.$inferSelect
/** `by`: who came back with it (nobody: Stripe told us). `orderId`: the order a loose payment is meant for. */
type Claim = { by?: User; orderId?: string }
/**
 * What became of a payment. `open`: not paid, or not yet. `unclaimed`: paid, and for no order so far. `returned`: paid
 * for nothing that could be had, so it goes back. `unfit`: not what the claimed order costs, or that one needs none.
 */
type Settled = { became: 'paid'; order: OrderRow } | { became: 'open' | 'ended' | 'unclaimed' | 'returned' | 'unfit' }

/** Writes down what Stripe says of an intent. Browser, webhook and reconciler all end here, as often as they like. */
export const settle = (shop: Shop, intent: Stripe.PaymentIntent, claim: Claim = {}) =>
  transact(shop.db, (db) => settleIn({ ...shop, db }, intent, claim))

/** To be called in a transaction, as all that follow. */
async function settleIn(shop: Shop, intent: Stripe.PaymentIntent, claim: Claim): Promise<Settled> {
  const { db } = shop
  const known = await paymentOf(db, intent.id)
  const orderId = known?.orderId ?? claim.orderId
  // The order before its payment, always: so two who settle wait for each other instead of deadlocking.
  const order = known ? await lockOrder(db, orderId) : await lockOrderOf(db, lineNamedIn(intent))
  const payment = (await lockPayment(db, intent.id)) ?? (await adopt(shop, intent, order))
  if (!payment) return notInTheBooks(shop, intent)
  if (payment.orderId && payment.orderId !== order?.id) return { became: 'unfit' }
  if (payment.status === 'refund_due' || payment.status === 'refunded') return { became: 'returned' }
  if (payment.status === 'succeeded' && order && payment.orderId) return stillPaid(shop, { intent, payment, order })
  if (intent.status === 'canceled') return mark(shop, payment, 'cancelled')
  if (isBegun(intent) && order && (payment.orderId || fits(payment, order))) await holdLonger(shop, order.id)
  if (intent.status !== 'succeeded') return mark(shop, payment, payment.status)
  return markPaid(shop, { intent, payment, order, claim })
}

/** The order id in our own metadata; other intents of the same account may carry anything under that name. */
function lineNamedIn({ metadata: { orderId } }: Stripe.PaymentIntent) {
  return z.uuid().safeParse(orderId).data
}

type Paid = { intent: Stripe.PaymentIntent; payment: Payment; order: OrderRow | undefined; claim: Claim }

/** The only writer of paid (law M7): intent and order are locked; status, sum, currency and order are checked here. */
async function markPaid(shop: Shop, { intent, payment, order, claim }: Paid): Promise<Settled> {
  const { id } = payment
  const { db } = shop
  const at = shop.clock.now()
  const isExact = intent.amount_received === payment.amountCents && intent.currency === payment.currency
  // Money that went back by hand at Stripe, before the shop heard of it, pays nothing either.
  if (!isExact || payment.currency !== CURRENCY || isGivenBack(intent)) return giveBack(shop, payment)
  if (!order) return keepUnclaimed(shop, payment, intent)
  const isFit = fits(payment, order)
  const isLoose = !payment.orderId
  if (isLoose && !(isFit && order.status === 'unpaid' && !order.awaitsCountry)) {
    await keepUnclaimed(shop, payment, intent)
    return { became: 'unfit' }
  }
  const wanted = { id: order.id, transactionId: id, at }
  const paid = isFit ? ((await setPaid(db, wanted)) ?? (await reviveOrder(db, wanted))) : undefined
  if (!paid) {
    const isLate = order.status === 'cancelled' || order.status === 'expired'
    if (isFit && isLate) await setRefundDue(db, wanted)
    return giveBack(shop, payment)
  }
  await endOthers(shop, payment, order.id)
  if (payment.warnedAt) await noteWarned(db, { id: order.id, at: payment.warnedAt })
  const settled = { status: 'succeeded', orderId: order.id, settledAt: at, checkedAt: at } as const
  await db.update(paymentIntents).set(settled).where(eq(paymentIntents.id, id))
  await writeOrderMail(shop, 'paid', paid)
  const change = {
    before: { status: order.status },
    after: { status: paid.status, number: toOrderNumber(paid.number), transactionId: id },
  }
  const deed = { at, actor: claim.by ?? null, action: 'order.paid' as const, ...change }
  await recordPaid(db, paid, deed)
  await noteInPart(shop, { intent, payment: { ...payment, orderId: order.id }, order })
  return { became: 'paid', order: paid }
}

/** Whether a payment is the order's buyer's, and of its sum. */
const fits = ({ buyerId, amountCents }: Payment, order: OrderRow) =>
  order.priceCents === amountCents && order.buyerId === buyerId && !order.disownedAt

type Held = { intent: Stripe.PaymentIntent; payment: Payment; order: OrderRow }

/**
 * An order whose charge was given back by hand at Stripe is not paid any more, also when that refund fails later. What is
 * delivered of it stays so; the rest is refunded.
 */
async function stillPaid(shop: Shop, { intent, payment, order }: Held): Promise<Settled> {
  if (!isGivenBack(intent) && !order.givenBackAt) {
    await noteInPart(shop, { intent, payment, order })
    return { became: 'paid', order }
  }
  const { db, log } = shop
  const lost = { id: order.id, transactionId: payment.id, at: shop.clock.now() }
  if (await setRefundDue(db, lost)) return giveBack(shop, payment)
  const { lines, isNews } = await noteGivenBack(db, lost)
  const parts = lines.map(({ productId }) => productId)
  if (parts.length > 0) await shop.onStockBack(shop, parts)
  if (isNews) {
    log.error({ payment: payment.id, order: order.id }, 'the charge of a delivered order was given back at Stripe')
    const after = { payment: payment.id, cents: payment.amountCents }
    await recordPayment(db, payment, { at: lost.at, actor: null, action: 'order.charge-returned', after })
    await writeOrderMail(shop, 'refunded', { ...order, lines: await linesOf(db, order.id) })
  }
  return { became: 'paid', order }
}

/** A part that was given back by hand at Stripe takes nothing of the order. Events come doubled and late: the most counts. */
async function noteInPart({ db, clock, log }: Shop, { intent, payment, order }: Held) {
  const cents = centsGivenBack(intent)
  const { id, amountCents } = payment
  const isNews = and(eq(paymentIntents.id, id), lt(paymentIntents.givenBackCents, cents))
  const news = await db.update(paymentIntents).set({ givenBackCents: cents }).where(isNews).returning()
  if (news.length === 0) return
  await noteGivenBackInPart(db, { id: order.id, cents })
  log.warn({ payment: id, order: order.id, cents }, 'a part of the charge of an order was given back at Stripe')
  const after = { payment: id, cents, of: amountCents }
  await recordPayment(db, payment, { at: clock.now(), actor: null, action: 'order.charge-returned', after })
}

/** What came back to the shop of a part is given back no more. */
export const noteLessGivenBack = (db: Db, { id, orderId }: Payment, cents: number) =>
  transact(db, async (tx) => {
    if (orderId) await lockOrder(tx, orderId)
    const isLess = and(eq(paymentIntents.id, id), gt(paymentIntents.givenBackCents, cents))
    const less = await tx.update(paymentIntents).set({ givenBackCents: cents }).where(isLess).returning()
    if (orderId && less.length > 0) await noteGivenBackInPart(tx, { id: orderId, cents })
  })

/** An intent that stands beside the one that paid must not be paid as well. */
async function endOthers({ db, jobs }: Shop, { id }: Payment, orderId: string) {
  const others = await db
    .update(paymentIntents)
    .set({ status: 'cancelled' })
    .where(and(eq(paymentIntents.orderId, orderId), eq(paymentIntents.status, 'open'), ne(paymentIntents.id, id)))
    .returning({ id: paymentIntents.id })
  for (const other of others) await enqueue({ db, jobs }, 'cancelIntent', { data: { paymentIntentId: other.id } })
}

/** The money bought nothing: it goes back by a job, whole. */
export async function giveBack({ db, jobs, clock }: Shop, { id }: Payment): Promise<Settled> {
  const at = clock.now()
  const [due] = await db
    .update(paymentIntents)
    .set({ status: 'refund_due', settledAt: at, checkedAt: at })
    .where(and(eq(paymentIntents.id, id), inArray(paymentIntents.status, ['open', 'succeeded', 'cancelled'])))
    .returning({ id: paymentIntents.id })
  if (due) await enqueue({ db, jobs }, 'refund', { data: { paymentIntentId: id } })
  return { became: 'returned' }
}

/** Paid, and for no order yet: the minutes in which one may claim it count from the charge. */
async function keepUnclaimed({ db, clock }: Shop, { id }: Payment, intent: Stripe.PaymentIntent): Promise<Settled> {
  const at = clock.now()
  const kept = { status: 'succeeded', settledAt: chargedAt(intent) ?? at, checkedAt: at } as const
  await db.update(paymentIntents).set(kept).where(eq(paymentIntents.id, id))
  return { became: 'unclaimed' }
}

type Marked = 'open' | 'succeeded' | 'cancelled'

async function mark({ db, clock }: Shop, payment: Payment, status: Marked): Promise<Settled> {
  const at = clock.now()
  const settledAt = status === 'cancelled' ? (payment.settledAt ?? at) : payment.settledAt
  await db.update(paymentIntents).set({ status, settledAt, checkedAt: at }).where(eq(paymentIntents.id, payment.id))
  return { became: status === 'cancelled' ? 'ended' : 'open' }
}

/**
 * A paid intent of ours without a row (a restored database): its metadata, which only the shop writes, names both. One of
 * another sum paid an order that was changed after the backup: its parts may have been sent, so a person decides.
 */
async function adopt({ db, clock }: Shop, intent: Stripe.PaymentIntent, order: OrderRow | undefined) {
  if (!order || intent.status !== 'succeeded' || intent.metadata.buyerId !== order.buyerId) return undefined
  if (intent.amount !== order.priceCents && !order.transactionId) return undefined
  const at = clock.now()
  const { id, amount: amountCents, currency } = intent
  const row = { id, buyerId: order.buyerId, orderId: order.id, amountCents, currency, createdAt: at, checkedAt: at }
  // Not live before markPaid has said so: the order may have another intent.
  const [payment] = await db
    .insert(paymentIntents)
    .values({ ...row, status: 'cancelled' })
    .returning()
  return payment
}

/** Whether the shop opened it, by its metadata; the account may have intents of others. */
export const isOurs = ({ metadata: { buyerId } }: Stripe.PaymentIntent) => z.uuid().safeParse(buyerId).success

/** A restored database lacks what was ordered and paid since its copy: a person sends the parts, or the money back. */
function notInTheBooks({ log }: Shop, intent: Stripe.PaymentIntent): Settled {
  const { id, status, metadata } = intent
  const { orderId: order, buyerId: buyer } = metadata
  if (status === 'succeeded' && isOurs(intent) && !isGivenBack(intent))
    log.error({ payment: id, order, buyer }, 'a payment at Stripe is not in the books of this shop')
  return { became: 'open' }
}

/** Writes for each line of a paid order that it is paid, with its part, since people know the order by its lines. */
const recordPaid = (db: Db, { lines }: WholeOrder, { after, ...deed }: Omit<Deed, 'subject'> & { after: object }) =>
  record(
    db,
    ...lines.map(({ id, productName, quantity }) => ({
      ...deed,
      subject: id,
      after: { ...after, productName, quantity },
    })),
  )

/** Writes one deed about a payment as a whole: by the first line of its order; one for no order has its own id. */
export async function recordPayment(
  db: Db,
  { id, orderId }: Pick<Payment, 'id' | 'orderId'>,
  deed: Omit<Deed, 'subject'>,
) {
  const [first] = orderId ? await linesOf(db, orderId) : []
  await record(db, { ...deed, subject: first?.id ?? id })
}

export async function paymentOf(db: Db, id: string): Promise<Payment | undefined> {
  const [payment] = await db.select().from(paymentIntents).where(eq(paymentIntents.id, id))
  return payment
}

async function lockPayment(tx: Db, id: string): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for('update')
  return payment
}
