import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../orders/contract.ts'
import { cancelled } from '../payments/open-test-payments.ts'
import { BEFORE_LINES, databaseAt, idOf, migrateTo, PRODUCT } from '../testing/old-shop.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, placed } from '../testing/orders.ts'

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

test('the words of corrections go from the audit log to their parcels, but for those of erased buyers', async () => {
  const { database, client } = await databaseAt(2)
  await client.query(BEFORE_LINES)
  await migrateTo(client, 46)
  const [kept, erased] = [idOf('paid'), idOf('refunded')]
  await client.query(`
    update orders set buyer_email = buyer_id || '@closed.invalid'
      where id = (select order_id from order_lines where id = '${erased}');
    insert into parcels (id, order_id, sent_at, taken_back_at) select id, order_id, now(), now()
      from order_lines where id in ('${kept}', '${erased}');
    insert into audit_log (id, at, action, subject, after) select gen_random_uuid(), now(), 'order.take-back', id,
      jsonb_build_object('status', 'paid', 'parcel', id, 'reason', 'Mrs Hansen waits.') from parcels where taken_back_at is not null`)
  await client.end()
  const { as, shop } = await openTestShop({ env: { DATABASE_URL: database } })
  const { rows } = await shop.pool.query('select after from audit_log')
  expect(JSON.stringify(rows)).not.toContain('Hansen')
  const log = await (await as.admin.audit.$get({ query: { action: 'order.take-back' } })).json()
  const entry = (parcel: string) => ({ status: 'paid', parcel })
  expect(log.map(({ subject, after }) => [subject, after]).toSorted()).toEqual(
    [
      [kept, { ...entry(kept), reason: 'Mrs Hansen waits.' }],
      [erased, entry(erased)],
    ].toSorted(),
  )
  await expect(shop.pool.query('delete from audit_log')).rejects.toThrow('only grows')
})

test('a name and a list of before that broke their line stand in one', async () => {
  const { database, client } = await databaseAt(50)
  const id = '01980000-0000-7000-8000-00000000000c'
  await client.query(`insert into users (id, name, email, created_at, updated_at)
    values ('${id}', E'Parts House:\\nCall us', 'eve@example.com', now(), now())`)
  await client.query(`insert into saved_lists (id, user_id, name, lines, changed_at)
    values ('${id}', '${id}', E'Van\\u3000\\u3000 stock', '[]', now())`)
  await client.end()
  const { shop } = await openTestShop({ env: { DATABASE_URL: database } })
  const { rows } = await shop.pool.query(
    'select u.name as who, l.name as list from users u join saved_lists l on l.user_id = u.id where u.id = $1',
    [id],
  )
  expect(rows).toEqual([{ who: 'Parts House: Call us', list: 'Van stock' }])
})
