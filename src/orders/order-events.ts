import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { toDollars } from '../wire/money.ts'
import type { OrderEvent } from './contract.ts'
import { orderEvents } from './table.server.ts'

/** An event with its number in its order, from which a stream resumes. */
export type Numbered = OrderEvent & { seq: number }

/** The events of an order after this number, oldest first. */
export async function eventsAfter(db: Db, orderId: string, seq: number): Promise<Numbered[]> {
  const rows = await db
    .select()
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, orderId), gt(orderEvents.seq, seq)))
    .orderBy(orderEvents.seq)
  return rows.map((row) => ({
    seq: row.seq,
    at: row.at.toISOString(),
    what: row.what,
    parcel: row.parcelId,
    line: row.lineId,
    givenBack: row.cents === null ? null : toDollars(row.cents),
  }))
}
