import { v7 as uuidv7 } from 'uuid'
import { HOUR } from '../config/clock.ts'
import { StartError } from '../config/start-error.ts'
import type { OrderStatus } from '../orders/contract.ts'
import { totalCents } from '../products/total.ts'
import { type Adding, type Bulk, inSteps } from './bulk.ts'
import { dice, placeOf } from './made-up.ts'

type Part = { id: string; name: string; number: string | null; image: string; cents: number; min: number }
type Buyer = { id: string; name: string; email: string }
type Sources = { parts: Part[]; buyers: Buyer[] }

const TWO_YEARS = 2 * 365 * 24 * HOUR
const DELIVERED_AFTER = 40 * HOUR

/**
 * Adds orders of the last two years, oldest first, each with its movements, its payment and its audit line, so that
 * every law holds. What an order takes is restocked at once: the shelves stay as they are.
 */
export async function addOrders(bulk: Bulk, { count, at, holdHours, progress }: Adding & { holdHours: number }) {
  if (count === 0) return
  const sources = await sourcesOf(bulk)
  const pace = TWO_YEARS / count
  await inSteps({ first: 0, count, progress }, (places) => {
    const rows = places.map((place) => {
      const createdAt = new Date(at.getTime() - TWO_YEARS + Math.floor((place + 0.5) * pace))
      return madeUpOrder(place, sources, { createdAt, age: at.getTime() - createdAt.getTime(), holdHours })
    })
    return bulk.query(INSERT, [JSON.stringify(rows)])
  })
}

/** Parts and made-up buyers; throws StartError where one of both is missing. */
export async function sourcesOf(bulk: Bulk): Promise<Sources> {
  const parts = await bulk.query<Part>(
    `select id, name, number, image, unit_price_cents as cents, min_order as min from products
    where removed_at is null and unit_price_cents between 50 and 1000000 limit 20000`,
  )
  const buyers = await bulk.query<Buyer>(
    `select id, name, email from users where email ~ '^buyer\\d+@example\\.com$' limit 100000`,
  )
  if (!parts.rows.length || !buyers.rows.length) {
    throw new StartError('There is nobody to order, or nothing: add --users and --products as well.')
  }
  return { parts: parts.rows, buyers: buyers.rows }
}

type Moment = { createdAt: Date; age: number; holdHours: number }

function madeUpOrder(place: number, { parts, buyers }: Sources, { createdAt, age, holdHours }: Moment) {
  const chance = dice(place ^ 0x5eed)
  const part = chance.pick(parts)
  const buyer = chance.pick(buyers)
  const quantity = part.min * (1 + chance.below(4))
  const status = statusOf(chance.roll(), age, holdHours)
  const isPaid = status === 'paid' || status === 'delivered' || status === 'refunded'
  const later = (ms: number) => new Date(createdAt.getTime() + ms)
  const closedAfter = { cancelled: 2 * HOUR, expired: holdHours * HOUR, refunded: 30 * HOUR }[status as string]
  return {
    id: uuidv7({ msecs: createdAt.getTime() }),
    line_id: uuidv7({ msecs: createdAt.getTime() }),
    taken_id: uuidv7(),
    given_id: uuidv7(),
    audit_id: uuidv7({ msecs: createdAt.getTime() }),
    buyer_id: buyer.id,
    buyer_email: buyer.email,
    buyer_name: buyer.name,
    product_id: part.id,
    product_name: part.name,
    product_number: part.number,
    product_image: part.image,
    unit_price_cents: part.cents,
    min_order: part.min,
    quantity,
    price_cents: totalCents(part.cents, part.min, quantity),
    ...placeOf(place),
    status,
    transaction_id: isPaid ? `pi_${uuidv7().replaceAll('-', '')}` : null,
    refund_id: status === 'refunded' ? `re_${uuidv7().replaceAll('-', '')}` : null,
    created_at: createdAt,
    expires_at: later(holdHours * HOUR),
    paid_at: isPaid ? later(10 * 60_000) : null,
    delivered_at: status === 'delivered' ? later(DELIVERED_AFTER) : null,
    closed_at: closedAfter ? later(closedAfter) : null,
    holds: status === 'unpaid' || status === 'paid' || status === 'delivered',
  }
}

/** An order is unpaid only as long as it is held, and delivered only after some days on the bench. */
function statusOf(roll: number, age: number, holdHours: number): OrderStatus {
  if (roll < 0.05 && age > 2 * HOUR) return 'cancelled'
  if (roll < 0.1 && age > holdHours * HOUR) return 'expired'
  if (roll < 0.11 && age > 30 * HOUR) return 'refunded'
  if (roll < 0.3 && age < (holdHours * HOUR) / 2) return 'unpaid'
  return age > DELIVERED_AFTER ? 'delivered' : 'paid'
}

/** Each line waits for its order, since a trigger looks that up. */
const INSERT = `
with o as (
  select * from jsonb_to_recordset($1::jsonb) as o(id uuid, line_id uuid, taken_id uuid, given_id uuid, audit_id uuid,
    buyer_id uuid, buyer_email text, buyer_name text, product_id uuid, product_name text, product_number text,
    product_image text, unit_price_cents int, min_order int, quantity int, price_cents int, country text, address text,
    phone text, status text, transaction_id text, refund_id text, created_at timestamptz, expires_at timestamptz,
    paid_at timestamptz, delivered_at timestamptz, closed_at timestamptz, holds bool)
), ordered as (
  insert into orders (id, buyer_id, buyer_email, buyer_name, price_cents, country, address, phone, status,
    transaction_id, created_at, expires_at, paid_at, closed_at)
  select id, buyer_id, buyer_email, buyer_name, price_cents, country, address, phone,
    case status when 'delivered' then 'paid' else status end, transaction_id, created_at, expires_at, paid_at, closed_at
  from o returning id
), packed as (
  insert into parcels (id, order_id, sent_at) select line_id, id, delivered_at from o where delivered_at is not null
), lined as (
  insert into order_lines (id, order_id, buyer_id, product_id, product_name, product_number, product_image,
    unit_price_cents, min_order, quantity, price_cents, status, delivered_at, parcel_id)
  select line_id, id, buyer_id, product_id, product_name, product_number, product_image,
    unit_price_cents, min_order, quantity, price_cents, status, delivered_at,
    case when delivered_at is not null then line_id end from o join ordered using (id)
), happened as (
  insert into order_events (order_id, seq, at, what, parcel_id)
  select id, row_number() over (partition by id order by at), at, what, parcel_id from o, lateral (values
    (paid_at, 'paid', null), (delivered_at, 'sent', line_id), (closed_at, status, null)) e(at, what, parcel_id)
  where at is not null
), moved as (
  insert into stock_movements (id, product_id, line_id, quantity, reason, at)
  select taken_id, product_id, line_id, -quantity, 'order', created_at from o
  union all
  select given_id, product_id, case when holds then null else line_id end, quantity,
    case when holds then 'restock' else 'return' end, coalesce(closed_at, created_at) from o
), charged as (
  insert into payment_intents (id, buyer_id, order_id, amount_cents, currency, status, refund_id, created_at, checked_at, settled_at)
  select transaction_id, buyer_id, id, price_cents, 'usd', case when refund_id is null then 'succeeded' else 'refunded' end,
    refund_id, created_at, paid_at, paid_at from o where transaction_id is not null
)
insert into audit_log (id, at, actor_id, action, subject, after)
select audit_id, paid_at, buyer_id, 'order.paid', line_id::text,
  jsonb_build_object('status', 'paid', 'transactionId', transaction_id) from o where transaction_id is not null`
