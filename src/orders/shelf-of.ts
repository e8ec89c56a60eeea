import { sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import type { Shelf } from '../products/contract.ts'
import { stockWith } from '../products/stored-product.ts'

/** What lies in the house of a product: its stock, and the pieces of lines that hold theirs (law S5) and are not sent. */
export function shelfOf(db: Db, id: string): Promise<Shelf> {
  const ordered = sql<number>`(
    select coalesce(sum(l.quantity), 0)::int from order_lines l join orders o on o.id = l.order_id
    where l.product_id = ${id}
      and (l.status in ('unpaid', 'paid') or (l.status = 'refund_due' and o.paid_at is not null))
  )`
  return stockWith(db, { id, ordered })
}
