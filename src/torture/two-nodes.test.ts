import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '../config/demo-accounts.ts'
import { aBrowser } from '../testing/browser.ts'
import { aBuiltShop, type BuiltShop } from '../testing/built-shop.ts'
import { openStream } from '../testing/event-stream.ts'
import { filledDatabase } from '../testing/filled-database.ts'
import { clientOf } from '../testing/open-test-shop.ts'
import { ownThings, writeOwnThings } from '../testing/own-things.ts'
import { withBooks } from './real-shop.ts'

const ADMIN = 'admin@parts-house.example'
const CUSTOMER = 'customer@parts-house.example'
const ORDERS = 8

let one: BuiltShop
let two: BuiltShop

// Two built nodes on one database, each with a folder of its own.
beforeAll(async () => {
  const env = {
    DATABASE_URL: await filledDatabase(),
    AUTH_SECRET: randomBytes(32).toString('base64url'),
    RATE_LIMIT: 'on',
  }
  one = await aBuiltShop({ env })
  two = await aBuiltShop({ env })
  await one.start()
  await two.start()
})
afterAll(async () => {
  await one.close()
  await two.close()
})

const enter = ({ origin }: BuiltShop, email: string, password: string) => {
  const browser = aBrowser(origin)
  return { browser, answer: browser.send('/api/auth/sign-in/email', { json: { email, password } }) }
}

async function tokenOf(email: string) {
  const { browser, answer } = enter(one, email, DEMO_PASSWORD)
  expect((await answer).status).toBe(200)
  return browser.sync(email)
}

// How long it takes is tested with a clock of its own in page-cache.test.ts.
test('what is changed on one node comes to the pages and the searches of the other', async () => {
  const token = await tokenOf(ADMIN)
  const [here, there] = [clientOf(one.origin, token), clientOf(two.origin, token)]
  const page = async () => (await fetch(`${two.origin}/products/ef-230`)).text()
  const found = async () => (await (await there.search.$get({ query: { q: 'zwirbel' } })).json()).parts
  expect(await page()).toContain('Evaporator fan motor')
  expect(await found()).toEqual([])

  const { _id: id } = await (await here.product[':id'].$get({ param: { id: 'EF-230' } })).json()
  const stored = await (await here.allproducts[':id'].$get({ param: { id } })).json()
  const { unitPrice, minOrder, description, number, category, attributes, version } = stored
  const facts = {
    unitPrice,
    minOrder,
    description,
    number: number ?? '',
    category: category ?? '',
    attributes,
    version,
  }
  const json = { ...facts, name: 'Zwirbel fan motor', image: '/drawings/fan-motor.svg' }
  expect((await here.product[':id'].$put({ param: { id }, json })).status).toBe(200)

  await expect.poll(page).toContain('Zwirbel fan motor')
  await expect.poll(found).toMatchObject([{ name: 'Zwirbel fan motor' }])
})

test('a mail that both nodes could send is sent by one of them', async () => {
  const token = await tokenOf(CUSTOMER)
  const sold = await (await clientOf(one.origin, token).product[':id'].$get({ param: { id: 'EF-230' } })).json()
  const line = { productId: sold._id, productName: sold.name, quantity: sold.minOrder, price: sold.unitPrice }
  const json = { ...line, country: '', address: '', phone: '' }
  const placed = await Promise.all(
    Array.from({ length: ORDERS }, (_, turn) => clientOf((turn % 2 ? one : two).origin, token).order.$post({ json })),
  )
  expect(placed.map(({ status }) => status as number)).toEqual(Array(ORDERS).fill(201))
  await expect.poll(mailsToSend).toBe(0)
  expect([...(await mailsOf(one)), ...(await mailsOf(two))]).toHaveLength(ORDERS)
})

const mailsToSend = () =>
  withBooks(one.databaseUrl(), async ({ pool }) => {
    const open = "select count(*)::int as count from pgboss.job where name = 'mail' and state <> 'completed'"
    return (await pool.query(open)).rows[0].count as number
  })

/** A node that sent none has no such folder. */
const mailsOf = async ({ dataDir }: BuiltShop) =>
  (await readdir(join(dataDir, 'mail')).catch(() => [])).filter((file) => file.includes('order-placed'))

test('what a buyer keeps at one node is at the other at the next request, and an order is followed there', async () => {
  const token = await tokenOf(ADMIN)
  const [here, there] = [clientOf(one.origin, token), clientOf(two.origin, token)]
  const {
    _id: id,
    number,
    unitPrice,
    minOrder,
  } = await (await here.product[':id'].$get({ param: { id: 'EF-230' } })).json()
  const product = { id, number, unitPriceCents: Math.round(unitPrice * 100), minOrder }
  const written = await writeOwnThings(here, product)
  expect(await ownThings(there, product)).toEqual(written)

  const [order] = await (await there.orders.$get({ query: { email: ADMIN } })).json()
  const stream = await openStream(`${two.origin}/api/checkouts/${order?.checkoutId}/events`, { token })
  expect((await here.orders[':id'].$delete({ param: { id: order?._id ?? '' } })).status).toBe(200)
  expect(await stream.next()).toMatchObject({ what: 'cancelled' })
  stream.close()
})

test('two nodes count one limit together', async () => {
  const statuses = []
  for (const node of [one, two, one, two, one, two, one]) {
    statuses.push((await enter(node, CUSTOMER, 'wrong-wrong').answer).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
})
