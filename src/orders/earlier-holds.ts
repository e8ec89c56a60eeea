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
 * The end of the hold that the buyer last cancelled of one of these products and that would still run, as a part of the
 * statement that stores an order: by then a cancel that freed its units is committed. With a range instead of an equality
 * only the index by product has the order asked for; any other plan would read each line that the buyer cancelled.
 */
export const endOfCancelled = (buyerId: Placeholder, productIds: Placeholder, at: Placeholder) =>
  sql<Date | null>`(
    select min(o.expires_at) from unnest(${productIds}::uuid[]) as part(id)
    cross join lateral (
      select l.order_id from order_lines l
      where l.buyer_id = ${buyerId} and l.product_id between part.id and part.id and l.status = 'cancelled'
      order by l.product_id desc, l.id desc limit 1
    ) as last
    join orders o on o.id = last.order_id
    where o.expires_at > ${at}
  )`.mapWith(orders.expiresAt)

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
