import { and, eq, isNull, or } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { enqueue } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { paymentIntents } from './table.server.ts'

/** Throws Refusal conflict while money that bought nothing is to go back. */
export async function refuseWhileOwed(db: Db, buyerId: string) {
  const isLoose = and(eq(paymentIntents.status, 'succeeded'), isNull(paymentIntents.orderId))
  const isOwed = or(eq(paymentIntents.status, 'refund_due'), isLoose)
  if ((await db.$count(paymentIntents, and(eq(paymentIntents.buyerId, buyerId), isOwed))) === 0) return
  throw new Refusal('conflict', 'Money is on its way back to you. Delete the account once it is there.')
}

/** Ends by jobs whatever a buyer could still pay, since the account turned out to be somebody else's or is closed. */
export async function endPaymentsOf({ db, jobs }: Pick<Shop, 'db' | 'jobs'>, buyerId: string) {
  const isOpen = and(eq(paymentIntents.buyerId, buyerId), eq(paymentIntents.status, 'open'))
  const open = await db.select({ id: paymentIntents.id }).from(paymentIntents).where(isOpen)
  for (const { id } of open) await enqueue({ db, jobs }, 'cancelIntent', { data: { paymentIntentId: id } })
}
