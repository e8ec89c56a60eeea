import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../orders/contract.ts'
import { freshDatabase } from './database.ts'

/** A database as it was after the migrations up to the one of this number. */
export async function databaseAt(last: number) {
  const database = await freshDatabase('template0')
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await migrateTo(client, last)
  return { database, client }
}

/** Runs the migrations up to the one of this number, as the build that brought it did. */
export async function migrateTo(client: pg.Client, last: number) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp('migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  await migrate(drizzle({ client }), { migrationsFolder: folder })
}

const BUYER = '01980000-0000-7000-8000-00000000000a'
export const PRODUCT = '01980000-0000-7000-8000-00000000000b'
export const idOf = (status: OrderStatus) => `01980000-0000-7000-8000-0000000001${ORDER_STATUSES.indexOf(status)}0`

/** A buyer, a product and an order of it in each status, with what belongs to it, as they were before order lines. */
export const BEFORE_LINES = `
  insert into users (id, name, email, created_at, updated_at) values ('${BUYER}', 'Anna', 'anna@example.com', now(), now());
  insert into products (id, name, description, unit_price_cents, min_order, stock, image, created_at)
    values ('${PRODUCT}', 'Old fan', '', 7200, 4, 84, '/drawings/fan-motor.svg', now());
  insert into orders (id, buyer_id, buyer_email, buyer_name, product_id, product_name, product_image, unit_price_cents,
      min_order, quantity, price_cents, address, status, transaction_id, created_at, expires_at, paid_at, delivered_at, closed_at)
    select id::uuid, '${BUYER}', 'anna@example.com', 'Anna', '${PRODUCT}', 'Fan', '/drawings/fan-motor.svg', 7200, 4, 4, 7200, 'At ' || status,
      status, case when is_paid then 'pi_' || status end, now() - interval '1 hour', now() + interval '1 hour',
      case when is_paid then now() end, case status when 'delivered' then now() end,
      case when status in ('cancelled', 'expired', 'refund_due', 'refunded') then now() end
    from (values ${ORDER_STATUSES.map((status) => `('${idOf(status)}', '${status}')`)}) o(id, status),
      lateral (select status in ('paid', 'delivered', 'refund_due', 'refunded') as is_paid) p;
  insert into stock_movements (id, product_id, quantity, reason, at) values (gen_random_uuid(), '${PRODUCT}', 100, 'initial', now());
  insert into stock_movements (id, product_id, order_id, quantity, reason, at)
    select gen_random_uuid(), '${PRODUCT}'::uuid, id, -4, 'order', now() from orders union all
    select gen_random_uuid(), '${PRODUCT}'::uuid, id, 4, 'return', now() from orders where status in ('cancelled', 'expired', 'refunded');
  insert into payment_intents (id, buyer_id, order_id, amount_cents, currency, status, refund_id, created_at, checked_at, settled_at)
    select 'pi_' || status, '${BUYER}', id, 7200, 'usd',
      case status when 'unpaid' then 'open' when 'paid' then 'succeeded' when 'delivered' then 'succeeded' else status end,
      case status when 'refunded' then 're_1' end, now(), now(), paid_at from orders where status not in ('cancelled', 'expired');
  insert into audit_log (id, at, actor_email, action, subject)
    select gen_random_uuid(), now(), 'the shop', 'order.paid', id::text from orders where paid_at is not null;
  insert into idempotency_keys values ('${BUYER}', 'k', 'h', '{"_id": "${idOf('paid')}", "deleverd": false}', now());`
