import { and, eq, exists, inArray, isNotNull, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { type Db, transact } from '../database/db.ts'
import { forgetAnswersAbout } from '../database/once.ts'
import { closedAddressOf } from '../wire/closed-address.ts'
import { Refusal } from '../wire/refusal.ts'
import { forgetParcels } from './parcels.ts'
import { orderLines, orders } from './table.server.ts'

/** Throws Refusal conflict while a paid line is not sent, or a refund is due. */
export async function refuseWhileUnderWay(db: Db, buyerId: string) {
  const unsent = await db.$count(orderLines, and(eq(orderLines.buyerId, buyerId), eq(orderLines.status, 'paid')))
  if (unsent > 0) {
    throw new Refusal('conflict', 'Something you paid for is not sent yet. Delete the account once it is on its way.')
  }
  const due = await db.$count(orders, and(eq(orders.buyerId, buyerId), eq(orders.status, 'refund_due')))
  if (due > 0) throw new Refusal('conflict', 'Money is on its way back to you. Delete the account once it is there.')
}

export async function unpaidOrdersOf(db: Db, buyerId: string): Promise<string[]> {
  const isUnpaid = and(eq(orders.buyerId, buyerId), eq(orders.status, 'unpaid'))
  const rows = await db.select({ id: orders.id }).from(orders).where(isUnpaid)
  return rows.map(({ id }) => id)
}

/** Throws Refusal conflict for an order that was placed while the earlier ones were being cancelled. */
export async function refuseWhileUnpaid(db: Db, buyerId: string) {
  if ((await unpaidOrdersOf(db, buyerId)).length === 0) return
  throw new Refusal('conflict', 'You have just placed an order. Delete the account once more.')
}

/**
 * Ends for good what a buyer has not paid, since the account turned out to be somebody else's or is closed: the hold is
 * over, a payment that still succeeds goes back, and nothing tells who placed it.
 */
export async function disownUnpaid(db: Db, { buyerId, at }: { buyerId: string; at: Date }) {
  const ended = sql`case status when 'unpaid' then least(expires_at, ${at}::timestamptz) else expires_at end`
  const isUnpaid = and(eq(orders.buyerId, buyerId), isNull(orders.paidAt), isNull(orders.disownedAt))
  await db.update(orders).set({ disownedAt: at, expiresAt: ended }).where(isUnpaid)
  await forgetIn(db, buyerId, isNotNull(orders.disownedAt))
}

/** Erases the person from every order that is over; numbers, parts, sums and the country stay for the books. */
export async function forgetBuyer(db: Db, buyerId: string) {
  const isUnderWay = and(
    eq(orderLines.orderId, orders.id),
    inArray(orderLines.status, ['unpaid', 'paid', 'refund_due']),
  )
  const lines = db.select({ id: orderLines.id }).from(orderLines).where(isUnderWay)
  await forgetIn(db, buyerId, or(isNotNull(orders.disownedAt), not(exists(lines))))
}

/** The place stays for its day: else whoever leaves could hold the same part again and again. */
async function forgetIn(db: Db, buyerId: string, which: SQL | undefined) {
  const nobody = {
    buyerName: 'a customer',
    buyerEmail: closedAddressOf(buyerId),
    address: '',
    phone: '',
    note: '',
    reference: '',
    company: '',
    taxNumber: '',
  }
  const theirs = and(eq(orders.buyerId, buyerId), which)
  const forgotten = await db.update(orders).set(nobody).where(theirs).returning({ id: orders.id })
  const ids = forgotten.map(({ id }) => id)
  const inOrders = inArray(orderLines.orderId, ids)
  const emptied = await db.update(orderLines).set({ reference: '' }).where(inOrders).returning({ id: orderLines.id })
  await forgetParcels(db, ids)
  // An admin who cancelled with a key is answered with the order again.
  await forgetAnswersAbout(db, [...ids, ...emptied.map(({ id }) => id)])
}

/**
 * Erases the buyers whose accounts were closed while an order was under way, as by *This was not me*, from those orders
 * that are over by now.
 */
export async function forgetClosedBuyers(db: Db) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct buyer_id as id from orders join users on users.id = buyer_id
    where users.closed_at is not null and buyer_email <> users.email`)
  for (const { id } of rows) await transact(db, (tx) => forgetBuyer(tx, id))
}
