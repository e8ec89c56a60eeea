import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { aMember } from '../testing/account.ts'
import { openStream } from '../testing/event-stream.ts'
import { aPerson, aProduct, openEmptyShop, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { byStatus, paid, placed } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import type { Order } from './contract.ts'
import { OrderStreams } from './order-streams.ts'

const { sharedShop, another } = twoNodes()

/** A shop that listens for changes, and a second node on the same database. */
function twoNodes() {
  const first = sharedByFile((onEnd) => openTestShop({ hears: true, onEnd }))
  const second = sharedByFile(async (onEnd) => {
    const { shop } = await first()
    return openEmptyShop({ hears: true, onEnd, env: { DATABASE_URL: shop.config.databaseUrl ?? '' } })
  })
  return { sharedShop: first, another: second }
}

type Opened = Pick<TestShop, 'origin'>

const follow = ({ origin }: Opened, { checkoutId }: Order, token: string, after?: number) =>
  openStream(`${origin}/api/checkouts/${checkoutId}/events`, { token, ...(after !== undefined && { after }) })

type Stream = Awaited<ReturnType<typeof openStream>>

/** Reads so many events from a stream. */
async function read({ next }: Stream, count: number) {
  const told = []
  for (let one = 0; one < count; one++) told.push(await next())
  return told.map((event) => [event?.id, event?.what])
}

async function anOrder() {
  const { as, shop, ...opened } = await sharedShop()
  const order = await placed(as.buyer, await aProduct(shop))
  const pay = () => paid(shop, order)
  const deliver = () => as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  const takeBack = () => as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })
  return { ...opened, as, shop, order, pay, deliver, takeBack }
}

test('a buyer and an admin at two nodes see an order move, each event once and in its order', async () => {
  const { order, pay, deliver, takeBack, buyer, admin, origin } = await anOrder()
  const streams = [await follow({ origin }, order, buyer.token), await follow(await another(), order, admin.token)]
  await pay()
  await deliver()
  await takeBack()
  for (const stream of streams) {
    expect(await read(stream, 3)).toEqual([
      [1, 'paid'],
      [2, 'sent'],
      [3, 'taken back'],
    ])
    stream.close()
  }
})

test('a stream that was cut goes on at another node where it ended, without loss or doubling', async () => {
  const { order, pay, deliver, takeBack, buyer, origin } = await anOrder()
  const first = await follow({ origin }, order, buyer.token)
  await pay()
  expect(await read(first, 1)).toEqual([[1, 'paid']])
  first.close()
  await deliver()
  await takeBack()
  const second = await follow(await another(), order, buyer.token, 1)
  await deliver()
  expect(await read(second, 3)).toEqual([
    [2, 'sent'],
    [3, 'taken back'],
    [4, 'sent'],
  ])
  second.close()
  const { next, close } = await openStream(`${origin}/api/checkouts/${order.number}/events?seen=3`, {
    token: buyer.token,
  })
  expect(await next()).toEqual({ id: 4, what: 'sent' })
  close()
})

test('what happened while no word came in is told once word does again', async () => {
  const { shop, order, pay, buyer, origin } = await anOrder()
  const stream = await follow({ origin }, order, buyer.token)
  await shop.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'",
  )
  await pay()
  expect(await read(stream, 1)).toEqual([[1, 'paid']])
  stream.close()
})

test('a stream is one’s own or an admin’s, from our own page, and neither kept nor gathered on its way', async () => {
  const { as, shop, order, other, origin, product } = { ...(await anOrder()), ...(await sharedShop()) }
  const { answer } = await follow({ origin }, order, other.token)
  expect(answer.status).toBe(404)
  const member = await aMember({ shop, origin })
  const own = await placed(await member.as(), product)
  const path = `/api/checkouts/${own.checkoutId}/events`
  const stream = await member.browser.send(path)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  await stream.body?.cancel()
  const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
  expect((await member.browser.send(path, { headers: foreign })).status).toBe(403)
  const nobody = await as.nobody.checkouts[':id'].events.$get({ param: { id: own.checkoutId }, query: {} })
  expect(nobody.status).toBe(401)
})

test('a stream ends with its session, and tells nothing more', async () => {
  const { shop, origin, product } = { ...(await anOrder()), ...(await sharedShop()) }
  const member = await aMember({ shop, origin })
  const own = await placed(await member.as(), product)
  const Cookie = [...member.browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const headers = { Cookie, 'Sec-Fetch-Site': 'same-origin' }
  const stream = await openStream(`${origin}/api/checkouts/${own.checkoutId}/events`, { headers })
  await member.browser.send('/api/auth/sign-out', { json: {} })
  await paid(shop, own)
  expect(await stream.next()).toBeUndefined()
})

test('an account follows twenty orders at once at a node, and as many again once it has closed them', async () => {
  const { order, admin, origin } = await anOrder()
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow({ origin }, order, admin.token)))
  const refused = await follow({ origin }, order, admin.token)
  expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '10'])
  for (const stream of streams) stream.close()
  await expect.poll(async () => (await follow({ origin }, order, admin.token)).answer.status).toBe(200)
})

test('one network follows two hundred orders at once at a node, whatever its accounts, and another as many', async () => {
  const { shop, origin, as, product } = await openTestShop({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const { checkoutId } = await placed(as.buyer, product)
  const admins = await Promise.all(Array.from({ length: 11 }, (_, at) => aPerson(shop, `admin${at}`, 'admin')))
  const followFrom = (from: string, token?: string) =>
    openStream(`${origin}/api/checkouts/${checkoutId}/events`, { token, headers: { 'X-Forwarded-For': from } })
  const [last, ...others] = admins.map(({ token }) => token)
  const opening = others.flatMap((token) => Array.from({ length: 20 }, () => followFrom('198.51.100.1', token)))
  const streams = await Promise.all(opening)
  expect(byStatus(streams.map(({ answer }) => answer))).toEqual({ 200: 200 })
  const refused = await followFrom('198.51.100.1', last)
  expect([refused.answer.status, refused.answer.headers.get('retry-after')]).toEqual([429, '10'])
  const elsewhere = await followFrom('198.51.100.2', last)
  expect(elsewhere.answer.status).toBe(200)
  for (const stream of [elsewhere, ...streams]) stream.close()
  await expect.poll(async () => (await followFrom('198.51.100.1', last)).answer.status).toBe(200)
})

test('networks that follow as many orders as a node has streams give way to another, until it follows as many as they do', () => {
  const streams = new OrderStreams()
  const open = (from: number) => streams.open({ orderId: uuidv7(), accountId: uuidv7(), from: `198.51.100.${from}` })
  const first = Array.from({ length: 1000 }, (_, at) => open(at % 5))
  const mine = Array.from({ length: 166 }, () => open(5))
  expect(first.filter(({ isOver }) => isOver)).toHaveLength(166)
  expect(mine.filter(({ isOver }) => isOver)).toEqual([])
  for (const from of [0, 5]) expect(() => open(from)).toThrow('busy')
})

test('a node that stops ends its streams and opens none', async () => {
  const { shop, origin, as, product, buyer } = await openTestShop()
  const order = await placed(as.buyer, product)
  const stream = await follow({ origin }, order, buyer.token)
  shop.orderStreams.close()
  expect(await stream.next()).toBeUndefined()
  expect((await follow({ origin }, order, buyer.token)).answer.status).toBe(503)
})
