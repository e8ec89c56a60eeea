import { and, asc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { pageOf } from '../database/lists.ts'
import { forgetMade } from '../database/once.ts'
import { notForSale } from '../products/products.ts'
import { products } from '../products/table.server.ts'
import type { Shop } from '../shop.ts'
import { idOfCursor, type Listing, type Page, rowsBefore } from '../wire/listing.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AddFit, ChangeFit, FitOfPart } from './contract.ts'
import { isNumbered, toSummary } from './models.ts'
import { isPlace, positionName, sectionName } from './places.ts'
import { fits, models } from './table.server.ts'

type Row = { fit: typeof fits.$inferSelect; model: typeof models.$inferSelect }

/** The positions of a part by model; `q` filters by the model's number. */
export async function fitsOfPart(db: Db, { id, listing }: { id: string; listing: Listing }): Promise<Page<FitOfPart>> {
  const { q, cursor, limit } = listing
  const holds = q ? sql`strpos(squeezed(${models.maker} || ${models.number}), squeezed(${q})) > 0` : undefined
  const isOfModel = sql`${fits.modelId} in (select ${models.id} from ${models} where ${holds})`
  const where = and(eq(fits.productId, id), holds && isOfModel)
  const key = sql`${models.maker} || ' ' || ${models.number} || ' ' || ${fits.id}`
  const rows = await db
    .select({ fit: fits, model: models })
    .from(fits)
    .innerJoin(models, eq(models.id, fits.modelId))
    .where(and(where, cursor ? after(cursor, key) : undefined))
    .orderBy(asc(key))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  return pageOf(db, { table: fits, where, listing, rows, toItem, cursorOf: ({ fit }) => fit.id })
}

const after = (cursor: string, key: SQL) => sql`${key} > (
  select own.maker || ' ' || own.number || ' ' || one.id from fits one join models own on own.id = one.model_id
  where one.id = ${idOfCursor(cursor)})`

/** Adds a part to a position of a model; throws Refusal conflict when it is there already. */
export const addFit = (shop: Shop, admin: Actor, { id, ...sent }: AddFit & { id: string }): Promise<FitOfPart> =>
  editing(shop, admin, async (tx) => {
    await lockProduct(tx, id)
    const placed = await placedAt(tx, { ...sent, productId: id })
    const [fit] = await tx.insert(fits).values(placed.values).returning()
    return { after: fit && { fit, model: placed.model } }
  })

/** Replaces a row; throws Refusal conflict with the stored one when it has changed since `version`. */
export const changeFit = (shop: Shop, admin: Actor, { id, version, ...sent }: ChangeFit & { id: string }) =>
  editing(shop, admin, async (tx) => {
    const before = await lockedRow(tx, id, version)
    const placed = await placedAt(tx, { ...sent, productId: before.fit.productId }, id)
    const [fit] = await tx
      .update(fits)
      .set({ ...placed.values, version: version + 1 })
      .where(eq(fits.id, id))
      .returning()
    return { before, after: fit && { fit, model: placed.model } }
  })

/** Deletes a row; throws Refusal conflict with the stored one when it has changed since `version`. */
export const removeFit = (shop: Shop, admin: Actor, { id, version }: { id: string; version: number }) =>
  editing(shop, admin, async (tx) => {
    const before = await lockedRow(tx, id, version)
    await tx.delete(fits).where(eq(fits.id, id))
    await forgetMade(tx, id)
    return { before }
  })

type Edit = { before?: Row; after?: Row | undefined }

/** One change of one row, with its audit entry and the notification of all nodes. */
const editing = (shop: Shop, admin: Actor, edit: (tx: Db) => Promise<Edit>): Promise<FitOfPart> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const { before, after } = await edit(tx)
    const row = after ?? before
    if (!row) throw noSuchFit()
    const action = before && after ? 'product.fit-edit' : after ? 'product.fit-add' : 'product.fit-delete'
    const change = { ...(before && { before: toldOf(before) }), ...(after && { after: toldOf(after) }) }
    await record(tx, { at: shop.clock.now(), actor: admin, action, subject: row.fit.productId, ...change })
    await announceCatalogueChange(tx)
    return toItem(row)
  })

const noSuchFit = () => new Refusal('not_found', 'There is no such fit.')

/** Locks the part, so that parallel changes of its rows cannot overlap unseen. */
async function lockProduct(tx: Db, id: string) {
  const [product] = await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('no key update')
  if (!product) throw notForSale()
}

async function lockedRow(tx: Db, id: string, version: number): Promise<Row> {
  const [named] = await tx.select({ productId: fits.productId }).from(fits).where(eq(fits.id, id))
  if (!named) throw noSuchFit()
  await lockProduct(tx, named.productId)
  const [row] = await tx
    .select({ fit: fits, model: models })
    .from(fits)
    .innerJoin(models, eq(models.id, fits.modelId))
    .where(eq(fits.id, id))
  if (!row) throw noSuchFit()
  if (row.fit.version !== version)
    throw new Refusal('conflict', 'Somebody else changed this fit meanwhile.', {
      field: 'version',
      current: toItem(row),
    })
  return row
}

/**
 * The columns of a sent row; throws Refusal invalid for an unknown model or position, conflict for an overlapping
 * range.
 */
async function placedAt(tx: Db, { model: number, ...sent }: AddFit & { productId: string }, own?: string) {
  const { productId, section, position } = sent
  const [model] = await tx.select().from(models).where(isNumbered(number))
  if (!model) throw new Refusal('invalid', 'No model of this number is in our list.', { field: 'model' })
  if (!isPlace(section, position)) throw new Refusal('invalid', 'Choose a place', { field: 'position' })
  const values = {
    ...{ modelId: model.id, section, position, productId, quantity: sent.quantity, note: sent.note },
    ...{ serialFrom: sent.fromSerial || null, serialTo: sent.toSerial || null },
  }
  const [there] = await tx
    .select()
    .from(fits)
    .where(
      and(
        ...[eq(fits.modelId, model.id), eq(fits.section, section), eq(fits.position, position)],
        ...[eq(fits.productId, productId), own ? ne(fits.id, own) : undefined],
        sql`coalesce(${fits.serialFrom}, '') <= ${values.serialTo ?? LAST}`,
        sql`coalesce(${fits.serialTo}, ${LAST}) >= ${values.serialFrom ?? ''}`,
      ),
    )
  if (!there) return { model, values }
  const serials = serialWords(there)
  const which = serials === ALL ? '' : ` for ${serials}`
  throw new Refusal('conflict', `It is at this place of ${model.maker} ${model.number} already${which}.`, {
    field: 'position',
  })
}

/** Serial numbers are eight digits. */
const LAST = '99999999'
const ALL = 'all serial numbers'

function serialWords({ serialFrom, serialTo }: Row['fit']) {
  if (!serialFrom && !serialTo) return ALL
  return ['serial numbers', serialFrom && `from ${serialFrom}`, serialTo && `to ${serialTo}`].filter(Boolean).join(' ')
}

const toldOf = ({ fit, model }: Row) => ({
  model: `${model.maker} ${model.number}`,
  place: `${sectionName(fit.section)}, ${positionName(fit.section, fit.position)}`,
  ...{ quantity: fit.quantity, serials: serialWords(fit), note: fit.note },
})

const toItem = ({ fit, model }: Row): FitOfPart => ({
  ...{ _id: fit.id, version: fit.version, model: toSummary(model) },
  ...{ section: fit.section, position: fit.position, quantity: fit.quantity, note: fit.note },
  ...{ fromSerial: fit.serialFrom, toSerial: fit.serialTo },
})
