import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { type Db, violates } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { partNumbers, products } from './table.server.ts'

/** The numbers that a product is to have, as they were sent. */
type Numbers = { number?: string | undefined; replaces?: string[] | undefined }

/** Writes a product; throws Refusal conflict when another has or had one of its numbers, however either is written, archived or not. */
export async function withOwnNumber<T>(db: Db, sent: Numbers & { id?: string }, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'products_number') && !violates(error, 'part_numbers_pkey')) throw error
    throw await notOwn(db, sent)
  }
}

async function notOwn(db: Db, { id, number = '', replaces = [] }: Numbers & { id?: string }) {
  const all = [number, ...replaces]
  const [other] = await db
    .select({
      name: products.name,
      number: partNumbers.number,
      isOld: partNumbers.isOld,
      removedAt: products.removedAt,
      isOwn: sql<boolean>`${partNumbers.key} is not distinct from squeezed(${number})`,
    })
    .from(partNumbers)
    .innerJoin(products, eq(products.id, partNumbers.productId))
    .where(
      and(
        sql`${partNumbers.key} = any(select squeezed(one) from unnest(${sql.param(all)}::text[]) one)`,
        id ? ne(products.id, id) : undefined,
      ),
    )
    .orderBy(desc(sql`${partNumbers.key} is not distinct from squeezed(${number})`))
    .limit(1)
  if (!other) return new Refusal('conflict', 'A number stands here twice. Each is told once.', { field: 'replaces' })
  const holder = `${other.name}${other.removedAt ? ', archived,' : ''}`
  const has = other.isOld ? 'replaces' : 'has'
  const message = `${holder} ${has} the number ${other.number} already. Give this one another.`
  return new Refusal('conflict', message, { field: other.isOwn ? 'number' : 'replaces' })
}
