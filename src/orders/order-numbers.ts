import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { batched, prepared } from '../database/hot-statements.ts'

const the = sql.placeholder

/** A number for a new order, drawn before its transaction; parallel orders share one statement. */
export const nextNumber = (db: Db): Promise<number> => drawNumber(db, 1)

const drawNumber = batched(async (db: Db, asked: readonly number[]) => {
  const drawn = await prepared(db, numbers).execute({ count: asked.length })
  return drawn.map(({ number }) => number)
})

const numbers = (db: Db) =>
  db.select({ number: sql<number>`nextval('order_numbers')::int` }).from(sql`generate_series(1, ${the('count')}::int)`)
