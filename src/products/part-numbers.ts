import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { isOrderable } from './filter-conditions.ts'
import { partNumbers, products } from './table.server.ts'

/** A part by one of its numbers; `key` is the number as it is compared. */
export type ByNumber = { id: string; key: string; isExact: boolean; isOld: boolean; isInStock: boolean; number: string }

/** Whether only parts on sale are looked for, and an archived one leads to the part of today. */
type Of = { isSelling: boolean; most: number }

/** Parts with a number that is the typed one or begins with it, however both are written: that one first, then by number. */
export const partsByNumber = (db: Db, typed: string, of: Of): Promise<ByNumber[]> =>
  prepared(db, beginningSo, of).execute({ typed })

/** Above every number that begins so. */
const LAST = sql.raw(`'\u{10ffff}'`)
const typed = sql.placeholder('typed')

const beginningSo = (db: Db, of: Of) =>
  numbered(
    db,
    of,
    sql`${partNumbers.key} ~>=~ squeezed(${typed}) and ${partNumbers.key} ~<~ (squeezed(${typed}) || ${LAST})`,
  )

/** Parts whose number is one of these keys, in the order of their numbers. */
export const partsOfKeys = (db: Db, keys: string[]): Promise<ByNumber[]> =>
  prepared(db, ofKeys, { isSelling: true, most: keys.length }).execute({ typed: '', keys })

const ofKeys = (db: Db, of: Of) => numbered(db, of, sql`${partNumbers.key} = any(${sql.placeholder('keys')}::text[])`)

const holder = alias(products, 'holder')

function numbered(db: Db, { isSelling, most }: Of, where: SQL) {
  const ofToday = sql`${products.id} = case when ${holder.removedAt} is null then ${holder.id} else part_of_today(${holder.id}) end`
  return db
    .select({
      id: products.id,
      key: partNumbers.key,
      number: partNumbers.number,
      isOld: partNumbers.isOld,
      isExact: sql<boolean>`${partNumbers.key} = squeezed(${typed})`,
      isInStock: isOrderable,
    })
    .from(partNumbers)
    .innerJoin(holder, eq(holder.id, partNumbers.productId))
    .innerJoin(products, isSelling ? ofToday : eq(products.id, holder.id))
    .where(and(where, isSelling ? sql`${products.removedAt} is null` : undefined))
    .orderBy(sql`${partNumbers.key} using ~<~`)
    .limit(most)
}
