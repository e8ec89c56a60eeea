import { asc, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { remembered } from '../database/lists.ts'
import { isOrderable } from './filter-conditions.ts'
import { categories, products } from './table.server.ts'

const SEARCHED = {
  id: products.id,
  name: products.name,
  number: products.number,
  description: products.description,
  category: products.category,
  attributes: products.attributes,
  maker: products.maker,
  leaf: products.leaf,
  facts: products.facts,
  fitsKinds: products.fitsKinds,
  eachCents: sql<number>`products.unit_price_cents::float8 / products.min_order`,
  isInStock: isOrderable,
  isArchived: sql<boolean>`products.removed_at is not null`,
  /** The transaction that changed any of these last; null is before such changes were kept. */
  touched: sql<string | null>`products.touched::text`,
}

/** What searches and filters know of a part, archived or not. */
export type SearchedPart = Awaited<ReturnType<typeof searchedParts>>[number]

/** Some of all parts, in the order of their ids. */
export const searchedParts = (db: Db, after: string | undefined, most: number) =>
  readParts(db, after ? gt(products.id, after) : undefined)
    .orderBy(asc(products.id))
    .limit(most)

const readParts = (db: Db, where: SQL | undefined) => db.select(SEARCHED).from(products).where(where).$dynamic()

/** Transactions before it are over, and what they changed is there for every later statement. */
const horizon = sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`

/**
 * The timeline of the primary. After a failover the new one may give out numbers of transactions that the old one had
 * used, so a horizon counts within one timeline alone.
 */
const timeline = sql<string>`case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`

export async function presentHorizon(db: Db) {
  const { rows } = await db.execute<{ horizon: string; timeline: string }>(
    sql`select ${horizon} as horizon, ${timeline} as timeline`,
  )
  return rows[0] ?? { horizon: '0', timeline: '' }
}

/** The parts that a transaction touched which was not surely over at `since`, and the next `since`, of one snapshot. */
export async function partsTouchedSince(db: Db, since: string) {
  const rows = await prepared(db, touchedSince).execute({ since })
  const parts = rows.flatMap(({ part }) => (part?.id == null ? [] : [part as SearchedPart]))
  return { parts, horizon: rows[0]?.horizon ?? since, timeline: rows[0]?.timeline ?? '' }
}

const touchedSince = (db: Db) =>
  db
    .select({
      horizon: sql<string>`present.horizon`,
      timeline: sql<string>`present.timeline`,
      part: { ...SEARCHED, id: sql<string | null>`products.id` },
    })
    .from(sql`(select ${horizon} as horizon, ${timeline} as timeline) present`)
    .leftJoin(products, sql`products.touched >= ${sql.placeholder('since')}::xid8`)

const TREE_FOR_MS = 1000

/** The tree of categories in its order, at most a second old. */
export const categoryTree = (db: Db) =>
  remembered(db, 'the tree of categories', {
    ask: () => db.select().from(categories).orderBy(categories.place),
    msOf: () => TREE_FOR_MS,
  })
