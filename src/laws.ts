import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database/db.ts'

/** One law of money, stock or orders; `broken` selects what breaks it, at any instant while the shop works. */
type Law = { law: string; says: string; broken: SQL }
export type Breach = { law: string; says: string; rows: Record<string, unknown>[] }

/** How long a charge may stand without an order before it is given back (law M3). */
const GIVEN_BACK_WITHIN = "interval '5 minutes'"

/** Every law that rows can break. S6 and the crash side of O4 leave no row behind; their tests prove them. */
const laws = (now: Date): Law[] => [...moneyLaws(now), ...stockLaws, ...orderLaws]

const moneyLaws = (now: Date): Law[] => [
  {
    law: 'M1',
    says: 'a price is round half up of unit price × quantity ÷ minimum order',
    broken: sql`select id, price_cents from order_lines
      where price_cents <> floor((2 * unit_price_cents::numeric * quantity + min_order) / (2 * min_order))`,
  },
  {
    law: 'M1 sum',
    says: 'an order costs what its lines cost together, less the discount, with shipping and tax',
    broken: sql`select o.id, o.price_cents, sum(l.price_cents) as lines from orders o
      left join order_lines l on l.order_id = o.id and l.closed_at is null
      group by o.id having sum(l.price_cents) - o.discount_cents + o.shipping_cents + o.tax_cents is distinct from o.price_cents`,
  },
  {
    law: 'M1 discount',
    says: 'a code lowers lines alone, and without one nothing is taken off',
    broken: sql`select o.id, o.code, o.discount_cents, sum(l.price_cents) as lines from orders o
      join order_lines l on l.order_id = o.id and l.closed_at is null
      group by o.id having o.discount_cents > case when o.code is null then 0 else sum(l.price_cents) end`,
  },
  {
    law: 'C1',
    says: 'the uses of a code are the orders with it that are unpaid or were paid',
    broken: sql`select coalesce(u.code, held.code) as code, u.uses, held.orders from discount_code_uses u
      full join (select code, count(*) as orders from orders where code is not null and order_holds_code(status, paid_at) group by code) held
        on held.code = u.code
      where coalesce(u.uses, 0) <> coalesce(held.orders, 0)`,
  },
  {
    law: 'C2',
    says: 'a code is used no more often than it may be, by all and by one buyer',
    broken: sql`select c.code, o.buyer_id, count(*) as orders from discount_codes c join orders o on o.code = c.code
      where order_holds_code(o.status, o.paid_at) group by c.id, grouping sets ((o.buyer_id), ())
      having count(*) > case when grouping(o.buyer_id) = 1 then c.most_uses else c.most_each end`,
  },
  {
    law: 'M2',
    says: 'paid means exactly one succeeded payment of the same sum and currency',
    broken: sql`select o.id, o.status, count(p.id) as payments from orders o
      left join payment_intents p on p.order_id = o.id and p.status = 'succeeded'
      group by o.id
      having (o.status = 'paid') <> (count(p.id) = 1) or count(p.id) > 1
        or bool_or(p.amount_cents <> o.price_cents or p.currency <> 'usd' or p.id <> o.transaction_id)`,
  },
  {
    law: 'M3',
    says: 'no charge stands without a paid order or a full refund for more than 5 minutes',
    broken: sql`select id, order_id, status, settled_at from payment_intents
      where (status = 'refund_due' or (status = 'succeeded' and order_id is null))
        and settled_at < ${now}::timestamptz - ${sql.raw(GIVEN_BACK_WITHIN)}`,
  },
  {
    law: 'M3 sandbox',
    says: 'no charge at the stand-in stands without a paid order or a full refund for more than 5 minutes',
    broken: sql`select c.id, c.payment_intent_id, c.amount, c.created_at from stripe_sandbox.charges c
      where c.status = 'succeeded' and c.amount_refunded < c.amount
        and c.created_at < ${now}::timestamptz - ${sql.raw(GIVEN_BACK_WITHIN)}
        and not exists (select 1 from orders o where o.transaction_id = c.payment_intent_id
          and o.price_cents = c.amount and o.status = 'paid')`,
  },
  {
    law: 'M4',
    says: 'a transaction id stands on one order',
    broken: sql`select transaction_id, count(*) from orders
      where transaction_id is not null group by transaction_id having count(*) > 1`,
  },
  {
    law: 'M5',
    says: 'refunds never exceed the charge, and a refund has one id',
    broken: sql`select id, amount, amount_refunded::text as refunded from stripe_sandbox.charges where amount_refunded > amount
      union all
      select id, amount_cents, refund_id from payment_intents where (status = 'refunded') <> (refund_id is not null)`,
  },
  {
    law: 'M5 part',
    says: 'what went back of a payment stands at its order, too',
    broken: sql`select o.id, o.given_back_cents, p.given_back_cents as of_payment from orders o
      left join payment_intents p on p.id = o.transaction_id
      where o.given_back_cents <> coalesce(p.given_back_cents, 0)`,
  },
  {
    law: 'M6',
    says: 'an order has at most one payable intent',
    broken: sql`select order_id, count(*) from payment_intents
      where order_id is not null and status in ('open', 'succeeded') group by order_id having count(*) > 1`,
  },
  {
    law: 'M7',
    says: 'whatever became paid has its line in the audit log',
    broken: sql`select l.id, l.status from order_lines l join orders o on o.id = l.order_id where o.paid_at is not null and l.closed_at is null
      and not exists (select 1 from audit_log a where a.action = 'order.paid' and a.subject = l.id::text)`,
  },
]

