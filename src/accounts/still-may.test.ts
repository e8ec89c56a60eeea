import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../audit/table.server.ts'
import { transact } from '../database/db.ts'
import { cancelOrder } from '../orders/cancel-or-expire.ts'
import { markDelivered } from '../orders/deliver-orders.ts'
import { removeProduct } from '../products/products.ts'
import { products } from '../products/table.server.ts'
import { fingerprint } from '../security/world.ts'
import { aPerson, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { paid, placed } from '../testing/orders.ts'
import { changeRole } from './accounts.ts'
import { stillMay } from './still-may.ts'
import { users } from './table.server.ts'

const ENTRY = {
  name: 'Door switch',
  unitPrice: '12.50',
  stock: 3,
  minOrder: 1,
  description: 'Lamp on, fan off.',
  image: '/drawings/door-switch.svg',
}

/** Sends a request whose body comes after its sender was demoted; the guard has let it in by the time the body is read. */
async function sentLate(
  { app, shop, admin }: TestShop,
  keeper: { token: string; id: string },
  call: [string, string, object],
) {
  const [method, path, json] = call
  const text = JSON.stringify(json)
  const body = new ReadableStream(
    {
      async pull(controller) {
        await changeRole(shop, await personOf(shop, keeper.id), admin.id, 'customer')
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
  expect(answer.status).toBe(403)
  expect(await here.shop.db.$count(products)).toBe(before)
  expect(await here.shop.db.$count(auditLog, eq(auditLog.actorId, here.admin.id))).toBe(0)
})

test('nor makes anybody an admin', async () => {
  const here = await openTestShop()
  const keeper = await aPerson(here.shop, 'keeper', 'admin')
  const answer = await sentLate(here, keeper, ['PUT', `/api/users/${here.buyer.id}`, { role: 'admin' }])
  expect(answer.status).toBe(403)
  expect((await personOf(here.shop, here.buyer.id)).role).toBe('customer')
})

test('whom the guard let in as an admin, and who is none in the transaction, changes nothing', async () => {
  const { shop, as, admin, product } = await openTestShop()
  const [unpaid, bought] = [await placed(as.buyer, product), await placed(as.buyer, product)]
  await paid(shop, bought)
  const keeper = await aPerson(shop, 'keeper', 'admin')
  await changeRole(shop, await personOf(shop, keeper.id), admin.id, 'customer')
  const before = await fingerprint(shop)
  const acts = [
    () => removeProduct(shop, admin, product.id),
    () => markDelivered(shop, admin, { id: bought._id }),
    () => cancelOrder(shop, admin, { id: unpaid._id }),
    () => changeRole(shop, admin, admin.id, 'admin'),
  ]
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await fingerprint(shop)).toEqual(before)
})

test('a change of role waits for what its subject is writing', async () => {
  const { shop, admin } = await openTestShop()
  const keeper = await personOf(shop, (await aPerson(shop, 'keeper', 'admin')).id)
  const order: string[] = []
  await transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'products.write')
    void changeRole(shop, keeper, admin.id, 'customer').then(() => order.push('demoted'))
    await expect.poll(() => waitingFor(shop)).toBe(1)
    order.push('written')
  })
  await expect.poll(() => order).toEqual(['written', 'demoted'])
})
