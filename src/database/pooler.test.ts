import { EventEmitter, on } from 'node:events'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { anOrder, expectLaws, placed } from '../testing/orders.ts'
import { ownThings, writeOwnThings } from '../testing/own-things.ts'
import { openPooler } from '../testing/pooler.ts'
import { announceCatalogueChange, listenForChanges } from './change-notices.ts'
import { openPool } from './db.ts'

async function openPooledShop() {
  const direct = await freshDatabase()
  const pooler = await openPooler(direct)
  const env = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct }
  return { ...(await openTestShop({ env, work: true })), pooler, direct }
}

test('behind a pooler in transaction mode the shop sells, and asks it for nothing that needs a session', async () => {
  const { as, shop, product, pooler } = await openPooledShop()
  const order = await placed(as.buyer, product)
  expect((await as.buyer.orders[':id'].$delete({ param: { id: order._id } })).status).toBe(200)
  expect((await as.buyer.orders.$get({ query: { email: '' } })).status).toBe(403)
  const tooMany = await as.buyer.order.$post({ json: anOrder(product, { quantity: 400 }) })
  expect(tooMany.status).toBe(409)
  const written = await writeOwnThings(as.other, product)
  expect(await ownThings(as.other, product)).toEqual(written)
  await expectLaws(shop)
  expect(pooler.refused).toEqual([])
})

test('the pooler of these tests refuses what a session is needed for', async () => {
  const { direct, pooler } = await openPooledShop()
  const refused = openPool(pooler.url, openLog('silent'))
  onTestFinished(() => refused.end())
  await expect(refused.query('select 1')).rejects.toThrow('unsupported startup parameter: statement_timeout')
  const client = new pg.Client({ connectionString: pooler.url })
  client.on('error', () => undefined)
  await client.connect()
  await expect(client.query('listen news')).rejects.toThrow('listen news')
  expect(pooler.refused).toHaveLength(2)
  expect(direct).not.toBe(pooler.url)
})

test('behind a pooler the role carries the time limits of statements, from the first connection on', async () => {
  const { shop } = await openPooledShop()
  const { rows } = await shop.pool.query(
    "select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle",
  )
  expect(rows).toEqual([{ statement: '7s', idle: '20s' }])
})

test('behind a pooler, word of a changed catalogue is heard past it', async () => {
  const { shop, pooler } = await openPooledShop()
  const said = new EventEmitter()
  const told = on(said, 'told')
  const stopping = new AbortController()
  const listener = { changed: () => said.emit('told', 'changed'), listening: () => said.emit('told', 'listening') }
  const stopped = listenForChanges(shop.direct, listener, stopping.signal)
  expect((await told.next()).value).toEqual(['listening'])
  await announceCatalogueChange(shop.db)
  expect((await told.next()).value).toEqual(['changed'])
  stopping.abort()
  await stopped
  expect(pooler.refused).toEqual([])
})
