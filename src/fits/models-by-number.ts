import { and, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { isNumbered, noSuchModel } from './models.ts'
import { fits, models } from './table.server.ts'

/** A model whose number equals the typed one or begins with it. */
export type ModelByNumber = { number: string; maker: string; kind: string; isExact: boolean }

/** Sorts after every number with the same beginning. */
const LAST = sql.raw(`'\u{10ffff}'`)
const typed = sql.placeholder('typed')
const key = sql`squeezed(${models.number})`

/** Models whose number begins as typed, spelling ignored: an equal number first, then by number. */
export const modelsByNumber = (db: Db, typed: string, most: number): Promise<ModelByNumber[]> =>
  prepared(db, beginningSo, { most }).execute({ typed })

const beginningSo = (db: Db, { most }: { most: number }) =>
  modelRows(db)
    .where(and(sql`${key} ~>=~ squeezed(${typed})`, sql`${key} ~<~ (squeezed(${typed}) || ${LAST})`))
    .orderBy(sql`${key} using ~<~`)
    .limit(most)

/** Models whose number is one of these keys. */
export const modelsOfKeys = (db: Db, keys: string[]): Promise<(ModelByNumber & { key: string })[]> =>
  prepared(db, ofKeys).execute({ typed: '', keys })

const ofKeys = (db: Db) =>
  modelRows(db)
    .where(sql`${key} = any(${sql.placeholder('keys')}::text[])`)
    .orderBy(sql`${key} using ~<~`)

const modelRows = (db: Db) =>
  db
    .select({
      number: models.number,
      maker: models.maker,
      kind: models.kind,
      key: sql<string>`${key}`,
      isExact: sql<boolean>`${key} = squeezed(${typed})`,
    })
    .from(models)
    .$dynamic()

/** A part of a model, and where it sits. */
export type PlacedPart = { part: string; section: string; position: string }

/** The parts of a model, by any spelling of its number; throws Refusal not_found for an unknown model. */
export async function placedParts(db: Db, number: string): Promise<PlacedPart[]> {
  const { rows } = await db.execute<PlacedPart | { part: null }>(sql`
    select distinct ${fits.productId} as part, ${fits.section}, ${fits.position}
    from ${models} left join ${fits} on ${fits.modelId} = ${models.id}
    where ${isNumbered(number)} order by part`)
  if (rows.length === 0) throw noSuchModel()
  return rows.flatMap((row) => (row.part === null ? [] : row))
}

/** The ids of `placedParts`. */
export const partsOfModel = async (db: Db, number: string): Promise<Set<string>> =>
  new Set((await placedParts(db, number)).map(({ part }) => part))
