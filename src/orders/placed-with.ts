import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import { answerUnder } from '../database/once.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { orders } from './table.server.ts'

/** The answers of POST /order, whose id is the line's, and of POST /checkouts. */
const Answer = z.object({ _id: z.uuid(), checkoutId: z.uuid().optional() })

/**
 * The order that a buyer's Idempotency-Key has placed, also a closed one, so that a browser hears of an order whose answer
 * it lost; none where nothing was placed, or not yet.
 */
export async function placedWith(db: Db, { id }: User, key: string): Promise<PlacedOrder[]> {
  const { data: answer } = Answer.safeParse(await answerUnder(db, id, key))
  if (!answer) return []
  const isIt = and(eq(orders.id, answer.checkoutId ?? answer._id), eq(orders.buyerId, id))
  const rows = await db.select({ number: orders.number }).from(orders).where(isIt)
  return rows.map(({ number }) => ({ number: toOrderNumber(number) }))
}
