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
    broken: sql`select id, price_cents from orders
      where price_cents <> floor((2 * unit_price_cents::numeric * quantity + min_order) / (2 * min_order))`,
  },
  {
    law: 'M2',
    says: 'paid means exactly one succeeded payment of the same sum and currency',
    broken: sql`select o.id, o.status, count(p.id) as payments from orders o
      left join payment_intents p on p.order_id = o.id and p.status = 'succeeded'
      group by o.id
      having (o.status in ('paid', 'delivered')) <> (count(p.id) = 1) or count(p.id) > 1
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
          and o.price_cents = c.amount and o.status in ('paid', 'delivered'))`,
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
    law: 'M6',
    says: 'an order has at most one payable intent',
    broken: sql`select order_id, count(*) from payment_intents
      where order_id is not null and status in ('open', 'succeeded') group by order_id having count(*) > 1`,
  },
  {
    law: 'M7',
    says: 'whatever became paid has its line in the audit log',
    broken: sql`select id, status from orders o where paid_at is not null
      and not exists (select 1 from audit_log a where a.action = 'order.paid' and a.subject = o.id::text)`,
  },
]

const stockLaws: Law[] = [
  { law: 'S1', says: 'stock is never below 0', broken: sql`select id, stock from products where stock < 0` },
  {
    law: 'S2',
    says: 'initial + booked in and out by hand = stock + units of live orders',
    broken: sql`select p.id, p.stock, came.units as came, coalesce(held.units, 0) as held from products p
      left join (select product_id, sum(quantity) as units from stock_movements
        where reason not in ('order', 'return') group by product_id) came on came.product_id = p.id
      left join (select product_id, sum(quantity) as units from orders
        where status in ('unpaid', 'paid', 'delivered') or (status = 'refund_due' and paid_at is not null)
        group by product_id) held on held.product_id = p.id
      where coalesce(came.units, 0) <> p.stock + coalesce(held.units, 0)`,
  },
  {
    law: 'S3',
    says: 'a quantity is at least the minimum order',
    broken: sql`select id, quantity, min_order from orders where quantity < min_order`,
  },
  {
    law: 'S4',
    says: 'an order gives its units back once for each time it took them',
    broken: sql`select order_id, sum(quantity) as held from stock_movements where order_id is not null
      group by order_id having sum(quantity) > 0
        or count(*) filter (where reason = 'return') not between count(*) filter (where reason = 'order') - 1
          and count(*) filter (where reason = 'order')`,
  },
  {
    law: 'S5',
    says: 'unpaid, paid and delivered orders hold their units; closed and refunded ones hold none',
    broken: sql`select o.id, o.status, o.quantity, coalesce(-sum(m.quantity), 0) as held from orders o
      left join stock_movements m on m.order_id = o.id
      group by o.id
      having coalesce(-sum(m.quantity), 0) <> case
        when o.status in ('unpaid', 'paid', 'delivered') or (o.status = 'refund_due' and o.paid_at is not null)
        then o.quantity else 0 end`,
  },
]

const orderLaws: Law[] = [
  {
    law: 'O1',
    says: 'the dates of an order tell the way it went, and none goes backwards',
    broken: sql`select id, status, created_at, paid_at, delivered_at, closed_at from orders where not case status
      when 'unpaid' then paid_at is null and delivered_at is null and closed_at is null
      when 'paid' then paid_at is not null and delivered_at is null and closed_at is null
      when 'delivered' then paid_at is not null and delivered_at >= paid_at and closed_at is null
      when 'refund_due' then delivered_at is null and closed_at is not null
      when 'refunded' then delivered_at is null and closed_at is not null
      else paid_at is null and delivered_at is null and closed_at is not null end`,
  },
  {
    law: 'O2',
    says: 'a kept Idempotency-Key has its answer',
    broken: sql`select user_id, created_at from idempotency_keys where answer is null`,
  },
  {
    law: 'O3',
    says: 'an order is what its units were taken for, whatever became of the product',
    broken: sql`select o.id, o.quantity, m.quantity as moved from orders o
      join stock_movements m on m.order_id = o.id
      where m.product_id <> o.product_id or abs(m.quantity) <> o.quantity`,
  },
  {
    law: 'O4',
    says: 'an order that was answered under a key is there',
    broken: sql`select user_id, answer ->> '_id' as order_id from idempotency_keys k
      where answer::jsonb ? 'deleverd' and not exists (select 1 from orders o where o.id = (k.answer ->> '_id')::uuid)`,
  },
  {
    law: 'O5',
    says: 'no order without its stock movement, and no movement without its order or product',
    broken: sql`select o.id, 'order without movement' as what from orders o
      where not exists (select 1 from stock_movements m where m.order_id = o.id and m.reason = 'order')
      union all
      select m.id, 'movement without order' from stock_movements m
      where (m.reason in ('order', 'return')) <> (m.order_id is not null)
        or (m.order_id is not null and not exists (select 1 from orders o where o.id = m.order_id))
      union all
      select p.id, 'stock is not the sum of its movements' from products p
      where p.stock <> (select coalesce(sum(m.quantity), 0) from stock_movements m where m.product_id = p.id)`,
  },
  {
    law: 'O6',
    says: 'an order has at most one mail of each kind',
    broken: sql`select mails.template, mails.written, happened.times from
      (select data ->> 'template' as template, count(*) as written from pgboss.job where name = 'mail' group by 1) mails
      join (values
        ('order-placed', (select count(*) from orders)),
        ('paid', (select count(*) from orders where paid_at is not null)),
        ('delivered', (select count(*) from orders where delivered_at is not null))
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
