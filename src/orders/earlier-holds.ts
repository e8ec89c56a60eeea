import { and, eq, inArray, isNotNull, lt, ne, or, type Placeholder, sql } from 'drizzle-orm'
import { DAY } from '../config/clock.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { orderLines, orders } from './table.server.ts'

/**
 * How many holds of a product may end unpaid in a day, also as lines of orders whose rest was paid, before the next one
 * needs a verified address.
 */
const MOST_IN_A_DAY = 4

/** `place` is undefined where places do not count. */
type Asked = { buyerId: string; place: string | undefined; productIds: string[]; at: Date }

/**
 * The end that a new hold of somebody unverified takes over: that of a hold of one of these products that was cancelled
 * by the same buyer or at the same place and would still run, so that repeating it gains no time. Throws Refusal conflict
 * where a product was held too often.
 */
export async function endOfEarlierHold(db: Db, { buyerId, place, productIds, at }: Asked): Promise<Date | undefined> {
  const isTheirs = or(eq(orders.buyerId, buyerId), place === undefined ? undefined : eq(orders.place, place))
  const runs = sql`(${orderLines.status} = 'cancelled' and ${orders.expiresAt} > ${at}::timestamptz)`
  const aDayAgo = new Date(at.getTime() - DAY)
  const isOfToday = sql`coalesce(${orderLines.closedAt}, ${orders.closedAt}) > ${aDayAgo}::timestamptz`
  const earlier = await db
    .select({
      until: sql<Date | null>`min(${orders.expiresAt}) filter (where ${runs})`.mapWith(orders.expiresAt),
      // Orders that took over an end are one hold together.
      holds: sql<number>`(count(distinct ${orders.expiresAt}) filter (where ${isOfToday}))::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        isTheirs,
        inArray(orderLines.productId, productIds),
        inArray(orderLines.status, ['cancelled', 'expired']),
        or(runs, isOfToday),
      ),
    )
    .groupBy(orderLines.productId)
  if (place !== undefined) refuseTooOften(Math.max(0, ...earlier.map(({ holds }) => holds)))
  const [first] = earlier.flatMap(({ until }) => until ?? []).toSorted((a, b) => a.getTime() - b.getTime())
  return first
}

/**
 * The first end among the holds of these products that the buyer cancelled and that would still run, as a part of the
 * statement that stores an order: by then a cancel that freed its units is committed. Orders whose id is older
 * than `since` hold nothing any more.
 */
export const endOfCancelled = (asked: Record<'buyerId' | 'productIds' | 'at' | 'since', Placeholder>) =>
  sql<Date | null>`(
    select min(o.expires_at) from orders o
    where o.expires_at > ${asked.at} and o.id in (
      select l.order_id from order_lines l
      where l.buyer_id = ${asked.buyerId} and l.product_id = any(${asked.productIds}::uuid[])
        and l.order_id > ${asked.since} and l.status = 'cancelled'
    )
  )`.mapWith(orders.expiresAt)

/**
 * The first end among holds of more than so many minutes that the buyer of an order, or somebody at its place, had of its
 * parts and cancelled, unless it is before that of the order: for these parts they have begun to pay once.
 */
export const endOfLongerOnes = (minutes: number) =>
  sql<Date | null>`(
    select min(o.expires_at) from order_lines mine
    join order_lines l on l.product_id = mine.product_id and l.status = 'cancelled'
    join orders o on o.id = l.order_id
    where mine.order_id = ${orders.id} and (o.buyer_id = ${orders.buyerId} or o.place = ${orders.place})
      and o.expires_at >= ${orders.expiresAt} and o.expires_at - o.created_at > make_interval(secs => ${minutes * 60})
  )`

function refuseTooOften(holds: number) {
  if (holds < MOST_IN_A_DAY) return
  throw new Refusal(
    'conflict',
    `A part of this order was held ${holds} times in a day, by you or from your network, and not paid. Verify your e-mail, then order.`,
  )
}

/** Forgets from which place an order came that ended before `before`; it counts for a day. */
export async function forgetPlaces(db: Db, before: Date) {
  const isOver = lt(sql`coalesce(${orders.closedAt}, ${orders.paidAt})`, before)
  await db
    .update(orders)
    .set({ place: null })
    .where(and(isNotNull(orders.place), ne(orders.status, 'unpaid'), isOver))
}
