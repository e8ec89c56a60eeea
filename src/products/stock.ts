import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { announceCatalogueChange } from '../database/catalogue-changes.ts'
import { askAsText, type Db } from '../database/db.ts'
import type { Offer } from './products.ts'

/** So many units of a product for an order. */
export type Units = { productId: string; orderId: string; quantity: number; at: Date }

/** The advisory locks of those who take units, apart from other locks by their first half. */
const TURN_LOCK = 7_268

/**
 * Takes units off the stock for an order, with their movement; false when there are not enough, or when the product is
 * not what was `offered` any more. Whoever has the same `turn` waits until this transaction ends.
 */
export function reserveStock(db: Db, { turn, offered, ...units }: Units & { turn: string; offered: Offer }) {
  const { name, number, image, unitPriceCents, minOrder } = offered
  return take(db, TAKE_OFFERED, [...valuesOf(units), turn, name, number, image, unitPriceCents, minOrder])
}

/** Takes the units of an order that is paid too late once more, if there are enough, also of a product off the shop. */
export async function reserveStockAgain(db: Db, units: Units): Promise<boolean> {
  const isTaken = await take(db, TAKE, valuesOf(units))
  if (isTaken) await announceCatalogueChange(db)
  return isTaken
}

/** One text each, since it is asked for with every order; $1 quantity, $2 product, $3 movement, $4 order, $5 time. */
const takeWhere = (rule: string) => `
  with taken as (
    update products set stock = stock - $1 where id = $2 and stock >= $1 ${rule} returning id
  )
  insert into stock_movements (id, product_id, order_id, quantity, reason, at)
  select $3::uuid, id, $4::uuid, -$1::int, 'order', $5::timestamptz from taken`
const TAKE = takeWhere('')
const HAS_TURN = `(select pg_advisory_xact_lock(${TURN_LOCK}, hashtext($6)) is not null)`
const IS_OFFERED =
  '(name, number, image, unit_price_cents, min_order) is not distinct from ($7::text, $8::text, $9::text, $10::int, $11::int)'
const TAKE_OFFERED = takeWhere(`and removed_at is null and ${IS_OFFERED} and ${HAS_TURN}`)

const valuesOf = ({ productId, orderId, quantity, at }: Units) => [quantity, productId, uuidv7(), orderId, at]

async function take(db: Db, text: string, values: unknown[]) {
  const { rowCount } = await askAsText(db, text, values)
  return rowCount === 1
}

/**
 * Gives back what an order holds, and nothing when it holds nothing. The caller has the order's row locked by the
 * UPDATE that closed it, so two closings cannot both find the units held.
 */
export async function returnStock(db: Db, { orderId, at }: Pick<Units, 'orderId' | 'at'>) {
  await db.execute(sql`
    with held as (
      select product_id, -sum(quantity)::int as units from stock_movements where order_id = ${orderId}
      group by product_id having sum(quantity) < 0
    ), moved as (
      insert into stock_movements (id, product_id, order_id, quantity, reason, at)
      select ${uuidv7()}::uuid, product_id, ${orderId}::uuid, units, 'return', ${at}::timestamptz from held
    )
    update products set stock = stock + held.units from held where products.id = held.product_id`)
  await announceCatalogueChange(db)
}