/** The lines, each with the dates of its order, that hold their units. */
const HOLDING = sql`(l.status in ('unpaid', 'paid', 'delivered') or (l.status = 'refund_due' and o.paid_at is not null))`

const stockLaws: Law[] = [
  { law: 'S1', says: 'stock is never below 0', broken: sql`select id, stock from products where stock < 0` },
  {
    law: 'S2',
    says: 'initial + booked in and out by hand = stock + units of live orders',
    broken: sql`select p.id, p.stock, came.units as came, coalesce(held.units, 0) as held from products p
      left join (select product_id, sum(quantity) as units from stock_movements
        where reason not in ('order', 'return') group by product_id) came on came.product_id = p.id
      left join (select l.product_id, sum(l.quantity) as units from order_lines l join orders o on o.id = l.order_id
        where ${HOLDING} group by l.product_id) held on held.product_id = p.id
      where coalesce(came.units, 0) <> p.stock + coalesce(held.units, 0)`,
  },
  {
    law: 'S3',
    says: 'a quantity is at least the minimum order',
    broken: sql`select id, quantity, min_order from order_lines where quantity < min_order`,
  },
  {
    law: 'S4',
    says: 'a line gives its units back once for each time it took them',
    broken: sql`select line_id, sum(quantity) as held from stock_movements where line_id is not null
      group by line_id having sum(quantity) > 0
        or count(*) filter (where reason = 'return') not between count(*) filter (where reason = 'order') - 1
          and count(*) filter (where reason = 'order')`,
  },
  {
    law: 'S5',
    says: 'unpaid, paid and delivered lines hold their units; closed and refunded ones hold none',
    broken: sql`select l.id, l.status, l.quantity, coalesce(-sum(m.quantity), 0) as held from order_lines l
      join orders o on o.id = l.order_id left join stock_movements m on m.line_id = l.id
      group by l.id, o.id
      having coalesce(-sum(m.quantity), 0) <> case when ${HOLDING} then l.quantity else 0 end`,
  },
]

