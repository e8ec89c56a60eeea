import { and, eq, isNotNull, isNull, not, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { lastActors, record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { forgetMade } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AddProduct, EditedProduct, EditProduct, Product, StoredProduct } from './contract.ts'
import { successorIdOf, successorOf } from './edit-successor.ts'
import { isOrderable } from './filter-conditions.ts'
import { soldInYearTo } from './move-stock.ts'
import { withOwnNumber } from './own-number.ts'
import { columnsOf, notForSale, toProduct } from './products.ts'
import { noSuchProduct, rowOf, toStored } from './stored-product.ts'
import { linkSubstitutes, lockWithSubstitutes } from './substitutes.ts'
import { type ProductRow, products, stockMovements } from './table.server.ts'
import { checkedTrade } from './trade.ts'

/** Puts a product on sale, with the movement that brought its first units; throws Refusal conflict for a number that another product has. */
export const addProduct = ({ db, clock }: Shop, admin: Actor, sent: z.output<typeof AddProduct>) => {
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
export const removeProduct = ({ db, clock }: Shop, admin: Actor, id: string) =>
  transact(db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const at = clock.now()
    const isOnSale = and(eq(products.id, id), isNull(products.removedAt))
    const [row] = await tx.update(products).set({ removedAt: at }).where(isOnSale).returning()
    if (!row) throw notForSale()
    await forgetMade(tx, id)
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

/** Sets the facts of a product that were sent, never its stock; throws Refusal conflict when somebody saved it after `version`. */
export const editProduct = (
  shop: Shop,
  admin: Actor,
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
    if (row.minOrder !== was.minOrder) await shop.onNewMinOrder({ ...shop, db: tx }, admin, id)
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return editedProductOf(tx, id)
  }
  return withOwnNumber(db, { id, ...facts }, () => transact(db, edit))
}

/** Puts an archived product on sale again, with the stock it left with and without its successor; throws Refusal not_found. */
export const restoreProduct = (shop: Shop, admin: Actor, id: string): Promise<StoredProduct> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const isArchived = and(eq(products.id, id), isNotNull(products.removedAt))
    const [was] = await tx.select().from(products).where(isArchived).for('no key update')
    if (!was) throw new Refusal('not_found', 'There is no such archived product.')
    const back = { removedAt: null, successorId: null }
    const [row] = await tx.update(products).set(back).where(eq(products.id, id)).returning()
    if (!row) throw noSuchProduct()
    const at = shop.clock.now()
    const change = await withoutSuccessor(tx, { was, row })
    await record(tx, { at, actor: admin, action: 'product.restore', subject: id, ...change })
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return toStored(row)
  })

/** What a restore changes, for the audit log: a part on sale has no successor. */
async function withoutSuccessor(tx: Db, { was, row }: { was: ProductRow; row: ProductRow }) {
  const successor = await successorOf(tx, was)
  const after = toProduct(row)
  return successor === null ? { after } : { before: { successor }, after: { ...after, successor: null } }
}

/** The part of a WHERE that finds the products of a tab of Manage Products. */
export const ON_SHELF: Record<'selling' | 'soldout' | 'archived', SQL | undefined> = {
  selling: isNull(products.removedAt),
  soldout: and(isNull(products.removedAt), not(isOrderable)),
  archived: isNotNull(products.removedAt),
}

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
