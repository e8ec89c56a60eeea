import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Db, transact } from './database/db.ts'
import { breachesOf, LAWS } from './laws.ts'
import { cancelOrder } from './orders/cancel-or-expire.ts'
import { openTestShop } from './testing/open-test-shop.ts'
import { expectLaws, paid, placed } from './testing/orders.ts'
import { sharedByFile } from './testing/shared-by-file.ts'

/** Statements that break each law, once constraints and triggers are dropped. */
const FAULTS: Record<string, string | string[]> = {
  M1: 'update order_lines set price_cents = price_cents + 1',
  'M1 sum': ['update orders set price_cents = price_cents + 1', 'delete from order_lines'],
  'M1 discount': 'update orders set discount_cents = 1',
  C1: "insert into discount_code_uses values ('TENTH', 1)",
  C2: `with one as (insert into discount_codes (id, code, cents, most_uses) values (gen_random_uuid(), 'TENTH', 1, 1) returning code)
    update orders set code = one.code from one`,
  M2: "update payment_intents set amount_cents = 1 where status = 'succeeded'",
  M3: "update payment_intents set status = 'refund_due', settled_at = now() - interval '6 minutes'",
  'M3 sandbox': `insert into stripe_sandbox.charges
    (id, created_at, payment_intent_id, payment_method_id, amount, currency, status, authenticated, method, copied)
    values ('ch_1', now() - interval '6 minutes', 'pi_1', 'pm_1', 7200, 'usd', 'succeeded', false, '{}', '{}')`,
  M4: "update orders set transaction_id = 'pi_same'",
  M5: "update payment_intents set status = 'refunded'",
  'M5 part': 'update payment_intents set given_back_cents = 1',
  M6: "insert into payment_intents select id || 'x', buyer_id, order_id, amount_cents, currency, 'open', null, created_at, checked_at from payment_intents",
  M7: "delete from audit_log where action = 'order.paid'",
  S1: 'update products set stock = -1',
  S2: 'update products set stock = stock + 1',
  S3: 'update order_lines set quantity = 1',
  S4: [
    "insert into stock_movements select gen_random_uuid(), product_id, line_id, 1 - quantity, 'return', at from stock_movements where reason = 'order'",
    "insert into stock_movements select gen_random_uuid(), product_id, line_id, 1, 'return', at from stock_movements, generate_series(1, 2) where reason = 'order'",
  ],
  S5: "update order_lines set status = 'expired'",
  O1: ['update orders set closed_at = now()', 'update order_lines set delivered_at = now()'],
  'O1 lines': "update order_lines set status = 'unpaid'",
  'O1 parcels': ['update order_lines set parcel_id = gen_random_uuid()', "update order_lines set status = 'delivered'"],
  'O1 events': [
    "delete from order_events where what = 'paid'",
    'update order_events set seq = seq + 1',
    'update order_lines set closed_at = now()',
    'insert into parcels (id, order_id, sent_at) select gen_random_uuid(), id, now() from orders',
  ],
  O2: "insert into idempotency_keys select gen_random_uuid(), 'k', 'h', null, now()",
  O3: 'update order_lines set quantity = quantity * 2',
  O4: `insert into idempotency_keys select gen_random_uuid(), 'k', 'h', '{"deleverd": false, "_id": "0199f000-0000-7000-8000-000000000000"}', now()`,
  O5: "delete from stock_movements where reason = 'order'",
  O6: "update pgboss.job set data = jsonb_set(data, '{template}', '\"delivered\"') where name = 'mail'",
}

test('all laws hold in a shop that has sold, been paid, delivered and cancelled', async () => {
  const { as, shop, product, buyer } = await openTestShop()
  await paid(shop, await placed(as.buyer, product))
  const cancelled = await placed(as.buyer, product)
  await cancelOrder(shop, buyer, { id: cancelled._id })
  const delivered = await placed(as.other, product)
  await paid(shop, delivered)
  await as.admin.paidorders[':id'].$patch({ param: { id: delivered._id } })
  await expectLaws(shop)
})

const BREACHES = Object.entries(FAULTS).flatMap(([law, faults]) =>
  [faults].flat().map((fault) => [law, fault] as const),
)

const soldShop = sharedByFile(async (onEnd) => {
  const { as, shop, product } = await openTestShop({ onEnd })
  await paid(shop, await placed(as.buyer, product))
  await paid(shop, await placed(as.other, product))
  await expectLaws(shop)
  return shop
})

test.each(BREACHES)('a breach of %s is found: %s', async (law, fault) => {
  const { db, clock } = await soldShop()
  const breaches = await undone(db, async (tx) => {
    await takeAwayChecks(tx, ['orders', 'order_lines', 'products', 'payment_intents'])
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(fault))
    return breachesOf(tx, clock.now())
  })
  expect(breaches.map((breach) => breach.law)).toContain(law)
})

test('no law is without its fault', () => {
  expect(Object.keys(FAULTS).sort()).toEqual(LAWS.map(({ law }) => law).sort())
})

/** Runs `work` in a transaction that is then rolled back; answers its result. */
async function undone<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  let found: T | undefined
  const enough = new Error('enough')
  const all = transact(db, async (tx) => {
    found = await work(tx)
    throw enough
  })
  await all.catch((error) => {
    if (error !== enough) throw error
  })
  return found as T
}

/** The checks and unique indexes that would refuse the fault. */
async function takeAwayChecks(tx: Db, tables: string[]) {
  const { rows } = await tx.execute<{ drop: string }>(
    sql`select format('alter table %I drop constraint %I cascade', conrelid::regclass::text, conname) as drop from pg_constraint
       where contype in ('c', 'u') and conrelid = any(${sql.param(tables)}::text[]::regclass[])
     union all
     select format('drop index %I', indexname) from pg_indexes where indexname = 'payment_intents_one_live_an_order'`,
  )
  for (const { drop } of rows) await tx.execute(sql.raw(drop))
}
