import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { grouped } from '../wire/grouped.ts'
import { Refusal } from '../wire/refusal.ts'
import type { MoveStock, StockMovement, StoredProduct } from './contract.ts'
import { pieces } from './per-pieces.ts'
import { rowOf, toStored } from './stored-product.ts'
import { products, stockMovements } from './table.server.ts'

const MOST_STOCK = 2_000_000_000
const MOVEMENTS_SHOWN = 50

type Move = z.output<typeof MoveStock> & { id: string }

/**
 * Books pieces that came or went; throws Refusal conflict when more would go than are there, or when not `inHouse` pieces
 * lie in the house.
 */
export function moveStock(shop: Shop, admin: Actor, move: Move): Promise<StoredProduct> {
  const { id, quantity, reason, note } = move
  return transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    const at = shop.clock.now()
    const isEnough = and(eq(products.id, id), sql`${products.stock} + ${quantity} between 0 and ${MOST_STOCK}`)
    const moved = { stock: sql`${products.stock} + ${quantity}` }
    const [row] = await tx.update(products).set(moved).where(isEnough).returning()
    if (!row) throw await tooMany(tx, id)
    await refuseMiscounted({ ...shop, db: tx }, move)
    await tx.insert(stockMovements).values({ productId: id, quantity, reason, note, at })
    const change = { before: { stock: row.stock - quantity }, after: { stock: row.stock, reason, note } }
    await record(tx, { at, actor: admin, action: 'stock.move', subject: id, ...change })
    await shop.onStockBack({ ...shop, db: tx }, [id])
    await announceCatalogueChange(tx)
    return toStored(row)
  })
}

/** Refuses, in the transaction that has booked it, a difference to another number of pieces than there were. */
async function refuseMiscounted({ db, shelfOf }: Pick<Shop, 'db' | 'shelfOf'>, { id, quantity, inHouse }: Move) {
  if (inHouse === undefined) return
  const { free, ordered } = await shelfOf(db, id)
  const before = free + ordered - quantity
  if (before === inHouse) return
  throw new Refusal(
    'conflict',
    `In the house by now: ${grouped(before)}, not ${grouped(inHouse)}. Enter the difference anew.`,
    {
      field: 'quantity',
    },
  )
}

async function tooMany(db: Db, id: string) {
  const { stock } = await rowOf(db, id)
  return new Refusal('conflict', `No more can go than are free to sell: ${pieces(stock)}.`, {
    field: 'quantity',
    stock,
  })
}

/** The pieces that orders took in the year until `end`, less those that they gave back. */
export async function soldInYearTo(db: Db, id: string, end: Date): Promise<number> {
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
