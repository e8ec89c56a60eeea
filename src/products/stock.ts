import { v7 as uuidv7 } from 'uuid'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { askAsText, type Db } from '../database/db.ts'
import type { Offer } from './products.ts'

/** The units of a product that a line of an order takes. */
export type Units = { lineId: string; productId: string; quantity: number }
/** Units that are taken only as long as their product is what was `offered`. */
export type OfferedUnits = Units & { offered: Offer }

/** First key of the two-key advisory lock that queues one buyer's orders. */
const TURN_LOCK = 7_268

/**
 * Takes the units of all lines off the stock, with their movements, or none: false when there are not enough, or when a
 * product is not what was offered any more. A transaction with the same `turn` waits until this one ends.
 */
export function reserveStock(db: Db, lines: OfferedUnits[], { at, turn }: { at: Date; turn: string }) {
  return take(db, TAKE_OFFERED, [...valuesOf(lines, at), turn])
}

/** Takes the units of an order that is paid too late once more, all or none, also of a product off the shop. */
export async function reserveStockAgain(db: Db, lines: Units[], at: Date): Promise<boolean> {
  const isTaken = await take(db, TAKE, valuesOf(lines, at))
  if (isTaken) await announceCatalogueChange(db)
  return isTaken
}

/**
 * Constant texts, since every order runs them; $1 products, $2 movements, $3 time, $4 turn. Products are
 * locked in the order of their ids, so that two orders of the same products wait for each other and do not deadlock.
 * The limit leaves no row out: without it the planner expects a hundred, and reads all products of a small shop.
 */
const takeWhere = (rule: string) => `
  with held as (
    select products.id, units from (
      select * from json_to_recordset($1::json)
        as wanted(product uuid, units int, name text, number text, image text, cents int, min int, breaks jsonb)
      limit json_array_length($1::json)
    ) as wanted join products on products.id = product
    where stock >= units ${rule} order by products.id for no key update of products
  ), taken as (
    update products set stock = stock - units from held
    where products.id = held.id and (select count(*) from held) = json_array_length($1::json) returning products.id
  )
  insert into stock_movements (id, product_id, line_id, quantity, reason, at)
  select id, product, line, -quantity, 'order', $3::timestamptz
  from json_to_recordset($2::json) as moved(id uuid, product uuid, line uuid, quantity int) where exists (select from taken)`
const TAKE = takeWhere('')
const IS_OFFERED =
  '(products.name, products.number, products.image, unit_price_cents, min_order, price_breaks) is not distinct from (wanted.name, wanted.number, wanted.image, cents, min, breaks)'
const HAS_TURN = `(select pg_advisory_xact_lock(${TURN_LOCK}, hashtext($4)) is not null)`
const TAKE_OFFERED = takeWhere(`and removed_at is null and ${IS_OFFERED} and ${HAS_TURN}`)

/** A product that stands on several lines is taken once, for all of them. */
function valuesOf(lines: (Units & { offered?: Offer })[], at: Date) {
  const wanted = new Map<string, Record<string, unknown> & { units: number }>()
  for (const { productId: product, quantity, offered } of lines) {
    const { name, number, image, unitPriceCents: cents, minOrder: min, priceBreaks: breaks } = offered ?? {}
    const units = quantity + (wanted.get(product)?.units ?? 0)
    wanted.set(product, { product, units, name, number, image, cents, min, breaks })
  }
  const moved = lines.map(({ lineId: line, productId: product, quantity }) => ({
    id: uuidv7(),
    product,
    line,
    quantity,
  }))
  return [JSON.stringify([...wanted.values()]), JSON.stringify(moved), at]
}

async function take(db: Db, text: string, values: unknown[]) {
  const { rowCount } = await askAsText(db, text, values)
  return Boolean(rowCount)
}

/** Holds the stock of a product as it is until the caller's transaction ends. */
export const holdStock = (db: Db, productId: string) =>
  askAsText(db, 'select from products where id = $1 for share', [productId])

/**
 * Gives back what lines hold, and nothing for one that holds nothing. The caller has their order's row locked by the
 * UPDATE that closed it, so two closings cannot both find the units held.
 */
export async function returnStock(db: Db, lines: { id: string }[], at: Date) {
  const given = lines.map(({ id: line }) => ({ id: uuidv7(), line }))
  await askAsText(db, GIVE_BACK, [JSON.stringify(given), at])
  await announceCatalogueChange(db)
}

const GIVE_BACK = `
  with held as (
    select given.id, line_id, product_id, -sum(quantity)::int as units from stock_movements
    join json_to_recordset($1::json) as given(id uuid, line uuid) on line_id = line
    group by given.id, line_id, product_id having sum(quantity) < 0
  ), locked as (
    select id from products where id in (select product_id from held) order by id for no key update
  ), moved as (
    insert into stock_movements (id, product_id, line_id, quantity, reason, at)
    select id, product_id, line_id, units, 'return', $2::timestamptz from held
  )
  update products set stock = stock + given.units
  from (select product_id, sum(units) as units from held group by product_id) given
  join locked on locked.id = product_id where products.id = product_id`
