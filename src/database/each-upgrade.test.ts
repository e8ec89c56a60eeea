import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { tablesOf } from '../backup/tables.ts'
import { ORDER_STATUSES } from '../orders/contract.ts'
import { BEFORE_LINES, databaseAt, idOf, migrateTo } from '../testing/old-shop.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws } from '../testing/orders.ts'
import { readJournal } from './migrate.ts'

const FIRST = '01980000'
const prefixAt = (state: number) => `0198${String(state).padStart(4, '0')}`
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** A row of the first data as another shop of the same time would have it: other people, ids, numbers and payments. */
function another(row: Record<string, unknown>, state: number) {
  const text = JSON.stringify(row)
    .replaceAll(FIRST, prefixAt(state))
    .replace(/\b(pi|re)_/g, `$1_${state}_`)
    .replaceAll('anna@', `anna${state}@`)
  const copy = JSON.parse(text) as Record<string, unknown>
  if (UUID.test(String(copy.id)) && !String(copy.id).startsWith(prefixAt(state))) copy.id = randomUUID()
  if (typeof copy.number === 'number') copy.number += 1000 * state
  return copy
}

/** Puts the first data again into the tables as they are at this state, under other names. */
async function fillAgain(client: pg.Client, state: number) {
  // The first data passed the triggers; what they wrote is copied with it.
  await client.query("set session_replication_role = 'replica'")
  for (const { name, columns } of await tablesOf(client)) {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${name} t where to_jsonb(t)::text ~ '${FIRST}|anna@'`,
    )
    for (const { row } of rows) {
      const values = JSON.stringify(another(row, state))
      await client.query(
        `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1::jsonb)`,
        [values],
      )
    }
  }
  await client.query("set session_replication_role = 'origin'")
}

test('data of every landed schema is there in today’s, whichever migration came next', async () => {
  const states = readJournal().length
  const { database, client } = await databaseAt(1)
  await client.query(BEFORE_LINES)
  for (let state = 2; state < states; state++) {
    await migrateTo(client, state)
    await fillAgain(client, state)
  }
  await client.end()
  const { as, shop } = await openTestShop({ env: { DATABASE_URL: database } })
  await expectLaws(shop)
  for (let state = 2; state < states; state++) {
    const id = (status: (typeof ORDER_STATUSES)[number]) => idOf(status).replace(FIRST, prefixAt(state))
    for (const status of ['unpaid', 'paid', 'delivered', 'refund_due', 'refunded'] as const) {
      const answer = await as.admin.orders[':id'].$get({ param: { id: id(status) } })
      const what = { status, price: 72, quantity: 4, productName: 'Fan', email: `anna${state}@example.com` }
      expect(await answer.json(), `${status} of ${readJournal()[state]?.tag}`).toMatchObject(what)
    }
  }
  const { rows } = await shop.pool.query<{ count: number }>('select count(*)::int as count from orders')
  expect(rows).toEqual([{ count: ORDER_STATUSES.length * (states - 1) }])
})
