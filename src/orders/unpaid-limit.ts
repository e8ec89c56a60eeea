import { and, eq, sql } from 'drizzle-orm'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { orders } from './table.server.ts'

/** The most unpaid orders that unverified accounts of one client address hold at a time. */
const MOST_FROM_A_PLACE = 4
/** First key of the two-key advisory lock that queues the orders of one place. */
const PLACE_LOCK = 7_269

/** How many unpaid orders a buyer may have at a time. */
export const mostUnpaid = ({ maxUnpaidOrders, maxUnpaidUnverified }: Config) => ({
  verified: maxUnpaidOrders,
  unverified: Math.min(maxUnpaidUnverified, maxUnpaidOrders),
})

/** Throws Refusal conflict for a buyer whose earlier unpaid orders are as many as allowed. */
export function refuseTooManyUnpaid(unpaid: number, most: number) {
  if (unpaid < most) return
  throw new Refusal(
    'conflict',
    `You have ${unpaid} unpaid ${unpaid === 1 ? 'order' : 'orders'}. Pay or cancel one first.`,
  )
}

/** Throws Refusal conflict where the unverified accounts of one client address hold as many as allowed. */
export async function refuseTooManyFrom(db: Db, place: string) {
  await db.execute(sql`select pg_advisory_xact_lock(${PLACE_LOCK}, hashtext(${place}))`)
  const held = await db.$count(orders, and(eq(orders.place, place), eq(orders.status, 'unpaid')))
  if (held < MOST_FROM_A_PLACE) return
  throw new Refusal(
    'conflict',
    `${held} unpaid orders of people who are not verified are held from your network. Verify your e-mail, then order.`,
  )
}
