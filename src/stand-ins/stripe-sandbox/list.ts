import { and, asc, desc, gt, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

type ListedTable = PgTable & { id: PgColumn; position: PgColumn; createdAt: PgColumn }
type Moment =
  | number
  | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
type PageParams = {
  limit: number
  created?: Moment | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
}
type Select<Item> = (cursor: SQL | undefined, order: SQL, limit: number) => Promise<Item[]>

type Listed = { url: string; table: ListedTable }

/** One page of a list as Stripe pages them: newest first, with the id of the last one seen as the cursor. */
export async function pageOf<Item>(params: PageParams, { url, table }: Listed, select: Select<Item>) {
  const { limit, starting_after: after, ending_before: before } = params
  const position = (id: string) => sql`(select ${table.position} from ${table} where ${table.id} = ${id})`
  const cursor = and(
    madeWithin(table.createdAt, params.created),
    after ? lt(table.position, position(after)) : undefined,
    before ? gt(table.position, position(before)) : undefined,
  )
  const items = await select(cursor, before ? asc(table.position) : desc(table.position), limit + 1)
  const data = items.slice(0, limit)
  if (before) data.reverse()
  return { object: 'list' as const, url, has_more: items.length > limit, data }
}

/** Stripe counts in whole seconds: `lte: 10` takes all of second 10. */
function madeWithin(column: PgColumn, created: Moment | undefined) {
  if (created === undefined) return undefined
  const range = typeof created === 'number' ? { gte: created, lte: created } : created
  const at = (second: number) => new Date(second * 1000)
  return and(
    range.gte === undefined ? undefined : gte(column, at(range.gte)),
    range.gt === undefined ? undefined : gte(column, at(range.gt + 1)),
    range.lte === undefined ? undefined : lt(column, at(range.lte + 1)),
    range.lt === undefined ? undefined : lt(column, at(range.lt)),
  )
}
