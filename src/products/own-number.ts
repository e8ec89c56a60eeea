import { sql } from 'drizzle-orm'
import { type Db, violates } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import { products } from './table.server.ts'

/** Writes a product; throws Refusal conflict when another has its number, however either is written, archived or not. */
export async function withOwnNumber<T>(db: Db, number: string | undefined, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!violates(error, 'products_number')) throw error
    const [other] = await db
      .select({ name: products.name, number: products.number, removedAt: products.removedAt })
      .from(products)
      .where(sql`squeezed(${products.number}) = squeezed(${number ?? ''})`)
    const holder = other ? `${other.name}${other.removedAt ? ', archived,' : ''}` : 'Another product'
    const message = `${holder} has the number ${other?.number ?? number} already. Give this one another.`
    throw new Refusal('conflict', message, { field: 'number' })
  }
}
