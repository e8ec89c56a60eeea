import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { pageOf } from '../database/lists.ts'
import { nearKeys } from '../products/near-numbers.ts'
import { toProduct } from '../products/products.ts'
import { slugOf } from '../products/slug.ts'
import { products } from '../products/table.server.ts'
import { badCursor, isText, type Page, rowsBefore } from '../wire/listing.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Model, ModelCounts, ModelListing, ModelSummary, Position, Section } from './contract.ts'
import { placeOf, positionName, sectionName } from './places.ts'
import { drawingOfSection } from './sections.ts'
import { symptomsOf } from './symptoms.ts'
import { fits, models } from './table.server.ts'

type ModelRow = typeof models.$inferSelect
type Row = { model: ModelRow; fit: typeof fits.$inferSelect | null; product: typeof products.$inferSelect | null }

export const noSuchModel = () => new Refusal('not_found', 'No model of this number is in our list.')

/** Matches the model of a number in any spelling. */
export const isNumbered = (number: string) => sql`squeezed(${models.number}) = squeezed(${number})`

/** Maker and number of a model for people; throws Refusal invalid. */
export async function modelTitle(db: Db, number: string): Promise<string> {
  const [model] = await db.select({ maker: models.maker, number: models.number }).from(models).where(isNumbered(number))
  if (!model) throw new Refusal('invalid', 'No model of this number is in our list.', { field: 'model' })
  return `${model.maker} ${model.number}`
}

/** A model with its sections, positions and parts on sale, in one statement; throws Refusal not_found. */
export async function modelOf(db: Db, number: string): Promise<Model> {
  const rows = await db
    .select({ model: models, fit: fits, product: products })
    .from(models)
    .leftJoin(fits, eq(fits.modelId, models.id))
    .leftJoin(products, and(eq(products.id, fits.productId), isNull(products.removedAt)))
    .where(isNumbered(number))
    .orderBy(asc(fits.id))
  const [first] = rows
  if (!first) throw noSuchModel()
  const { model } = first
  const sections = sectionsOf(model.kind, rows)
  return {
    ...toSummary(model),
    years: { from: model.yearFrom, to: model.yearTo },
    plate: model.plate,
    size: model.size,
    serials: model.serialFrom && model.serialTo ? { from: model.serialFrom, to: model.serialTo } : null,
    sections,
    symptoms: symptomsOf(model.kind, sections),
  }
}

/**
 * Positions in the catalogue's order, numbered within their section; a part that is not on sale leaves its position
 * empty.
 */
function sectionsOf(kind: string, rows: Row[]): Section[] {
  const places = new Map<string, Row[]>()
  for (const row of rows) {
    if (!row.fit) continue
    const place = `${row.fit.section}/${row.fit.position}`
    places.set(place, [...(places.get(place) ?? []), row])
  }
  const found = [...places.entries()]
    .map(([place, here]) => ({ ...splitPlace(place), here }))
    .sort((a, b) => placeOf(a.section, a.position) - placeOf(b.section, b.position))
  return [...new Set(found.map(({ section }) => section))].map((section) => {
    const drawing = drawingOfSection(kind, section)
    const positions = found.filter((one) => one.section === section)
    return {
      section,
      name: sectionName(section),
      drawing: drawing ? `/drawings/${drawing.file}` : null,
      size: { width: drawing?.width ?? 0, height: drawing?.height ?? 0 },
      positions: positions.map(({ position, here }, at): Position => {
        const anchor = drawing?.anchors[position]
        return {
          callout: at + 1,
          position,
          name: positionName(section, position),
          anchor: anchor ? { ...pointsOf(anchor), outline: anchor.hit.points } : null,
          parts: here.flatMap(toPart),
        }
      }),
    }
  })
}

const pointsOf = ({ x, y, bx, by }: { x: number; y: number; bx: number; by: number }) => ({ x, y, bx, by })

function splitPlace(place: string) {
  const [section = '', position = ''] = place.split('/')
  return { section, position }
}

const toPart = ({ fit, product }: Row) =>
  fit && product
    ? [
        {
          product: toProduct(product),
          quantity: fit.quantity,
          note: fit.note,
          fromSerial: fit.serialFrom,
          toSerial: fit.serialTo,
        },
      ]
    : []

export const toSummary = ({
  id,
  number,
  maker,
  kind,
}: Pick<ModelRow, 'id' | 'number' | 'maker' | 'kind'>): ModelSummary => ({
  number,
  maker,
  kind,
  slug: slugOf({ id, number }),
})

/**
 * The models of a kind or maker, or whose number contains the typed text, those that begin with it first. Without any,
 * those that look similar.
 */
