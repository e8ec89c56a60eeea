import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { takeTurn } from '../accounts/user-turn.ts'
import { type Db, transact } from '../database/db.ts'
import { enqueue, inItsTrace } from '../database/jobs.ts'
import { forgetAnswersAbout } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { closedAddressOf } from '../wire/closed-address.ts'
import { Refusal } from '../wire/refusal.ts'
import { canBeTakenBack, forgetParcels } from './parcels.ts'
import { orderLines, orders } from './table.server.ts'

const isJustSent = and(eq(orderLines.status, 'delivered'), canBeTakenBack)

/** Throws Refusal conflict while a paid line is not sent, its delivery can still be taken back, or a refund is due. */
export async function refuseWhileUnderWay(db: Db, buyerId: string) {
  const isUnsent = eq(orderLines.status, 'paid')
  // One statement, since a line that is being sent would be found by neither of two.
  const [line] = await db
    .select({ status: orderLines.status })
    .from(orderLines)
    .where(and(eq(orderLines.buyerId, buyerId), or(isUnsent, isJustSent)))
    .orderBy(desc(isUnsent))
    .limit(1)
  if (line?.status === 'paid') {
    throw new Refusal('conflict', 'Something you paid for is not sent yet. Delete the account once it is on its way.')
  }
  if (line) {
    throw new Refusal('conflict', 'Something you paid for was sent a moment ago. Delete the account in ten seconds.')
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
 * over, and a payment that still succeeds goes back.
 */
export async function disownUnpaid(db: Db, { buyerId, at }: { buyerId: string; at: Date }) {
  const ended = sql`case status when 'unpaid' then least(expires_at, ${at}::timestamptz) else expires_at end`
  const isUnpaid = and(eq(orders.buyerId, buyerId), isNull(orders.paidAt), isNull(orders.disownedAt))
  await db.update(orders).set({ disownedAt: at, expiresAt: ended }).where(isUnpaid)
}

/** What one transaction takes a person out of: the text of each line is searched, and so indexed, anew. */
const PORTION = { orders: 100, lines: 500 }

type Leaver = { buyerId: string; isClosed: boolean }

/**
 * Erases the person from the orders that are disowned and, of a closed account, from all that are over; numbers, parts,
 * sums and the country stay for the books. A long history is erased in portions, by jobs: the caller holds the user, for
 * whom others wait.
 */
export async function forgetOrders({ db, jobs }: Pick<Shop, 'db' | 'jobs'>, { buyerId, isClosed }: Leaver) {
  const toForget = and(
    eq(orders.buyerId, buyerId),
    ne(orders.buyerEmail, closedAddressOf(buyerId)),
    isClosed ? or(isNotNull(orders.disownedAt), not(isUnderWay(db))) : isNotNull(orders.disownedAt),
  )
  const ids = await portionOf(db, toForget)
  if (ids.length === 0) return
  await forgetIn(db, buyerId, ids)
  if ((await db.$count(orders, toForget)) > 0) await enqueue({ db, jobs }, 'forgetOrders', { data: { buyerId } })
}

function isUnderWay(db: Db) {
  const isOpen = or(inArray(orderLines.status, ['unpaid', 'paid', 'refund_due']), isJustSent)
  return exists(
    db
      .select({ id: orderLines.id })
      .from(orderLines)
      .where(and(eq(orderLines.orderId, orders.id), isOpen)),
  )
}

/** The first of these orders, up to the one with which their lines are enough for a portion. */
async function portionOf(db: Db, which: SQL | undefined): Promise<string[]> {
  const lines = sql<number>`(select count(*)::int from order_lines where order_id = orders.id)`
  const some = await db
    .select({ id: orders.id, lines })
    .from(orders)
    .where(which)
    .orderBy(asc(orders.id))
    .limit(PORTION.orders)
  let before = 0
  const fits = some.filter(({ lines }) => {
    before += lines
    return before - lines < PORTION.lines
  })
  return fits.map(({ id }) => id)
}

/** Stripe warned of its payment, so the shop has to show the bank of the card to whom and where it was sent. */
const isWarned = and(isNotNull(orders.warnedAt), isNotNull(orders.paidAt))
const unlessWarned = (column: PgColumn, otherwise: string) =>
  sql`case when ${isWarned} then ${column} else ${otherwise} end`

/** The place stays for its day: else whoever leaves could hold the same part again and again. */
async function forgetIn(db: Db, buyerId: string, ids: string[]) {
  const nobody = {
    buyerName: unlessWarned(orders.buyerName, 'a customer'),
    buyerEmail: closedAddressOf(buyerId),
    address: unlessWarned(orders.address, ''),
    phone: unlessWarned(orders.phone, ''),
    note: '',
    reference: '',
    company: '',
    taxNumber: '',
  }
  await db.update(orders).set(nobody).where(inArray(orders.id, ids))
  const emptied = await db
    .update(orderLines)
    .set({ reference: '' })
    .where(inArray(orderLines.orderId, ids))
    .returning({ id: orderLines.id })
  await forgetParcels(db, ids, isWarned)
  // An admin who cancelled with a key is answered with the order again.
  await forgetAnswersAbout(db, [...ids, ...emptied.map(({ id }) => id)])
}

/**
 * Erases what is left of somebody: of a closed account all that is over, else what is disowned. A correction comes wholly
 * before or after: one at once would set paid what is found to be over.
 */
export async function forgetRest(shop: Shop, buyerId: string) {
  const { rows } = await shop.db.execute<Leaver>(
    sql`select id as "buyerId", closed_at is not null as "isClosed" from users where id = ${buyerId}`,
  )
  for (const leaver of rows) {
    await transact(shop.db, async (db) => {
      await takeTurn(db, buyerId)
      await forgetOrders({ ...shop, db }, leaver)
    })
  }
}

/**
 * Erases the buyers whose accounts were closed while an order was under way, as by *This was not me*, from those orders
 * that are over by now.
 */
export async function forgetClosedBuyers(shop: Shop) {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    select distinct buyer_id as id from orders join users on users.id = buyer_id
    where users.closed_at is not null and buyer_email <> users.email`)
  for (const { id } of rows) await forgetRest(shop, id)
}

export const workOnLeavers = (shop: Shop) =>
  shop.jobs.work<{ buyerId: string }>('forgetOrders', { pollingIntervalSeconds: 1 }, async (batch) => {
    for (const { data } of batch) await inItsTrace('forgetOrders', data, () => forgetRest(shop, data.buyerId))
  })