const orderLaws: Law[] = [
  {
    law: 'O1',
    says: 'the dates of a line and its order tell the way they went; back leads only taking back a delivery',
    broken: sql`select l.id, l.status, o.paid_at, l.delivered_at, o.closed_at from order_lines l
      join orders o on o.id = l.order_id where not case l.status
      when 'cancelled' then l.closed_at is not null or (paid_at is null and delivered_at is null and o.closed_at is not null)
      when 'unpaid' then paid_at is null and delivered_at is null and o.closed_at is null
      when 'paid' then paid_at is not null and delivered_at is null and o.closed_at is null
      when 'delivered' then paid_at is not null and delivered_at >= paid_at and o.closed_at is null
      when 'refund_due' then delivered_at is null and o.closed_at is not null
      when 'refunded' then delivered_at is null and coalesce(o.closed_at, o.given_back_at) is not null
      else paid_at is null and delivered_at is null and o.closed_at is not null end`,
  },
  {
    law: 'O1 lines',
    says: 'a line stands where its order stands; of a paid one it may be delivered, of one given back refunded',
    broken: sql`select l.id, l.status, o.status as order_status from order_lines l join orders o on o.id = l.order_id
      where l.status <> o.status and not (l.status = 'delivered' and o.status = 'paid')
        and not (l.status = 'refunded' and o.given_back_at is not null)
        and not (l.status = 'cancelled' and l.closed_at is not null)`,
  },
  {
    law: 'O1 parcels',
    says: 'a line is delivered while it lies in a parcel of its order that was not taken back',
    broken: sql`select l.id, l.status, l.parcel_id from order_lines l
      left join parcels p on p.id = l.parcel_id and p.order_id = l.order_id and p.taken_back_at is null
      where (l.status = 'delivered') <> (p.id is not null) or (l.status <> 'delivered' and l.parcel_id is not null)`,
  },
  {
    law: 'O1 events',
    says: 'what became of an order, its lines and its parcels stands among its events, which have no gap',
    broken: sql`select o.id, o.status as what from orders o where o.status <> 'unpaid'
        and not exists (select 1 from order_events e where e.order_id = o.id and e.what = replace(o.status, '_', ' '))
      union all
      select l.id, 'line cancelled' from order_lines l where l.closed_at is not null
        and not exists (select 1 from order_events e where e.order_id = l.order_id and e.line_id = l.id)
      union all
      select p.id, 'sent' from parcels p
        where not exists (select 1 from order_events e where e.order_id = p.order_id and e.parcel_id = p.id and e.what = 'sent')
      union all
      select order_id, 'gap' from order_events group by order_id having max(seq) <> count(*)`,
  },
  {
    law: 'O2',
    says: 'a kept Idempotency-Key has its answer',
    broken: sql`select user_id, created_at from idempotency_keys where answer is null`,
  },
  {
    law: 'O3',
    says: 'a line is what its units were taken for, whatever became of the product',
    broken: sql`select l.id, l.quantity, m.quantity as moved from order_lines l
      join stock_movements m on m.line_id = l.id
      where m.product_id <> l.product_id or abs(m.quantity) <> l.quantity`,
  },
  {
    law: 'O4',
    says: 'an order that was answered under a key is there',
    broken: sql`select user_id, answer ->> '_id' as order_id from idempotency_keys k
      where answer::jsonb ? 'deleverd' and not exists (select 1 from order_lines l where l.id = (k.answer ->> '_id')::uuid)`,
  },
  {
    law: 'O5',
    says: 'no line without its stock movement, and no movement without its line or product',
    broken: sql`select l.id, 'line without movement' as what from order_lines l
      where not exists (select 1 from stock_movements m where m.line_id = l.id and m.reason = 'order')
      union all
      select m.id, 'movement without line' from stock_movements m
      where (m.reason in ('order', 'return')) <> (m.line_id is not null)
        or (m.line_id is not null and not exists (select 1 from order_lines l where l.id = m.line_id))
      union all
      select p.id, 'stock is not the sum of its movements' from products p
      where p.stock <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.product_id = p.id)`,
  },
  {
    law: 'O6',
    says: 'an order has at most one mail of each kind, and one more of a delivery for each that was corrected',
    broken: sql`select mails.template, mails.written, happened.times from
      (select data ->> 'template' as template, count(*) as written from pgboss.job where name = 'mail' group by 1) mails
      join (values
        ('order-placed', (select count(*) from orders)),
        ('paid', (select count(*) from orders where paid_at is not null)),
        ('delivered', (select count(*) from parcels where taken_back_at is null)
          + (select count(*) from pgboss.job where name = 'mail' and data ->> 'template' = 'delivery-corrected')),
        ('delivery-corrected', (select count(*) from parcels where taken_back_at is not null))
      ) happened (template, times) using (template)
      where mails.written > happened.times`,
  },
]

/** The laws that do not hold, each with the rows that break it; empty when all is well. */
export async function breachesOf(db: Db, now = new Date()): Promise<Breach[]> {
  const breaches: Breach[] = []
  for (const { law, says, broken } of laws(now)) {
    const { rows } = await db.execute(sql`select * from (${broken}) as broken limit 50`)
    if (rows.length > 0) breaches.push({ law, says, rows })
  }
  return breaches
}

/** Every law with its sentence, in the order they are checked. */
export const LAWS = laws(new Date(0)).map(({ law, says }) => ({ law, says }))