export async function listModels(db: Db, listing: ModelListing): Promise<Page<ModelSummary>> {
  const typed = patternOf(listing.q)
  const found = await modelsLike(db, listing, typed)
  const nearly = typed.replace(TAKEN_FOR_EACH_OTHER, '_')
  const isNothing = found.items.length === 0 && !listing.cursor && (listing.page ?? 1) === 1
  if (!isNothing || !typed) return found
  const alike = isEnough(nearly) && nearly !== typed ? await modelsLike(db, listing, nearly) : found
  return alike.items.length > 0 ? alike : modelsNear(db, listing, typed)
}

/** The models whose number has one wrong, missing or additional character. */
async function modelsNear(db: Db, { kind, maker, limit }: ModelListing, typed: string): Promise<Page<ModelSummary>> {
  const where = and(
    kind ? eq(models.kind, kind) : undefined,
    maker ? eq(models.maker, maker) : undefined,
    sql`squeezed(${models.number}) = any(${sql.param(nearKeys(typed))}::text[])`,
  )
  const rows = await db.select().from(models).where(where).orderBy(models.number).limit(limit)
  return { items: rows.map(toSummary), total: { count: rows.length, more: false } }
}

/** Characters that look alike on a worn plate: O and 0, I, L and 1, S and 5. */
const TAKEN_FOR_EACH_OTHER = /[o0il1s5]/g

/** Whether enough characters are certain. */
const isEnough = (pattern: string) => pattern.replaceAll('_', '').length >= 3

async function modelsLike(db: Db, listing: ModelListing, typed: string): Promise<Page<ModelSummary>> {
  const { q, kind, maker, limit, cursor } = listing
  const isRanked = isLong(typed)
  const isLater: SQL<boolean> = isRanked ? sql`squeezed(${models.number}) not like ${`${typed}%`}` : sql`false`
  const where = and(
    kind ? eq(models.kind, kind) : undefined,
    maker ? eq(models.maker, maker) : undefined,
    q ? holds(typed) : undefined,
  )
  const rows = await db
    .select({ id: models.id, number: models.number, maker: models.maker, kind: models.kind, isLater })
    .from(models)
    .where(and(where, cursor ? after(cursor, isLater) : undefined))
    .orderBy(...(isRanked ? [isLater] : []), models.number)
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  const cursorOf = (last: (typeof rows)[number]) =>
    Buffer.from(JSON.stringify([last.isLater, last.number])).toString('base64url')
  return pageOf(db, { table: models, where, listing, rows, toItem: toSummary, cursorOf })
}

/** Letters and digits; a question mark stands for an illegible character. */
const patternOf = (q = '') =>
  q
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}?]+/gu, '')
    .replaceAll('?', '_')

/** The trigram index needs three characters in a row; shorter text is searched as a prefix. */
const isLong = (typed: string) => /[^_]{3}/.test(typed)

function holds(typed: string) {
  if (!typed) return sql`false`
  if (!isLong(typed)) return sql`squeezed(${models.number}) like ${`${typed}%`}`
  return sql`squeezed(${models.maker} || ${models.number}) like ${`%${typed}%`}`
}

const Place = z.tuple([z.boolean(), z.string().refine(isText)])

function after(cursor: string, isLater: SQL<boolean>) {
  try {
    const [wasLater, number] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return sql`(${isLater}, ${models.number}) > (${wasLater}::boolean, ${number})`
  } catch {
    throw badCursor()
  }
}

/** How many models there are of each kind and maker. */
export async function countModels(db: Db): Promise<ModelCounts> {
  const rows = await db
    .select({ kind: models.kind, maker: models.maker, count: sql<number>`count(*)::int` })
    .from(models)
    .groupBy(models.kind, models.maker)
    .orderBy(models.maker)
  const sum = (of: typeof rows) => of.reduce((all, { count }) => all + count, 0)
  const by = <Name extends 'kind' | 'maker'>(name: Name) => [...new Set(rows.map((row) => row[name]))]
  return {
    total: sum(rows),
    kinds: by('kind').map((kind) => ({ kind, count: sum(rows.filter((row) => row.kind === kind)) })),
    makers: by('maker').map((maker) => ({ maker, count: sum(rows.filter((row) => row.maker === maker)) })),
  }
}

/** The models by their number, for a sitemap. */
export async function modelSlugs(db: Db, most: number): Promise<string[]> {
  const rows = await db
    .select({ id: models.id, number: models.number })
    .from(models)
    .orderBy(models.number)
    .limit(Math.max(0, most))
  return rows.map(slugOf)
}
