import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog } from '../audit/table.server.ts'
import { openDb, transact } from '../database/db.ts'
import { shareConnection } from '../database/shared-connection.ts'
import { routesOf } from '../http/openapi.ts'
import { products } from '../products/table.server.ts'
import { CALLS, methodOf } from '../security/calls.ts'
import { aWorld, fingerprint, type World } from '../security/world.ts'
import type { Shop } from '../shop.ts'
import { createApp } from '../start/app.ts'
import { aMember } from '../testing/account.ts'
import { aPerson, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, placed } from '../testing/orders.ts'
import { issueToken } from './access-tokens.ts'
import { changeRole } from './change-role.ts'
import type { Actor } from './contract.ts'
import { endSessionsOf } from './identity/end-sessions.ts'
import type { Role } from './permissions.ts'
import { stillMay, stillTheirs } from './still-may.ts'
import { accessTokens, sessions, users } from './table.server.ts'
import { takeTurn } from './user-turn.ts'

const world = aWorld()

const ENTRY = {
  name: 'Door switch',
  unitPrice: '12.50',
  stock: 3,
  minOrder: 1,
  description: 'Lamp on, fan off.',
  image: '/drawings/door-switch.svg',
}

/** Sends a request whose body comes after its sender was demoted, which ends their sessions. */
async function sentLate({ app, shop, admin }: TestShop, keeper: Actor, call: [string, string, object]) {
  const [method, path, json] = call
  const text = JSON.stringify(json)
  const body = new ReadableStream(
    {
      async pull(controller) {
        await changeRole(shop, keeper, { id: admin.id, role: 'customer' })
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    Authorization: `Bearer ${admin.token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(text.length),
  }
  return app.request(path, { method, headers, body, duplex: 'half' } as RequestInit)
}

async function personOf({ db }: TestShop['shop'], id: string) {
  const [person] = await db.select().from(users).where(eq(users.id, id))
  if (!person) throw new Error('nobody has this id')
  return person
}

/** Connections that wait for a lock. */
async function waitingFor({ db }: TestShop['shop']) {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

test('an admin who is demoted while the body is on its way adds no product', async () => {
  const here = await openTestShop()
  const keeper = await aPerson(here.shop, 'keeper', 'admin')
  const before = await here.shop.db.$count(products)
  const answer = await sentLate(here, keeper, ['POST', '/api/product', ENTRY])
  expect(answer.status).toBe(401)
  expect(await here.shop.db.$count(products)).toBe(before)
  expect(await here.shop.db.$count(auditLog, eq(auditLog.actorId, here.admin.id))).toBe(0)
})

test('nor makes anybody an admin', async () => {
  const here = await openTestShop()
  const keeper = await aPerson(here.shop, 'keeper', 'admin')
  const answer = await sentLate(here, keeper, ['PUT', `/api/users/${here.buyer.id}`, { role: 'admin' }])
  expect(answer.status).toBe(401)
  expect((await personOf(here.shop, here.buyer.id)).role).toBe('customer')
})

/** The writes that need a permission; some of them are open to customers for what is their own. */
const writesOfStaff = ({ app }: World) => [
  'DELETE /api/orders/:id',
  'PATCH /api/checkouts/:id/arrived',
  'POST /api/questions/:id/answers',
  ...routesOf(app).flatMap(({ method, path, permission }) =>
    permission && method !== 'GET' ? [`${method} ${path}`] : [],
  ),
]

/** A shop whose guards go on reading the database of this moment, whatever changes later. */
async function withFrozenLookups(shop: Shop): Promise<Shop> {
  const connection = shareConnection(shop.pool)
  onTestFinished(connection.end)
  await connection.query('begin isolation level repeatable read')
  await connection.query('select 1 from users')
  return { ...shop, lookups: openDb(connection) }
}

type Prepared = { call: string; path?: string; json?: unknown }

async function statusesOf(app: TestShop['app'], { token }: { token: string }, asked: Prepared[]) {
  const statuses: [string, number][] = []
  for (const { call, path = '', json } of asked) {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const body = json === undefined ? null : JSON.stringify(json)
    statuses.push([call, (await app.request(path, { method: methodOf(call), headers, body })).status])
  }
  return statuses
}

/** Money that comes in is taken, whoever sends it. */
const PAYING = ['POST /api/create-payment-intent', 'PATCH /api/orders/:id', 'PATCH /api/checkouts/:id']

/** The writes of a customer that a test can make go through. */
const writesOfCustomers = ({ app }: World) =>
  routesOf(app).flatMap(({ method, path, guard, permission }) => {
    const call = `${method} ${path}`
    const isOwn = guard?.startsWith('bearer') && !permission && method !== 'GET' && !PAYING.includes(call)
    return isOwn && (CALLS[call]?.are[1] ?? 0) < 300 ? [call] : []
  })

/** Ends a session, and opens it again for the tests after this one. */
async function whileSignedOut({ db }: Shop, sessionId: string, work: () => Promise<void>) {
  const tokens = await db.select().from(accessTokens).where(eq(accessTokens.sessionId, sessionId))
  const ended = await db.delete(sessions).where(eq(sessions.id, sessionId)).returning()
  await work()
  await db.insert(sessions).values(ended)
  await db.insert(accessTokens).values(tokens)
}

test.each(['buyer', 'admin'] as const)(
  'the %s whom the guard let in, and whose session is over in the transaction, writes nothing',
  async (who) => {
    const here = world()
    const { shop } = here
    const calls = who === 'admin' ? writesOfStaff(here) : writesOfCustomers(here)
    expect(calls.length).toBeGreaterThan(15)
    const asked: Prepared[] = []
    for (const call of calls) asked.push({ call, ...(await CALLS[call]?.ask(here)) })
    const late = createApp(await withFrozenLookups(shop))
    await whileSignedOut(shop, here[who].sessionId, async () => {
      const before = await fingerprint(shop)
      expect(await statusesOf(late, here[who], asked)).toEqual(calls.map((call) => [call, 401]))
      expect(await fingerprint(shop)).toEqual(before)
    })
  },
)

test('whom the guard let in as an admin, and who is none in the transaction, writes nothing', async () => {
  const here = world()
  const { shop, admin } = here
  const calls = writesOfStaff(here)
  expect(calls.length).toBeGreaterThan(5)
  // One call after the other: each creates the only shipping zone or tax rate it can.
  const asked: Prepared[] = []
  for (const call of calls) asked.push({ call, ...(await CALLS[call]?.ask(here)) })
  await aPerson(shop, 'keeper', 'admin')
  const late = createApp(await withFrozenLookups(shop))
  const answersAs = async (role: Role) => {
    await shop.db.update(users).set({ role }).where(eq(users.id, admin.id))
    return statusesOf(late, admin, asked)
  }
  const before = await fingerprint(shop)
  const refused = await answersAs('customer')
  await shop.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id))
  expect(refused).toEqual(calls.map((call) => [call, 403]))
  expect(await fingerprint(shop)).toEqual(before)
  const taken = await answersAs('admin')
  expect(taken.filter(([, status]) => status === 403)).toEqual([])
})

test('a change of role waits for what its subject is writing', async () => {
  const { shop, admin } = await openTestShop()
  const keeper = await aPerson(shop, 'keeper', 'admin')
  const order: string[] = []
  await transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    void changeRole(shop, keeper, { id: admin.id, role: 'customer' }).then(() => order.push('demoted'))
    await expect.poll(() => waitingFor(shop)).toBe(1)
    order.push('written')
  })
  await expect.poll(() => order).toEqual(['written', 'demoted'])
})

test.each([
  ['demotes them', (shop: Shop, keeper: Actor, id: string) => changeRole(shop, keeper, { id, role: 'customer' })],
  ['ends their sessions', (shop: Shop, keeper: Actor, id: string) => endSessionsOf(shop, keeper, { id })],
])(
  'whoever %s waits for the writes of before and not for those that come later, which wait and are refused; others write meanwhile',
  async (_, act) => {
    const { shop, admin, other } = await openTestShop({ fullPools: true })
    const [keeper, colleague] = [await aPerson(shop, 'keeper', 'admin'), await aPerson(shop, 'colleague', 'admin')]
    const writes = (who: Actor) => transact(shop.db, (tx) => stillTheirs(tx, who))
    const { acted, later } = await transact(shop.db, async (tx) => {
      await stillMay(tx, admin, 'products.write')
      const acted = act(shop, keeper, admin.id)
      await expect.poll(() => waitingFor(shop)).toBe(1)
      const later = Promise.allSettled([1, 2, 3].map(() => writes(admin)))
      await expect.poll(() => waitingFor(shop)).toBe(4)
      for (const who of [other, colleague]) expect((await writes(who)).id).toBe(who.id)
      return { acted, later }
    })
    await acted
    for (const write of await later) expect(write).toMatchObject({ reason: { code: 'unauthenticated' } })
  },
)

test.each<[string, SQL, (here: TestShop) => Promise<unknown>]>([
  ['a name', sql`users where name = 'buyer'`, ({ as }) => as.buyer.account.name.$put({ json: { name: 'Ida' } })],
  [
    'a token',
    sql`sessions where user_id = (select id from users where name = 'buyer')`,
    ({ shop, buyer: { id: userId, sessionId } }) => issueToken(shop, { userId, sessionId }),
  ],
  [
    'an order with a code',
    sql`discount_codes`,
    ({ as, product }) => as.buyer.checkouts.$post({ json: aCheckout([{ product }], { code: 'SPRING', price: 64.8 }) }),
  ],
])('%s waits for its user’s turn with nothing locked that others wait for', async (_, rows, write) => {
  const here = await openTestShop()
  const { shop, as, buyer } = here
  expect((await as.admin['discount-codes'].$post({ json: { code: 'SPRING', percent: 10 } })).status).toBe(201)
  const written = await transact(shop.db, async (tx) => {
    await takeTurn(tx, buyer.id)
    const written = write(here)
    await expect.poll(() => waitingFor(shop)).toBe(1)
    const { rowCount } = await tx.execute(sql`select 1 from ${rows} for update nowait`)
    expect(rowCount).toBe(1)
    return { written }
  })
  await written.written
})

test('who is demoted is told no order of another again by an Idempotency-Key of before', async () => {
  const here = await openTestShop()
  const { as, product } = here
  const anna = await aMember(here)
  const role = (role: Role) => as.admin.users[':id'].$put({ param: { id: anna.id }, json: { role } })
  const cancel = async (id: string) => {
    await anna.browser.send('/api/auth/sign-in/email', { json: anna })
    const headers = { 'Idempotency-Key': 'a cancel' }
    return (await (await anna.as()).orders[':id'].$delete({ param: { id } }, { headers })).status
  }
  const { _id: id } = await placed(as.buyer, product)
  expect((await role('admin')).status).toBe(200)
  expect([await cancel(id), await cancel(id)]).toEqual([200, 200])
  expect((await role('customer')).status).toBe(200)
  expect(await cancel(id)).toBe(404)
})

test('who is promoted is answered with the same order when it is sent again with its key', async () => {
  const here = await openTestShop()
  const anna = await aMember(here)
  const order = async () => {
    await anna.browser.send('/api/auth/sign-in/email', { json: anna })
    const json = anOrder(here.product)
    const headers = { 'Idempotency-Key': 'an order' }
    const answer = await (await anna.as()).order.$post({ json }, { headers })
    return ((await answer.json()) as { _id: string })._id
  }
  const first = await order()
  await here.as.admin.users[':id'].$put({ param: { id: anna.id }, json: { role: 'admin' } })
  expect(await order()).toBe(first)
})
