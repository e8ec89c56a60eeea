import { and, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { isNumbered, noSuchModel } from './models.ts'
import { fits, models } from './table.server.ts'

/** A model whose number equals the typed one or begins with it. */
export type ModelByNumber = { number: string; maker: string; kind: string; isExact: boolean }

/** Sorts after every number with the same beginning. */
const LAST = sql.raw(`'\u{10ffff}'`)
const key = sql`squeezed(${models.number})`
const shown = { number: models.number, maker: models.maker, kind: models.kind }

/** Models whose number begins as typed, spelling ignored: an equal number first, then by number. */
export const modelsByNumber = async (db: Db, typed: string, most: number): Promise<ModelByNumber[]> =>
  (await modelsByNumbers(db, [typed], most))[0] ?? []

/** `modelsByNumber` of each text by one statement, at most `most` for each. */
export async function modelsByNumbers(db: Db, typed: string[], most: number): Promise<ModelByNumber[][]> {
  const rows = await prepared(db, beginningSo, { most }).execute({ typed })
  return typed.map((_, at) => rows.flatMap(({ place, ...model }) => (place === at + 1 ? model : [])))
}

function beginningSo(db: Db, { most }: { most: number }) {
  const sent = sql`sent.typed`
  const found = db
    .select({ ...shown, isExact: sql<boolean>`${key} = squeezed(${sent})`.as('is_exact'), key: key.as('key') })
    .from(models)
    .where(and(sql`${key} ~>=~ squeezed(${sent})`, sql`${key} ~<~ (squeezed(${sent}) || ${LAST})`))
    .orderBy(sql`${key} using ~<~`)
    .limit(most)
    .as('found')
  return db
    .select({
      place: sql<number>`sent.place::int`,
      ...{ number: found.number, maker: found.maker, kind: found.kind, isExact: found.isExact },
    })
    .from(sql`unnest(${sql.placeholder('typed')}::text[]) with ordinality as sent(typed, place)`)
    .crossJoinLateral(found)
    .orderBy(sql`sent.place`, sql`${found.key} using ~<~`)
}

/** Models whose number is one of these keys. */
export const modelsOfKeys = (db: Db, keys: string[]): Promise<(Omit<ModelByNumber, 'isExact'> & { key: string })[]> =>
  prepared(db, ofKeys).execute({ keys })

const ofKeys = (db: Db) =>
  db
    .select({ ...shown, key: sql<string>`${key}` })
    .from(models)
    .where(sql`${key} = any(${sql.placeholder('keys')}::text[])`)
    .orderBy(sql`${key} using ~<~`)

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
