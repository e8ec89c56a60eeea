import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { createDemoAccounts, ensureFirstAdmin, refusePublished } from '../accounts/first-accounts.ts'
import { users } from '../accounts/table.server.ts'
import { DAY } from '../config/clock.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { fits, models } from '../fits/table.server.ts'
import { categories, products, stockMovements } from '../products/table.server.ts'
import { reviews } from '../reviews/table.server.ts'
import type { Shop } from '../shop.ts'
import { toCents } from '../wire/money.ts'

const SEED_LOCK = 7_268_004
const REVIEWS_BEGAN = 168

/**
 * Fills a fresh shop: the catalogue, its reviews, the first admin, and in a trial the demo accounts. Answers whether it
 * was fresh; throws StartError for a trial that is reached from outside by now.
 */
export async function seedDemo(shop: Shop) {
  await refusePublished(shop)
  if (await isOld(shop.db)) return false
  await fillShelves(shop.db, shop.clock.now())
  await ensureFirstAdmin(shop)
  if (shop.config.trial) await createDemoAccounts(shop)
  return true
}

/** Every start but the first ends after this query. */
async function isOld(db: Db) {
  const { rows } = await db.execute<{ old: boolean }>(
    sql`select exists (select from ${products}) and exists (select from ${users}) as old`,
  )
  return rows[0]?.old === true
}

/** Once only: the lock lets one node at a time look, and a removed product's row stays, so the table is never empty again. */
export async function fillShelves(db: Db, now: Date) {
  // Imported here, since no other start needs it, and before the transaction: the import takes longer than the writes,
  // and a transaction whose commit is not answered after nine seconds counts as unknown.
  const catalogue = await import('./catalogue.ts')
  await transact(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`)
    const [any] = await tx.select({ id: products.id }).from(products).limit(1)
    if (!any) await writeCatalogue(tx, catalogue, now)
  })
}

type Catalogue = typeof import('./catalogue.ts')

async function writeCatalogue(tx: Db, catalogue: Catalogue, now: Date) {
  const { DEMO_CATEGORIES, DEMO_MODELS, DEMO_PRODUCTS, DEMO_REVIEWS, drawingPath } = catalogue
  const rows = DEMO_PRODUCTS.map(({ unitPrice, drawing, priceBreaks, ...product }) => ({
    ...product,
    id: uuidv7(),
    unitPriceCents: toCents(unitPrice),
    priceBreaks: priceBreaks.map(({ from, unitPrice }) => ({ from, unitPriceCents: toCents(unitPrice) })),
    image: drawingPath(drawing),
    createdAt: now,
  }))
  const delivered = rows.filter(({ stock }) => stock > 0)
  await tx.insert(categories).values(DEMO_CATEGORIES.map((category, place) => ({ ...category, place })))
  await tx.insert(products).values(rows)
  await tx
    .insert(stockMovements)
    .values(delivered.map(({ id, stock }) => ({ productId: id, quantity: stock, reason: 'initial' as const, at: now })))
  await tx
    .insert(reviews)
    .values(DEMO_REVIEWS.map((review, place) => ({ ...review, ...writtenAt(place, DEMO_REVIEWS.length, now) })))
  await writeModels(tx, DEMO_MODELS, new Map(rows.map(({ number, id }) => [number, id])))
  await announceCatalogueChange(tx)
}

/** The appliances with their fits; `parts` are the ids of the products by their numbers. */
async function writeModels(tx: Db, list: Catalogue['DEMO_MODELS'], parts: Map<string, string>) {
  const rows = list.map(({ years, serials, sections, ...model }) => ({
    ...model,
    id: uuidv7(),
    yearFrom: years.from,
    yearTo: years.to ?? null,
    serialFrom: serials?.from ?? null,
    serialTo: serials?.to ?? null,
    sections,
  }))
  await tx.insert(models).values(rows.map(({ sections: _, ...row }) => row))
  const places = rows.flatMap(({ id: modelId, sections }) =>
    Object.entries(sections).flatMap(([section, positions]) =>
      Object.entries(positions).flatMap(([position, found]) =>
        found.map(({ part, qty, note, fromSerial, toSerial }) => ({
          ...{ modelId, section, position, note, quantity: qty },
          productId: parts.get(part) ?? missing(part),
          ...{ serialFrom: fromSerial ?? null, serialTo: toSerial ?? null },
        })),
      ),
    ),
  )
  await tx.insert(fits).values(places)
}

const missing = (part: string): never => {
  throw new Error(`no part of the catalogue has the number ${part}`)
}

/** A review a week or so, at different hours of the day, the latest one yesterday; the id carries the same time. */
function writtenAt(place: number, count: number, now: Date) {
  const daysAgo = Math.round(1 + ((REVIEWS_BEGAN - 1) * (count - 1 - place)) / (count - 1))
  const minutes = (place * 7 * 61) % 720
  const msecs = now.getTime() - daysAgo * DAY - minutes * 60_000
  return { id: uuidv7({ msecs }), createdAt: new Date(msecs) }
}
