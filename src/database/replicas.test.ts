import { EventEmitter, on } from 'node:events'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import type { Order } from '../orders/contract.ts'
import { products } from '../products/table.server.ts'
import { openTestSandbox } from '../stand-ins/stripe-sandbox/open-test-sandbox.ts'
import { openStream } from '../testing/event-stream.ts'
import { clientOf, openEmptyShop, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { anOrder, ordersOf, paid, placed, stockOf } from '../testing/orders.ts'
import { ownThings, writeOwnThings } from '../testing/own-things.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { openPair } from '../testing/standby.ts'
import { openProxy } from '../torture/proxy.ts'
import { announceCatalogueChange, listenForChanges } from './change-notices.ts'
import { openPool } from './db.ts'

const shared = sharedByFile(async (onEnd) => {
  const pair = await openPair(onEnd)
  // The schema once, by a shop that is closed again.
  await openEmptyShop({ env: { DATABASE_URL: pair.url } })
  return pair
})

const RESUME = 'select pg_wal_replay_resume()'
const PAUSE = 'select pg_wal_replay_pause()'

beforeEach(async () => {
  await (await shared()).onStandby(RESUME)
})

/** A shop that reads at the standby, which has replayed everything so far. */
async function openShopWithReplica(env: Record<string, string> = {}) {
  const pair = await shared()
  const opened = await openTestShop({ env: { DATABASE_URL: pair.url, DATABASE_READ_URL: pair.readUrl, ...env } })
  const { shop, origin, product } = opened
  const priceAt = async (at = origin, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${at}/api/product/${product.id}`, { headers })
    return answer.status === 200 ? ((await answer.json()) as { unitPrice: number }).unitPrice : answer.status
  }
  /** Changes the price in the database, and tells nobody. */
  const setPrice = (unitPriceCents: number) =>
    shop.db.update(products).set({ unitPriceCents }).where(eq(products.id, product.id))
  await expect.poll(() => priceAt()).toBe(72)
  return { ...opened, pair, priceAt, setPrice }
}

/** A second node of the same shop. */
const openNode = ({ shop, origin, clock }: TestShop, pair: { url: string; readUrl: string }, hears = false) =>
  openEmptyShop({
    clock,
    hears,
    env: {
      APP_ORIGIN: origin,
      DATABASE_URL: pair.url,
      DATABASE_READ_URL: pair.readUrl,
      AUTH_SECRET: shop.config.authSecret,
    },
  })

test('products are read at the replica, as they are there', async () => {
  const { pair, priceAt, setPrice } = await openShopWithReplica()
  await pair.onStandby(PAUSE)
  await setPrice(9900)
  // On a busy machine the replica may count as away for a moment.
  await expect.poll(() => priceAt()).toBe(72)
  await pair.onStandby(RESUME)
  await expect.poll(() => priceAt()).toBe(99)
})

test('who wrote reads what they wrote at every node, by cookie or by header, while the replica lags', async () => {
  const opened = await openShopWithReplica()
  const { pair, as, product, priceAt } = opened
  const other = await openNode(opened, pair)
  await pair.onStandby(PAUSE)
  const { id, name, description, minOrder, image, number } = product
  const facts = { name, description, minOrder, image, number, category: '', attributes: {} }
  const answer = await as.admin.product[':id'].$put({ param: { id }, json: { ...facts, unitPrice: 99, version: 1 } })
  expect(answer.status).toBe(200)
  const [cookie = ''] = answer.headers.getSetCookie()
  const token = answer.headers.get('X-Read-After') ?? ''
  expect(cookie).toMatch(/^parts-house\.read_after=[^;]+; Max-Age=30; Path=\/; HttpOnly; SameSite=Lax$/)

  expect(await priceAt(other.origin)).toBe(72)
  expect(await priceAt(other.origin, { 'X-Read-After': `${token.slice(0, -1)}!` })).toBe(72)
  expect(await priceAt(other.origin, { 'X-Read-After': token })).toBe(99)
  const third = await openNode(opened, pair)
  expect(await priceAt(third.origin, { Cookie: `theme=dark; ${cookie.split(';')[0]}` })).toBe(99)
  expect(await priceAt()).toBe(99)
})

test('a token of X-Read-After counts for half a minute', async () => {
  const opened = await openShopWithReplica()
  const { pair, as, product, priceAt, clock } = opened
  const other = await openNode(opened, pair)
  await pair.onStandby(PAUSE)
  const bought = await as.buyer.order.$post({ json: anOrder(product) })
  const token = bought.headers.get('X-Read-After') ?? ''
  await opened.setPrice(9900)
  clock.advance(31_000)
  expect(await priceAt(other.origin, { 'X-Read-After': token })).toBe(72)
})

test('after word of a change a node reads where the change is replayed', async () => {
  const { pair, shop, priceAt, setPrice } = await openShopWithReplica()
  const said = new EventEmitter()
  const told = on(said, 'told')
  const stopping = new AbortController()
  const stopped = listenForChanges(
    shop.direct,
    {
      changed: () => said.emit('told'),
      listening: () => said.emit('told'),
      reached: (position) => void shop.reads.reached(position),
    },
    stopping.signal,
  )
  await told.next()
  await expect.poll(() => priceAt()).toBe(72)
  await pair.onStandby(PAUSE)
  await setPrice(9900)
  expect(await priceAt()).toBe(72)
  await announceCatalogueChange(shop.db)
  await told.next()
  expect(await priceAt()).toBe(99)
  stopping.abort()
  await stopped
})

test('orders, own orders and what an admin sees are asked of the primary, however far the replica lags', async () => {
  const { pair, as, buyer, product } = await openShopWithReplica()
  await pair.onStandby(PAUSE)
  const { _id: id } = await placed(as.buyer, product, { quantity: 320, price: (72 * 320) / 4 })
  expect((await as.other.order.$post({ json: anOrder(product) })).status).toBe(409)
  expect((await as.buyer.orders[':id'].$get({ param: { id } })).status).toBe(200)
  expect(await (await as.buyer.orders.$get({ query: { email: buyer.email } })).json()).toHaveLength(1)
  const stored = await (await as.admin.allproducts[':id'].$get({ param: { id: product.id } })).json()
  expect(stored).toMatchObject({ stock: 0 })
})

test('cart, lists, addresses, checkouts and their events are the same at another node, however far the replica lags', async () => {
  const opened = await openShopWithReplica()
  const { pair, shop, as, buyer, product } = opened
  const { origin } = await openNode(opened, pair, true)
  await pair.onStandby(PAUSE)
  const written = await writeOwnThings(as.buyer, product)
  const there = clientOf(origin, buyer.token)
  expect(await ownThings(there, product)).toEqual(written)
  const [order] = (await (await there.orders.$get({ query: { email: buyer.email } })).json()) as [Order]
  const stream = await openStream(`${origin}/api/checkouts/${order.checkoutId}/events`, { token: buyer.token })
  await paid(shop, order)
  expect(await stream.next()).toMatchObject({ id: 1, what: 'paid' })
  stream.close()
})

test('a replica that is away is passed over', async () => {
  const { pair, priceAt, setPrice } = await openShopWithReplica()
  await pair.stopStandby()
  await setPrice(9900)
  expect(await priceAt()).toBe(99)
  await pair.startStandby()
})

test('a node without replicas tells no position', async () => {
  const { as, product } = await openTestShop()
  const answer = await as.buyer.order.$post({ json: anOrder(product) })
  expect([answer.status, answer.headers.get('X-Read-After'), answer.headers.getSetCookie()]).toEqual([201, null, []])
})

test('a write that meets a standby is asked again until there is a primary', async () => {
  const pair = await shared()
  const proxy = await openProxy(pair.url)
  const { origin, shop, product, admin } = await openTestShop({ env: { DATABASE_URL: proxy.url } })
  const standby = openPool(pair.readUrl, openLog('silent'))
  onTestFinished(() => standby.end())
  const isThere = async () => (await standby.query('select from access_tokens where user_id = $1', [admin.id])).rowCount
  await expect.poll(isThere).toBe(1)

  proxy.lead(pair.readUrl)
  proxy.cut()
  const as = clientOf(origin, admin.token, { 'Idempotency-Key': 'moved' })
  const move = { param: { id: product.id }, json: { quantity: 5, reason: 'received', note: '' } } as const
  const answer = as.product[':id'].stock.$post(move)
  // The bearer is looked up over one; the others asked to write.
  await expect.poll(() => proxy.led()).toBeGreaterThan(4)
  proxy.lead(pair.url)
  proxy.cut()
  expect((await answer).status).toBe(200)
  expect(await stockOf(shop, product)).toBe(325)
})

test('a standby repeats no answer of the sandbox, since it may be a primary that stepped down with it', async () => {
  const pair = await shared()
  const [primary, standby] = [pair.url, pair.readUrl].map((database) => openTestSandbox({ database }))
  const asked = ['POST', '/v1/payment_intents', 'currency=usd&amount=21600', { 'Idempotency-Key': 'kept' }] as const
  expect((await (await primary)?.call(...asked))?.status).toBe(200)
  const kept = "select key from stripe_sandbox.idempotent_answers where key = 'kept'"
  await expect.poll(async () => (await pair.onStandby(kept)).length).toBe(1)
  expect((await (await standby)?.call(...asked))?.status).toBe(500)
})

test('while no standby has it, a commit is told of as unknown; reads go on, and the same key finds it done', async () => {
  const { pair, shop, origin, buyer, as, product, priceAt } = await openShopWithReplica()
  const standbys = (names: string) =>
    pair
      .onPrimary(`alter system set synchronous_standby_names = '${names}'`)
      .then(() => pair.onPrimary('select pg_reload_conf()'))
  await pair.stopStandby()
  await standbys('*')
  const place = () =>
    clientOf(origin, buyer.token, { 'Idempotency-Key': 'waits' }).order.$post({ json: anOrder(product) })
  const answer = place()
  const waiting = "select from pg_stat_activity where wait_event = 'SyncRep'"
  await expect.poll(async () => (await pair.onPrimary(waiting)).length).toBeGreaterThan(0)
  expect(await priceAt()).toBe(72)
  expect((await as.other.orders.$get({ query: { email: '' } })).status).toBe(403)
  const told = await answer
  expect([told.status, Number(told.headers.get('Retry-After')) > 0]).toEqual([503, true])
  expect(await told.json()).toMatchObject({ code: 'outcome_unknown' })
  await pair.startStandby()
  const found = await place()
  expect(found.status).toBe(201)
  await standbys('')
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('after a failover, what changes is found, also by transactions whose numbers the old primary had used', async () => {
  const pair = await shared()
  const proxy = await openProxy(pair.url)
  const { as, product } = await openTestShop({ env: { DATABASE_URL: proxy.url } })
  const found = async () => {
    const answer = await as.buyer.search.$get({ query: { q: 'zwirbel' } })
    return answer.ok ? (await answer.json()).parts.length : answer.status
  }
  const isReplayed = `select from products where id = '${product.id}'`
  await expect.poll(async () => (await pair.onStandby(isReplayed)).length).toBe(1)
  await pair.promoteStandby(async () => {
    const isApart = async () => (await pair.onStandby('select from pg_stat_wal_receiver')).length === 0
    await expect.poll(isApart).toBe(true)
    await pair.onPrimary('do $$ begin for lost in 1..50 loop perform pg_current_xact_id(); commit; end loop; end $$')
    expect(await found()).toBe(0)
  })
  proxy.lead(pair.readUrl)
  proxy.cut()
  await pair.onStandby(`update products set name = 'Zwirbel' where id = '${product.id}'`)
  await expect.poll(found).toBe(1)
})
