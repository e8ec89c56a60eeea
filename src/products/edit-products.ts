import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { lastActors, record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { type Once, once } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type {
  AddProduct,
  EditedProduct,
  EditProduct,
  MoveStock,
  Product,
  StockMovement,
  StoredProduct,
} from './contract.ts'
import { successorIdOf, successorOf } from './edit-successor.ts'
import { withOwnNumber } from './own-number.ts'
import { pieces } from './per-pieces.ts'
import { columnsOf, notForSale, toProduct } from './products.ts'
import { linkSubstitutes, lockWithSubstitutes } from './substitutes.ts'
import { type ProductRow, products, stockMovements } from './table.server.ts'
import { checkedTrade } from './trade.ts'

const MOVEMENTS_SHOWN = 50

const noSuchProduct = () => new Refusal('not_found', 'There is no such product.')

/** Puts a product on sale, with the movement that brought its first units; throws Refusal conflict for a number that another product has. */
export const addProduct = ({ db, clock }: Shop, admin: User, sent: z.output<typeof AddProduct>) => {
  const add = async (tx: Db) => {
    await stillMay(tx, admin, 'products.write')
    const at = clock.now()
    const [row] = await tx
      .insert(products)
      .values({ ...columnsOf(await checkedTrade(tx, sent)), stock: sent.stock, createdAt: at })
      .returning()
    if (!row) throw new Error('the product was not stored')
    await tx.insert(stockMovements).values({ productId: row.id, quantity: row.stock, reason: 'initial', at })
    const product = toProduct(row)
    await record(tx, { at, actor: admin, action: 'product.add', subject: row.id, after: product })
    await linkSubstitutes(tx, { row, actor: admin, at })
    await announceCatalogueChange(tx)
    return product
  }
  return withOwnNumber(db, sent, () => transact(db, add))
}

/** Takes a product out of the shop; orders keep their copy of it and what they hold. */
export const removeProduct = ({ db, clock }: Shop, admin: User, id: string) =>
  transact(db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const at = clock.now()
    const isOnSale = and(eq(products.id, id), isNull(products.removedAt))
    const [row] = await tx.update(products).set({ removedAt: at }).where(isOnSale).returning()
    if (!row) throw notForSale()
    const product = toProduct(row)
    await record(tx, { at, actor: admin, action: 'product.delete', subject: id, before: product })
    await announceCatalogueChange(tx)
    return product
  })

/** A product, for sale or archived, as its editor's page shows it; throws Refusal not_found. */
export async function editedProductOf(db: Db, id: string): Promise<EditedProduct> {
  const row = await rowOf(db, id)
  const actors = await lastActors(db, id, ['product.add', 'product.edit', 'product.delete'])
  return {
    ...toStored(row),
    successor: await successorOf(db, row),
    changedBy: actors.get(row.changedAt ? 'product.edit' : 'product.add') ?? null,
    archivedBy: row.removedAt && (actors.get('product.delete') ?? null),
    soldLastYear: row.removedAt && (await soldInYearTo(db, id, row.removedAt)),
  }
}

async function rowOf(db: Db, id: string) {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  if (!row) throw noSuchProduct()
  return row
}

/** Sets the facts of a product that were sent, never its stock; throws Refusal conflict when somebody saved it after `version`. */
export const editProduct = (
  shop: Shop,
  admin: User,
  { id, version, successor: sent, ...facts }: z.output<typeof EditProduct> & { id: string },
): Promise<EditedProduct> => {
  const { db, clock } = shop
  const edit = async (tx: Db) => {
    await stillMay(tx, admin, 'products.write')
    const at = clock.now()
    await lockWithSubstitutes(tx, id, facts.substitutes)
    const was = await rowOf(tx, id)
    if (was.version !== version)
      throw new Refusal('conflict', 'Somebody else saved this product meanwhile.', { field: 'version' })
    const successorId = await successorIdOf(tx, was, sent)
    const columns = columnsOf(await checkedTrade(tx, facts, was))
    const changes = { ...columns, successorId, version: version + 1, changedAt: at }
    const [row] = await tx.update(products).set(changes).where(eq(products.id, id)).returning()
    if (!row) throw noSuchProduct()
    const [before, successor] = [await successorOf(tx, was), await successorOf(tx, row)]
    const change = difference({ ...toProduct(was), successor: before }, { ...toProduct(row), successor })
    await record(tx, { at, actor: admin, action: 'product.edit', subject: id, ...change })
    await linkSubstitutes(tx, { was, row, actor: admin, at })
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return editedProductOf(tx, id)
  }
  return withOwnNumber(db, { id, ...facts }, () => transact(db, edit))
}

