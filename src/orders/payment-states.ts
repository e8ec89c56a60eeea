import { and, eq, isNull, notExists } from 'drizzle-orm'
import { type Db, transact } from '../database/db.ts'
import { reserveStockAgain, returnStock } from '../products/stock.ts'
import { hasUseFor, lockCode } from '../sums/codes.ts'
import { lockOrder, moveOrder } from './move-order.ts'
import { linesOf, type WholeOrder } from './orders.ts'
import { orderLines, orders } from './table.server.ts'

type Payment = { id: string; transactionId: string; at: Date }

/** Unpaid → paid. The caller has proved the payment (law M7); undefined when the order is not unpaid. */
export const setPaid = (db: Db, { id, transactionId, at }: Payment): Promise<WholeOrder | undefined> =>
  transact(db, (tx) =>
    moveOrder(tx, eq(orders.id, id), { from: ['unpaid'], to: { status: 'paid', transactionId, paidAt: at } }),
  )

/**
 * Cancelled or expired → paid, which reserves its units and its use of a code again; undefined when too few are left or
 * the order is not closed.
 */
export const reviveOrder = (db: Db, { id, transactionId, at }: Payment): Promise<WholeOrder | undefined> =>
  transact(db, async (tx) => {
    const closed = await lockOrder(tx, id)
    if (closed?.status !== 'cancelled' && closed?.status !== 'expired') return undefined
    const code = closed.code ? await lockCode(tx, closed.code) : undefined
    if (code && !(await hasUseFor(tx, code, closed.buyerId))) return undefined
    const lines = (await linesOf(tx, id)).map((line) => ({ ...line, lineId: line.id }))
    if (!(await reserveStockAgain(tx, lines, at))) return undefined
    const paid = { status: 'paid' as const, transactionId, paidAt: at, closedAt: null }
    return moveOrder(tx, eq(orders.id, id), { from: [closed.status], to: paid })
  })

/** Paid, cancelled or expired → refund due; a paid order keeps its units until the refund has been made (law S5). */
export const setRefundDue = (db: Db, { id, transactionId, at }: Payment): Promise<WholeOrder | undefined> =>
  transact(db, (tx) => {
    const isDelivered = and(eq(orderLines.orderId, orders.id), eq(orderLines.status, 'delivered'))
    const isHere = notExists(tx.select().from(orderLines).where(isDelivered))
    const due = { status: 'refund_due' as const, transactionId, closedAt: at }
    return moveOrder(tx, and(eq(orders.id, id), isHere), { from: ['paid', 'cancelled', 'expired'], to: due })
  })

/**
 * Notes that the charge of an order of which some is delivered was given back at Stripe: that stays so, and what is not
 * sent, or was taken back since, is refunded and returns to stock. The answer has those lines, and whether it is news.
 */
export const noteGivenBack = (db: Db, { id, at }: Omit<Payment, 'transactionId'>) =>
  transact(db, async (tx) => {
    const isNew = and(eq(orders.id, id), isNull(orders.givenBackAt))
    const noted = await tx.update(orders).set({ givenBackAt: at }).where(isNew).returning({ id: orders.id })
    const isUnsent = and(eq(orderLines.orderId, id), eq(orderLines.status, 'paid'))
    const lines = await tx.update(orderLines).set({ status: 'refunded' }).where(isUnsent).returning()
    // Most often nothing is left to be returned: events come doubled.
    if (lines.length > 0) await returnStock(tx, lines, at)
    return { lines, isNews: noted.length > 0 }
  })

/** Notes how much of the payment of an order was given back at Stripe in all; the order stays paid. */
export const noteGivenBackInPart = (db: Db, { id, cents }: { id: string; cents: number }) =>
  db.update(orders).set({ givenBackCents: cents }).where(eq(orders.id, id))

/** Notes that Stripe warned of the payment of an order. */
export const noteWarned = (db: Db, { id, at }: Omit<Payment, 'transactionId'>) =>
  db.update(orders).set({ warnedAt: at }).where(eq(orders.id, id))

/** Refund due → refunded; returns the units to stock if the order still held them. */
export const setRefunded = (db: Db, { id, at }: Omit<Payment, 'transactionId'>): Promise<WholeOrder | undefined> =>
  transact(db, async (tx) => {
    const refunded = { status: 'refunded' as const, closedAt: at }
    const order = await moveOrder(tx, eq(orders.id, id), { from: ['refund_due'], to: refunded })
    if (order) await returnStock(tx, order.lines, at)
    return order
  })
