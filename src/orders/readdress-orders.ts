import { and, eq, inArray } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import { orders } from './table.server.ts'

/** Sends mails about orders under way to the buyer's new address. */
export async function readdressOrders(db: Db, { id, email }: Pick<User, 'id' | 'email'>) {
  const live = and(eq(orders.buyerId, id), inArray(orders.status, ['unpaid', 'paid', 'refund_due']))
  await db.update(orders).set({ buyerEmail: email }).where(live)
}