/** Puts an archived product on sale again, with the stock it left with; throws Refusal not_found. */
export const restoreProduct = (shop: Shop, admin: User, id: string): Promise<StoredProduct> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const isArchived = and(eq(products.id, id), isNotNull(products.removedAt))
    const [row] = await tx.update(products).set({ removedAt: null }).where(isArchived).returning()
    if (!row) throw new Refusal('not_found', 'There is no such archived product.')
    const at = shop.clock.now()
    await record(tx, { at, actor: admin, action: 'product.restore', subject: id, after: toProduct(row) })
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return toStored(row)
  })

type Move = { id: string; sent: z.output<typeof MoveStock>; key: string | undefined }

/** Books pieces that came or went; throws Refusal conflict when more would go than are there. */
export function moveStock(shop: Shop, admin: User, { id, sent, key }: Move): Promise<StoredProduct> {
  const at = shop.clock.now()
  const request: Once = { userId: admin.id, key, request: { call: 'POST /product/{id}/stock', id, sent }, at }
  return once(shop.db, request, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const { quantity, reason, note } = sent
    const isEnough = and(eq(products.id, id), sql`${products.stock} + ${quantity} between 0 and ${MOST_STOCK}`)
    const moved = { stock: sql`${products.stock} + ${quantity}` }
    const [row] = await tx.update(products).set(moved).where(isEnough).returning()
    if (!row) throw await tooMany(tx, id)
    await tx.insert(stockMovements).values({ productId: id, quantity, reason, note, at })
    const change = { before: { stock: row.stock - quantity }, after: { stock: row.stock, reason, note } }
    await record(tx, { at, actor: admin, action: 'stock.move', subject: id, ...change })
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return toStored(row)
  })
}

const MOST_STOCK = 2_000_000_000

async function tooMany(db: Db, id: string) {
  const { stock } = await rowOf(db, id)
  return new Refusal('conflict', `No more can go than are there: ${pieces(stock)}.`, {
    field: 'quantity',
    stock,
  })
}

/** The pieces that orders took in the year until `end`, less those that they gave back. */
async function soldInYearTo(db: Db, id: string, end: Date): Promise<number> {
  const ofOrders = inArray(stockMovements.reason, ['order', 'return'])
  const inYear = sql`${stockMovements.at} > ${end}::timestamptz - interval '1 year' and ${stockMovements.at} <= ${end}`
  const [sums] = await db
    .select({ sold: sql<number>`coalesce(-sum(${stockMovements.quantity}), 0)::int` })
    .from(stockMovements)
    .where(and(eq(stockMovements.productId, id), ofOrders, inYear))
  return sums?.sold ?? 0
}

/** The latest movements of a product, newest first, orders among them. */
export async function movementsOf(db: Db, id: string): Promise<StockMovement[]> {
  const rows = await db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.productId, id))
    .orderBy(desc(stockMovements.at), desc(stockMovements.id))
    .limit(MOVEMENTS_SHOWN)
  return rows.map(({ id: _id, at, reason, note, quantity }) => ({ _id, at: at.toISOString(), reason, note, quantity }))
}

/** The part of a WHERE that finds the products of a tab of Manage Products. */
export const ON_SHELF: Record<'selling' | 'soldout' | 'archived', SQL | undefined> = {
  selling: isNull(products.removedAt),
  soldout: and(isNull(products.removedAt), eq(products.stock, 0)),
  archived: isNotNull(products.removedAt),
}

export const toStored = (row: ProductRow): StoredProduct => ({
  ...toProduct(row),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  changedAt: (row.changedAt ?? row.createdAt).toISOString(),
  archivedAt: row.removedAt?.toISOString() ?? null,
})

type Shown = Product & { successor: string | null }

/** What an edit changed, before and after, for the audit log; stock and version are not facts of the product. */
function difference({ stock: _, _id: __, ...was }: Shown, is: Shown) {
  const changed = (Object.keys(was) as (keyof typeof was)[]).filter(
    (key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  )
  return {
    before: Object.fromEntries(changed.map((key) => [key, was[key]])),
    after: Object.fromEntries(changed.map((key) => [key, is[key]])),
  }
}
