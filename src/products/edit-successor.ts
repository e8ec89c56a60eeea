import { eq, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { rowHolding } from './named-product.ts'
import { type ProductRow, products } from './table.server.ts'

const SUCCESSOR_LOCK = 7_268_014

const wrong = (message: string) => new Refusal('invalid', message, { field: 'successor' })

/** The id of what is sold in place of an archived product, undefined when it was not sent; throws Refusal invalid, for a cycle too. */
export async function successorIdOf(tx: Db, product: ProductRow, sent: string | null | undefined) {
  if (sent === undefined) return undefined
  if (!sent) return null
  if (!product.removedAt) throw wrong('Only an archived part has a successor.')
  // Two edits at once could else close a cycle between them.
  await tx.execute(sql`select pg_advisory_xact_lock(${SUCCESSOR_LOCK})`)
  const { row } = await rowHolding(tx, sent).catch((error) => {
    throw error instanceof Refusal ? wrong(`No part has the number ${sent}.`) : error
  })
  const { rows } = await tx.execute(sql`
    with recursive heirs as (
      select id, successor_id from products where id = ${row.id}
      union
      select p.id, p.successor_id from heirs h join products p on p.id = h.successor_id
    ) select from heirs where id = ${product.id}`)
  if (rows.length > 0) throw wrong(`${row.name} leads back to this part.`)
  return row.id
}

/** What names the successor of a product: its number, or its id when it has none. */
export async function successorOf(db: Db, { successorId }: Pick<ProductRow, 'successorId'>): Promise<string | null> {
  if (!successorId) return null
  const [row] = await db
    .select({ name: sql<string>`coalesce(${products.number}, ${products.id}::text)` })
    .from(products)
    .where(eq(products.id, successorId))
  return row?.name ?? null
}
