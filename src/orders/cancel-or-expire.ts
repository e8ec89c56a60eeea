import { and, asc, eq, lte, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { returnStock } from '../products/stock.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import { sumsAnew } from './change-sums.ts'
import type { Order } from './contract.ts'
import { lockOrderOf, moveOrder } from './move-order.ts'
import { writeOrderMail } from './order-mails.ts'
import { hasLine, linesOf, mayCancel, noSuchOrder, orderOf, toOrderOf, type WholeOrder } from './orders.ts'
import { orderLines, orders } from './table.server.ts'

/**
 * Cancels an unpaid order and returns its units to stock. The caller has cancelled its payment intent at Stripe before.
 * Throws Refusal not_found, also for a cancelled order, or conflict when it is paid.
 */
export const cancelOrder = (shop: Shop, actor: Actor, { id }: { id: string }): Promise<Order> =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const part = await takeLineOut(tx, actor, { id, at })
    if (part) return closed({ ...shop, db: tx }, part, { at, actor, id })
    const cancelled = { status: 'cancelled' as const, closedAt: at }
    const order = await moveOrder(tx, and(hasLine(id), mayCancel(actor)), { from: ['unpaid'], to: cancelled })
    if (!order) {
      await orderOf(tx, actor, id)
      throw new Refusal('conflict', 'This order is paid. Only an unpaid order can be cancelled.')
    }
    return closed({ ...shop, db: tx }, order, { at, actor, id })
  })

/** Cancels all remaining lines of an unpaid order; throws as `cancelOrder`. */
export const cancelCheckout = (shop: Shop, actor: Actor, id: string): Promise<WholeOrder> =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const to = { status: 'cancelled' as const, closedAt: at }
    const order = await moveOrder(tx, and(eq(orders.id, id), mayCancel(actor)), { from: ['unpaid'], to })
    if (!order) {
      const [found] = await tx
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), mayCancel(actor)))
      if (!found || found.status === 'cancelled' || found.status === 'expired') throw noSuchOrder()
      throw new Refusal('conflict', 'This order is paid. Only an unpaid order can be cancelled.')
    }
    await afterClosing({ ...shop, db: tx }, order, { at, actor })
    return order
  })

/** What is closed; `left` is what stays of the order when that is one of its lines. */
type Leaving = WholeOrder & { left?: { lines: number; priceCents: number } }

/**
 * Cancels one line of an unpaid order with several and recalculates its sums; undefined when the order has one line.
 */
async function takeLineOut(db: Db, actor: Actor, { id, at }: { id: string; at: Date }): Promise<Leaving | undefined> {
  const order = await lockOrderOf(db, id)
  if (order?.status !== 'unpaid' || (order.buyerId !== actor.id && !may(actor, 'orders.cancelAny'))) return undefined
  const lines = await linesOf(db, order.id)
  const line = lines.find((one) => one.id === id.toLowerCase())
  if (!line) throw noSuchOrder()
  if (lines.length === 1) return undefined
  const staying = lines.filter((one) => one !== line)
  const rest = sumsAnew(staying, order.terms, 'What is left would cost less than $0.50. Cancel the whole order.')
  await db.update(orderLines).set({ status: 'cancelled', closedAt: at }).where(eq(orderLines.id, line.id))
  await db.update(orders).set(rest).where(eq(orders.id, order.id))
  const part = { status: 'cancelled' as const, closedAt: at }
  const sums = { priceCents: line.priceCents, discountCents: 0, shippingCents: 0, taxCents: 0 }
  const left = { lines: staying.length, priceCents: rest.priceCents }
  return { ...order, ...part, ...sums, lines: [{ ...line, ...part }], left }
}

type Closed = { at: Date; actor: Actor }

async function closed(shop: Shop, order: Leaving, { id, ...by }: Closed & { id: string }): Promise<Order> {
  await afterClosing(shop, order, by)
  return toOrderOf(order, id)
}

/** Returns the units of a closed order to stock and writes the audit entry and the mail. */
async function afterClosing(shop: Shop, order: Leaving, { at, actor }: Closed) {
  await returnStock(shop.db, order.lines, at)
  await shop.onStockBack(shop, productsIn(order))
  if (actor.id !== order.buyerId) {
    await stillMay(shop.db, actor, 'orders.cancelAny')
    await record(shop.db, ...deedsOf(order, { at, actor, action: 'order.cancel' }))
  }
  await writeOrderMail(shop, 'cancelled', order)
}

/** Expires an unpaid order whose hold is over; undefined when it is paid, closed or not due. */
export const expireOrder = (shop: Shop, orderId: string): Promise<WholeOrder | undefined> =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const isDue = and(eq(orders.id, orderId), lte(orders.expiresAt, at))
    const order = await moveOrder(tx, isDue, { from: ['unpaid'], to: { status: 'expired', closedAt: at } })
    if (!order) return undefined
    await returnStock(tx, order.lines, at)
    await shop.onStockBack({ ...shop, db: tx }, productsIn(order))
    await record(tx, ...deedsOf(order, { at, actor: null, action: 'order.expire' }))
    await writeOrderMail({ ...shop, db: tx }, 'expired', order)
    return order
  })

const productsIn = ({ lines }: WholeOrder) => lines.map(({ productId }) => productId)

type Due = { now: Date; limit: number; which?: (id: PgColumn) => SQL }

/** Ids of unpaid orders whose hold is over, the oldest first; `which` is a condition on the id, as part of a WHERE. */
export async function dueOrders(db: Db, { now, limit, which }: Due): Promise<string[]> {
  const due = and(eq(orders.status, 'unpaid'), lte(orders.expiresAt, now), which?.(orders.id))
  const rows = await db.select({ id: orders.id }).from(orders).where(due).orderBy(asc(orders.expiresAt)).limit(limit)
  return rows.map(({ id }) => id)
}

type Closing = { at: Date; actor: Actor | null; action: 'order.cancel' | 'order.expire' }

const deedsOf = ({ number, status, buyerId, lines }: WholeOrder, closing: Closing) =>
  lines.map(({ id, productName, quantity }) => ({
    ...closing,
    subject: id,
    before: { status: 'unpaid' },
    after: { status, number: toOrderNumber(number), buyerId, productName, quantity },
  }))
