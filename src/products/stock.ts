import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { announceCatalogueChange } from '../catalogue-changes.ts'
import { askAsText, type Db } from '../db.ts'
import { Refusal } from '../refusal.ts'
import { productOf } from './products.ts'
import { INVALID_QUANTITY } from './total.ts'

/** So many units of a product for an order. */
export type Units = { productId: string; orderId: string; quantity: number; at: Date }

/** What an order keeps of the product, as it was when its units were taken; a type alias, as a raw row needs one. */
export type Taken = {
  name: string
  number: string | null
  image: string
  unitPriceCents: number
  minOrder: number
}

/** The advisory locks of those who take units, apart from other locks by their first half. */
const TURN_LOCK = 7_268

/**
 * Takes units off the stock for an order, with their movement. Whoever has the same `turn` waits until this transaction
 * ends. Throws Refusal not_found, invalid below the minimum order, or conflict with the units left.
 */
export async function reserveStock(db: Db, { turn, ...units }: Units & { turn: string }): Promise<Taken> {
  const taken = await take(db, TAKE_ON_SALE, [...valuesOf(units), turn])
  if (taken) return taken
  const { minOrder, stock } = await productOf(db, units.productId)
  if (units.quantity < minOrder) throw new Refusal('invalid', INVALID_QUANTITY, 'quantity')
  if (units.quantity > stock) throw new Refusal('conflict', INVALID_QUANTITY, 'quantity', { stock })
  // Units came back between the two statements: "sold out" would not be true any more.
  return reserveStock(db, { turn, ...units })
}

/** Takes the units of an order that is paid too late once more, if there are enough, also of a product off the shop. */
export async function reserveStockAgain(db: Db, units: Units): Promise<boolean> {
  const taken = await take(db, TAKE, valuesOf(units))
  if (taken) await announceCatalogueChange(db)
  return taken !== undefined
}

/** One text each, since it is asked for with every order; $1 quantity, $2 product, $3 movement, $4 order, $5 time. */
const takeWhere = (rule: string) => `
  with taken as (
    update products set stock = stock - $1 where id = $2 and stock >= $1 ${rule}
    returning id, name, number, image, unit_price_cents, min_order
  ), moved as (
    insert into stock_movements (id, product_id, order_id, quantity, reason, at)
    select $3::uuid, id, $4::uuid, -$1::int, 'order', $5::timestamptz from taken
  )
  select name, number, image, unit_price_cents as "unitPriceCents", min_order as "minOrder" from taken`
const TAKE = takeWhere('')
const HAS_TURN = `(select pg_advisory_xact_lock(${TURN_LOCK}, hashtext($6)) is not null)`
const TAKE_ON_SALE = takeWhere(`and removed_at is null and min_order <= $1 and ${HAS_TURN}`)

const valuesOf = ({ productId, orderId, quantity, at }: Units) => [quantity, productId, uuidv7(), orderId, at]

async function take(db: Db, text: string, values: unknown[]) {
  const { rows } = await askAsText(db, text, values)
  return rows[0] as Taken | undefined
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
