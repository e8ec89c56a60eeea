import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { paymentIntents } from './table.server.ts'

/** Throws Refusal conflict while money that bought nothing is to go back. */
export async function refuseWhileOwed(db: Db, buyerId: string) {
  const isLoose = and(eq(paymentIntents.status, 'succeeded'), isNull(paymentIntents.orderId))
  const isOwed = or(eq(paymentIntents.status, 'refund_due'), isLoose)
  if ((await db.$count(paymentIntents, and(eq(paymentIntents.buyerId, buyerId), isOwed))) === 0) return
  throw new Refusal('conflict', 'Money is on its way back to you. Delete the account once it is there.')
}
