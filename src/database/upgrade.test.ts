import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../orders/contract.ts'
import { cancelled } from '../payments/open-test-payments.ts'
import { freshDatabase } from '../testing/database.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, placed } from '../testing/orders.ts'

/** A database as it was after the migrations up to the one of this number. */
async function databaseAt(last: number) {
  const database = await freshDatabase('template0')
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp('migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8'))
  await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await migrate(drizzle({ client }), { migrationsFolder: folder })
  return { database, client }
}

const BUYER = '01980000-0000-7000-8000-00000000000a'
const PRODUCT = '01980000-0000-7000-8000-00000000000b'
const idOf = (status: OrderStatus) => `01980000-0000-7000-8000-0000000001${ORDER_STATUSES.indexOf(status)}0`

/** A buyer, a product and an order of it in each status, with what belongs to it, as they were before order lines. */
const BEFORE_LINES = `
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

test('a shop that sold before orders had lines goes on with the same orders under the same ids', async () => {
  const { database, client } = await databaseAt(2)
  await client.query(BEFORE_LINES)
  await client.end()
  const { as, shop, product } = await openTestShop({ env: { DATABASE_URL: database } })
  await expectLaws(shop)

  const asked = ORDER_STATUSES.map(async (status) => {
    const answer = await as.admin.orders[':id'].$get({ param: { id: idOf(status) } })
    return [status, answer.status === 200 ? await answer.json() : answer.status] as const
  })
  const found = Object.fromEntries(await Promise.all(asked))
  const what = {
    email: 'anna@example.com',
    userName: 'Anna',
    productId: PRODUCT,
    productName: 'Fan',
    quantity: 4,
    price: 72,
  }
  const one = (status: OrderStatus, changes: object) => ({
    _id: idOf(status),
    status,
    address: `At ${status}`,
    ...what,
    ...changes,
  })
  expect(found).toMatchObject({
    unpaid: one('unpaid', { paid: false, deleverd: false, transactionId: null, paidAt: null }),
    paid: one('paid', { paid: true, deleverd: false, transactionId: 'pi_paid', deliveredAt: null }),
    delivered: one('delivered', { paid: true, deleverd: true, deliveredAt: expect.any(String) }),
    cancelled: 404,
    expired: 404,
    refund_due: one('refund_due', { paid: false, transactionId: 'pi_refund_due' }),
    refunded: one('refunded', { paid: false, transactionId: 'pi_refunded' }),
  })
  const searched = await (await as.admin.allorders.$get({ query: { q: 'anna@ fan pi_paid' } })).json()
  expect(searched.map(({ _id }) => _id)).toEqual([idOf('paid')])
  const { rows } = await shop.pool.query<{ id: string; number: number }>(
    'select id, number from orders order by number',
  )
  expect(rows).toEqual(ORDER_STATUSES.map((status, place) => ({ id: idOf(status), number: 104_417 + place })))
  expect(Object.values(found)).toContainEqual(expect.objectContaining({ _id: idOf('paid'), number: 'PH-104418' }))
  const numbered = await (await as.admin.allorders.$get({ query: { q: 'ph104418 anna at paid' } })).json()
  expect(numbered.map(({ _id }) => _id)).toEqual([idOf('paid')])

  const next = await placed(as.buyer, product)
  expect(next.number).toBe(`PH-${104_417 + ORDER_STATUSES.length}`)
  expect((await cancelled(as.admin, { _id: idOf('unpaid') })).status).toBe(200)
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: idOf('paid') } })).status).toBe(200)
  await expectLaws(shop)
})

test('of two products with one number the later loses it, and the log says so', async () => {
  const { database, client } = await databaseAt(13)
  const numbers = ['HC-120', 'hc 120', 'HC-121', null, '', 'Hc.120', '--', '--']
  for (const [place, number] of numbers.entries()) {
    await client.query(
      `insert into products (id, name, number, description, unit_price_cents, min_order, stock, image, created_at, removed_at)
       values (gen_random_uuid(), $1, $2, '', 100, 1, 0, '/a.svg', now() - make_interval(hours => $3), case $3 when 7 then now() end)`,
      [`Part ${place}`, number, 8 - place],
    )
  }
  await client.end()
  const { as, shop } = await openTestShop({ env: { DATABASE_URL: database } })
  const { rows } = await shop.pool.query("select number, version from products where name like 'Part %' order by name")
  expect(rows.map(({ number }) => number)).toEqual(['HC-120', null, 'HC-121', null, '', null, '--', '--'])
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 1, 1, 1, 2, 1, 1])
  const logged = await (await as.admin.audit.$get({ query: { action: 'product.edit' } })).json()
  expect(logged.map(({ before, after }) => [before, after])).toEqual(
    expect.arrayContaining([
      [{ number: 'hc 120' }, { number: null }],
      [{ number: 'Hc.120' }, { number: null }],
    ]),
  )
})

const ACTOR = '01980000-0000-7000-8000-00000000000c'

test('an audit log that held addresses keeps ids alone, and tells who it was from them', async () => {
  const { database, client } = await databaseAt(9)
  await client.query(`
    insert into users (id, name, email, created_at, updated_at) values ('${ACTOR}', 'Anna', 'anna@example.com', now(), now());
    insert into audit_log (id, at, actor_id, actor_email, action, subject, before, after) values
      (gen_random_uuid(), now(), '${ACTOR}', 'anna@example.com', 'order.cancel', 'x', '{"status": "unpaid"}',
        '{"status": "cancelled", "email": "bo@example.com", "quantity": 4}'),
      (gen_random_uuid(), now(), null, 'the shop', 'order.expire', 'y', null, null)`)
  await client.end()
  const { as, shop } = await openTestShop({ env: { DATABASE_URL: database } })
  const { rows } = await shop.pool.query('select * from audit_log')
  expect(JSON.stringify(rows)).not.toContain('@example.com')
  const log = await (await as.admin.audit.$get({ query: {} })).json()
  expect(log.map(({ actor, subject, after }) => [actor, subject, after])).toEqual(
    expect.arrayContaining([
      ['anna@example.com', 'x', { status: 'cancelled', quantity: 4 }],
      ['the shop', 'y', null],
    ]),
  )
  await expect(shop.pool.query('delete from audit_log')).rejects.toThrow('only grows')
})
