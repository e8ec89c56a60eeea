import { and, eq, gt, inArray, or, type Placeholder, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { isLogged } from '../audit/audit.ts'
import { DAY, MINUTE } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { grouped } from '../wire/grouped.ts'
import { Refusal } from '../wire/refusal.ts'
import { MOST_LINES } from './most-lines.ts'
import { orders } from './table.server.ts'

/** The most unpaid orders that unverified accounts of one client address hold at a time. */
const MOST_FROM_A_PLACE = 4
/**
 * How many orders of a buyer, or of unverified accounts of one client address, may end unpaid in a day before the next
 * one needs a verified address; so many are read for each new order.
 */
const MOST_ENDED_IN_A_DAY = 60
/** How many of the lines that a buyer orders in a day may end unpaid before the next order, since each of them is kept. */
const MOST_LINES_ENDED_IN_A_DAY = 5 * MOST_LINES
/** How many orders of a buyer with one part the staff cancels in a day before the buyer may not hold it again. */
const MOST_CANCELLED_FOR = 10
/**
 * How many holds of a buyer of one part are left unpaid within a week before the next hold of it is as short
 * as an unverified buyer's, and before there is none.
 */
const LEFT_UNPAID = { short: 2, most: 10 }
/** First key of the two-key advisory lock that queues the orders of one place. */
const PLACE_LOCK = 7_269

/** How many unpaid orders a buyer may have at a time. */
export const mostUnpaid = ({ maxUnpaidOrders, maxUnpaidUnverified }: Config) => ({
  verified: maxUnpaidOrders,
  unverified: Math.min(maxUnpaidUnverified, maxUnpaidOrders),
})

type Before = { unpaid: number; most: number; endedTooMany: boolean; isUnwanted: boolean; leftUnpaid: number }

/**
 * Throws Refusal conflict for a buyer whose earlier unpaid orders are as many as allowed, too many of whose lines ended
 * unpaid, who lets one of these parts go unpaid again and again, or from whom the staff takes it as often.
 */
export function refuseTooMany({ rateLimit }: Config, { unpaid, most, ...ended }: Before) {
  if (unpaid >= most) {
    const what = unpaid === 1 ? 'order' : 'orders'
    throw new Refusal('conflict', `You have ${unpaid} unpaid ${what}. Pay or cancel one first.`)
  }
  if (!rateLimit) return
  if (ended.isUnwanted) {
    throw new Refusal(
      'conflict',
      `The shop has cancelled ${MOST_CANCELLED_FOR} unpaid orders of yours with a part of this one within a day. Write to us, or order it tomorrow.`,
    )
  }
  if (ended.leftUnpaid >= LEFT_UNPAID.most) {
    throw new Refusal(
      'conflict',
      `${ended.leftUnpaid} orders of yours with a part of this one were left unpaid within a week. Write to us, or order it later.`,
    )
  }
  if (!ended.endedTooMany) return
  const lines = grouped(MOST_LINES_ENDED_IN_A_DAY)
  throw new Refusal(
    'conflict',
    `${lines} lines of your orders were cancelled or not paid in time within a day, which is the most. Order again tomorrow.`,
  )
}

/** Ids that are older than that of any order or line of the last day, or week; ids have the time of the machine. */
export const oldestOfDay = () => uuidv7({ msecs: Date.now() - DAY })
export const oldestOfWeek = () => uuidv7({ msecs: Date.now() - 7 * DAY })

/** The latest end of a new hold of a buyer who left so many orders with one of its parts unpaid; undefined is any. */
export function endAfterUnpaid({ rateLimit, unverifiedHoldMinutes }: Config, at: Date, leftUnpaid: number) {
  if (!rateLimit || leftUnpaid < LEFT_UNPAID.short) return undefined
  return new Date(at.getTime() + unverifiedHoldMinutes * MINUTE)
}

/**
 * Whether too many of the lines that the buyer ordered since `oldest` ended unpaid, as a part of the statement that
 * stores an order.
 */
export const endedTooMany = ({ buyerId, oldest }: Record<'buyerId' | 'oldest', Placeholder>) =>
  sql<boolean>`(
    select count(*) = ${sql.raw(`${MOST_LINES_ENDED_IN_A_DAY}`)} from (
      select from order_lines l
      where l.buyer_id = ${buyerId} and l.id > ${oldest} and l.status in ('cancelled', 'expired')
      limit ${sql.raw(`${MOST_LINES_ENDED_IN_A_DAY}`)}
    ) ended
  )`

/**
 * Whether the staff has cancelled as many of the buyer's orders since `oldest` with one of these products, as a part of
 * the statement that stores an order. Of cancelled orders the audit log has those that somebody else cancelled.
 */
export const isUnwanted = ({ buyerId, oldest, productIds }: Record<'buyerId' | 'oldest' | 'productIds', Placeholder>) =>
  sql<boolean>`exists (
    select from order_lines l
    where l.buyer_id = ${buyerId} and l.id > ${oldest} and l.status = 'cancelled'
      and l.product_id = any(${productIds}::uuid[]) and ${isLogged('order.cancel', sql`l.id::text`)}
    group by l.product_id having count(distinct l.order_id) >= ${sql.raw(`${MOST_CANCELLED_FOR}`)}
  )`

type OfWeek = Record<'buyerId' | 'week' | 'productIds' | 'halfHold', Placeholder>

/**
 * How many holds of one of these products, of that with most, the buyer has left unpaid since `week`: until their end, or
 * cancelled within `halfHold` seconds of it, which gains as much. Orders that took over an end are one hold. A part of the
 * statement that stores an order; a cancelled order of somebody unverified counts elsewhere.
 */
export const leftUnpaid = ({ buyerId, week, productIds, halfHold }: OfWeek) =>
  sql<number>`(
    select coalesce(max(holds), 0)::int from (
      select count(distinct o.expires_at) as holds from order_lines l join orders o on o.id = l.order_id
      where l.buyer_id = ${buyerId} and l.product_id = any(${productIds}::uuid[]) and l.order_id > ${week}
        and l.status in ('cancelled', 'expired') and o.paid_at is null
        and (l.status = 'expired' or o.place is null)
        and coalesce(l.closed_at, o.closed_at) > o.expires_at - make_interval(secs => ${halfHold})
      group by l.product_id
    ) of_product
  )`

type Asked = { buyerId: string; place: string; at: Date }

/**
 * Throws Refusal conflict where the unverified accounts of one client address hold as many as allowed, or where too many
 * orders of the address or of the buyer ended unpaid.
 */
export async function refuseTooManyFrom(db: Db, { buyerId, place, at }: Asked) {
  await db.execute(sql`select pg_advisory_xact_lock(${PLACE_LOCK}, hashtext(${place}))`)
  const held = await db.$count(orders, and(eq(orders.place, place), eq(orders.status, 'unpaid')))
  if (held >= MOST_FROM_A_PLACE) {
    throw new Refusal(
      'conflict',
      `${held} unpaid orders of people who are not verified are held from your network. Verify your e-mail, then order.`,
    )
  }
  const isTheirs = or(eq(orders.buyerId, buyerId), eq(orders.place, place))
  const isOfToday = gt(orders.closedAt, new Date(at.getTime() - DAY))
  const ended = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs, inArray(orders.status, ['cancelled', 'expired']), isOfToday))
    .limit(MOST_ENDED_IN_A_DAY)
  if ((await db.$count(ended.as('ended'))) < MOST_ENDED_IN_A_DAY) return
  throw new Refusal(
    'conflict',
    `${MOST_ENDED_IN_A_DAY} orders of yours, or of people in your network who are not verified, ended unpaid in a day. Verify your e-mail, then order.`,
  )
}
