import { isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, sessions, verifications } from '../accounts/table.server.ts'
import { DAY, MINUTE } from '../config/clock.ts'
import { openLog } from '../config/log.ts'
import { idempotencyKeys } from '../database/once.table.server.ts'
import { intentFor } from '../payments/open-test-payments.ts'
import { paymentIntents, stripeEvents } from '../payments/table.server.ts'
import { newsletterSubscribers } from '../post/table.server.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { anOrder, ordersIn, placed } from '../testing/orders.ts'
import { tidy } from './tidy.ts'

test('what is still of use stays, what has run out is taken away', async () => {
  const { as, shop, product, clock } = await openTestShop()
  const keyed = { headers: { 'Idempotency-Key': 'one key' } }
  const count = (...tables: Parameters<typeof shop.db.$count>[0][]) =>
    Promise.all(tables.map((table) => shop.db.$count(table)))
  await as.buyer.order.$post({ json: anOrder(product) }, keyed)
  const at = clock.now()
  const link = { id: crypto.randomUUID(), identifier: 'reset', value: 'hash', createdAt: at, updatedAt: at }
  await shop.db.insert(verifications).values({ ...link, expiresAt: new Date(at.getTime() + DAY / 24) })

  await shop.db.insert(stripeEvents).values([
    { id: 'evt_done', type: 'price.created', payload: {}, receivedAt: at, processedAt: at },
    { id: 'evt_waits', type: 'price.created', payload: {}, receivedAt: at },
  ])
  await as.nobody.newsletter.$post({ json: { email: 'somebody@example.com' } })

  await tidy(shop)
  expect(await count(idempotencyKeys, verifications, sessions, accessTokens)).toEqual([1, 1, 3, 3])
  expect(await count(stripeEvents, newsletterSubscribers)).toEqual([2, 1])
  expect((await as.buyer.order.$post({ json: anOrder(product) }, keyed)).status).toBe(201)
  expect(await ordersIn(shop)).toHaveLength(1)

  clock.advance(DAY)
  await tidy(shop)
  expect(await count(idempotencyKeys, verifications, sessions, accessTokens)).toEqual([0, 0, 3, 3])

  clock.advance(60 * DAY)
  await tidy(shop)
  expect(await count(sessions, accessTokens)).toEqual([0, 0])
  expect(await count(stripeEvents, newsletterSubscribers)).toEqual([1, 0])
  expect(await ordersIn(shop)).toHaveLength(1)
})

test('one act that fails is left for the next round and keeps no other from its work', async () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  const { as, shop, clock } = await openTestShop({ log })
  await as.nobody.newsletter.$post({ json: { email: 'somebody@example.com' } })
  clock.advance(60 * DAY)
  const rename = (from: string, to: string) => shop.db.execute(sql.raw(`alter table ${from} rename to ${to}`))
  await rename('sessions', 'lost_sessions')
  await tidy(shop)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ what: 'sessions, tokens and links' }])
  expect(await shop.db.$count(newsletterSubscribers)).toBe(0)
  await rename('lost_sessions', 'sessions')
  expect(await shop.db.$count(sessions)).toBe(3)
  await tidy(shop)
  expect(await shop.db.$count(sessions)).toBe(0)
})

test('where an order of somebody unverified came from, and from where its payment was begun, is forgotten a day after', async () => {
  const opened = await openTestShop()
  const { shop, product, clock } = opened
  const { as } = await aNewcomer(opened)
  const [cancelled, open] = [await placed(as, product), await placed(as, product)]
  await intentFor(as, open)
  await as.orders[':id'].$delete({ param: { id: cancelled._id } })
  const places = async () => (await ordersIn(shop)).map(({ status, place }) => [status, place !== null]).toSorted()
  const ofPayments = () => shop.db.$count(paymentIntents, isNotNull(paymentIntents.place))
  clock.advance(DAY - MINUTE)
  await tidy(shop)
  expect(await ofPayments()).toBe(1)
  expect(await places()).toEqual([
    ['cancelled', true],
    ['unpaid', true],
  ])
  clock.advance(2 * MINUTE)
  await tidy(shop)
  expect(await ofPayments()).toBe(0)
  expect(await places()).toEqual([
    ['cancelled', false],
    ['unpaid', true],
  ])
})
