import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { cancelled } from '../payments/open-test-payments.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, paid, placed } from '../testing/orders.ts'

const sharedShop = sharedTestShop()
type Client = Awaited<ReturnType<typeof openTestShop>>['as']['buyer']

const pageOf = (who: Client, id: string) => who.orders[':id'].page.$get({ param: { id } })

test('an order has a page for its buyer and for admins, by its id or its number, and for nobody else', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const digits = order.number.slice(3)
  for (const name of [order._id, order.number, order.number.toLowerCase(), digits]) {
    const statuses = [as.buyer, as.admin, as.other, as.nobody].map(async (who) => (await pageOf(who, name)).status)
    expect([name, await Promise.all(statuses)]).toEqual([name, [200, 200, 404, 401]])
  }
  for (const name of ['PH-999999999', 'PH-', 'x', '0199f000-0000-7000-8000-000000000000']) {
    expect([name, (await pageOf(as.admin, name)).status]).toEqual([name, 404])
  }
})

test('the page of an order tells its lines, its sum, its buyer and address, and its past', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const transactionId = await paid(shop, order)
  const page = await (await pageOf(as.buyer, order.number)).json()
  expect(page).toMatchObject({ number: order.number, status: 'paid', price: order.price, takeBackMs: 0 })
  expect(page.lines).toEqual([
    expect.objectContaining({ ...order, ...PAID, transactionId, paidAt: expect.any(String) }),
  ])
  expect(page.history.map(({ what, by }) => [what, by])).toEqual([
    ['placed', null],
    ['paid', null],
  ])
})

const PAID = { status: 'paid', paid: true }

test('the page of an order says whether its buyer gets mails about it', async () => {
  const { as, shop, product, other } = await openTestShop()
  const order = await placed(as.other, product)
  const isMailed = async () => (await (await pageOf(as.admin, order.number)).json()).isMailed
  const told: boolean[] = []
  for (const emailVerified of [true, false]) {
    await shop.db.update(users).set({ emailVerified }).where(eq(users.id, other.id))
    told.push(await isMailed())
  }
  expect(told).toEqual([true, false])
})

test('a cancelled order is gone for the specification’s call, and its page still tells what became of it', async () => {
  const { as, product, other } = await sharedShop()
  const order = await placed(as.other, product)
  await cancelled(as.other, order)
  expect((await as.other.orders[':id'].$get({ param: { id: order._id } })).status).toBe(404)
  for (const who of [as.other, as.admin]) {
    const page = await (await pageOf(who, order.number)).json()
    expect(page).toMatchObject({ status: 'cancelled', lines: [{ _id: order._id, status: 'cancelled' }] })
    expect(page.history.map(({ what }) => what)).toEqual(['placed', 'cancelled'])
  }
  expect((await pageOf(as.buyer, order.number)).status).toBe(404)
  const forAdmin = await (await pageOf(as.admin, order.number)).json()
  expect(forAdmin.history.map(({ by }) => by)).toEqual([other.email, other.email])
})

test('admins read who cancelled a line and who the rest, whichever of them the buyer did', async () => {
  const { as, shop, other, admin } = await sharedShop()
  const lines = [{ product: await aProduct(shop) }, { product: await aProduct(shop) }]
  for (const [first, second] of [
    ['admin', 'other'],
    ['other', 'admin'],
  ] as const) {
    const order = await (await as.other.checkouts.$post({ json: aCheckout(lines) })).json()
    await as[first].orders[':id'].$delete({ param: { id: order.orders[0]?._id ?? '' } })
    await as[second].checkouts[':id'].$delete({ param: { id: order._id } })
    const { history } = await (await pageOf(as.admin, order.number)).json()
    const emails = { admin: admin.email, other: other.email }
    expect(history.slice(1)).toMatchObject([
      { what: 'line cancelled', by: emails[first] },
      { what: 'cancelled', by: emails[second] },
    ])
  }
})

test('admins read who delivered and who took it back, and for how long it may be; the buyer reads neither', async () => {
  const { as, shop, product, admin } = await openTestShop()
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  const param = { id: order._id }
  await as.admin.paidorders[':id'].$patch({ param })
  const sent = await (await pageOf(as.admin, order.number)).json()
  expect(sent.status).toBe('delivered')
  expect(sent.takeBackMs).toBeGreaterThan(0)
  expect(sent.takeBackMs).toBeLessThanOrEqual(10_000)
  await as.admin.paidorders[':id'].$delete({ query: {}, param })
  const back = await (await pageOf(as.admin, order.number)).json()
  expect(back).toMatchObject({ status: 'paid', takeBackMs: 0 })
  expect(back.history.slice(2)).toMatchObject([
    { at: expect.any(String), what: 'sent', by: admin.email },
    { at: expect.any(String), what: 'taken back', by: admin.email },
  ])
  const own = await (await pageOf(as.buyer, order.number)).json()
  expect(own.history.map(({ what }) => what)).toEqual(['placed', 'paid'])
  expect(JSON.stringify(own)).not.toContain(admin.email)
})
