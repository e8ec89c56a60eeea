import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sessions, users } from '../accounts/table.server.ts'
import { orders } from '../orders/table.server.ts'
import { paymentIntents } from '../payments/table.server.ts'
import { products } from '../products/table.server.ts'
import { reviews } from '../reviews/table.server.ts'
import { aBrowser } from '../testing/browser.ts'
import { aPerson } from '../testing/open-test-shop.ts'
import { anOrder, ordersIn, placed } from '../testing/orders.ts'
import { aWorld } from './world.ts'

const world = aWorld({ env: { MAX_UNPAID_ORDERS: '1000' } })
const STRANGE_ID = '01980000-0000-7000-8000-000000000000'

/** Everything that is never taken from a request, in both spellings. */
const SLIPPED_IN = {
  _id: STRANGE_ID,
  id: STRANGE_ID,
  paid: true,
  deleverd: true,
  delivered: true,
  status: 'delivered',
  transactionId: 'pi_forged',
  role: 'admin',
  isAdmin: true,
  admin: true,
  emailVerified: true,
  email_verified: true,
  userName: 'Somebody Else',
  img: 'https://evil.example/x.png',
  image: '/evil.png',
  buyerId: STRANGE_ID,
  authorId: STRANGE_ID,
  userId: STRANGE_ID,
  createdAt: '2001-01-01T00:00:00Z',
  expiresAt: '2999-01-01T00:00:00Z',
  paidAt: '2001-01-01T00:00:00Z',
  removedAt: '2001-01-01T00:00:00Z',
  priceCents: 1,
  unitPriceCents: 1,
}

/** The extra fields, without the names that the call itself knows. */
const linesIn = async (shop: Parameters<typeof ordersIn>[0], lineId: string) =>
  (await ordersIn(shop)).filter(({ id }) => id === lineId)

function slipped(...own: (keyof typeof SLIPPED_IN)[]) {
  return Object.fromEntries(Object.entries(SLIPPED_IN).filter(([name]) => !own.includes(name as never)))
}

test('an order is unpaid, its buyer’s, at the shop’s price, whatever is sent', async () => {
  const { send, product, buyer, shop } = world()
  const json = { ...slipped(), ...anOrder(product) }
  const answer = await send({ path: '/api/order', json, token: buyer.token })
  expect(answer.status).toBe(201)
  const order = (await answer.json()) as { _id: string }
  expect(order).toMatchObject({
    paid: false,
    deleverd: false,
    transactionId: null,
    status: 'unpaid',
    userName: buyer.name,
    email: buyer.email,
    price: 72,
    img: product.image,
  })
  const [row] = await linesIn(shop, order._id)
  expect(row).toMatchObject({ buyerId: buyer.id, priceCents: 7200, paidAt: null, deliveredAt: null })
  expect(order._id).not.toBe(STRANGE_ID)
  expect(row?.createdAt.getFullYear()).not.toBe(2001)
  expect(row?.expiresAt.getFullYear()).not.toBe(2999)
})

test.each([0, 0.01, 71.99, 72.01, 7200, 999_999.99])('nobody pays $%f for what costs $72', async (price) => {
  const { send, product, buyer, shop } = world()
  const before = await shop.db.$count(orders)
  const answer = await send({ path: '/api/order', json: anOrder(product, { price }), token: buyer.token })
  expect([answer.status, await answer.json()]).toMatchObject([409, { field: 'price', price: 72 }])
  expect(await shop.db.$count(orders)).toBe(before)
})

test('an address is all that a delivery form changes', async () => {
  const { as, send, product, buyer, shop } = world()
  const { _id: id } = await placed(as.buyer, product)
  const [before] = await linesIn(shop, id)
  const json = { ...slipped(), quantity: 1, price: 0.01, country: 'Sweden', address: 'Kungsgatan 1' }
  expect((await send({ path: `/api/orders/${id}/delivery`, method: 'PATCH', json, token: buyer.token })).status).toBe(
    200,
  )
  const [after] = await linesIn(shop, id)
  const searched = expect.stringContaining('Kungsgatan 1 Sweden')
  expect(after).toEqual({ ...before, country: 'Sweden', address: 'Kungsgatan 1', phone: '', searched })
})

test('an order is not paid by saying so', async () => {
  const { as, send, product, buyer, admin, shop } = world()
  const order = await placed(as.buyer, product)
  const other = await placed(as.buyer, product)
  const intent = await as.buyer['create-payment-intent'].$post({ json: { price: other.price, orderId: other._id } })
  const open = (await intent.json()).clientSecret.split('_secret_')[0]
  for (const transactionId of ['pi_forged', open]) {
    for (const token of [buyer.token, admin.token]) {
      const json = { ...slipped('transactionId'), order: { ...order, paid: true }, transactionId, price: 72 }
      const answer = await send({ path: `/api/orders/${order._id}`, method: 'PATCH', json, token })
      expect([404, 409]).toContain(answer.status)
    }
  }
  const [row] = await linesIn(shop, order._id)
  expect(row).toMatchObject({ status: 'unpaid', transactionId: null })
  const json = { ...slipped(), status: 'paid' }
  expect((await send({ path: `/api/paidorders/${order._id}`, method: 'PATCH', json, token: admin.token })).status).toBe(
    409,
  )
})

test('an intent is for the order’s sum, currency and buyer', async () => {
  const { as, send, product, buyer, other, shop } = world()
  const { _id: orderId, price } = await placed(as.buyer, product)
  const slippedIn = {
    amount: 1,
    currency: 'idr',
    customer: 'cus_x',
    buyerId: other.id,
    metadata: { buyerId: other.id },
  }
  const json = { ...slipped(), ...slippedIn, price, orderId }
  const answer = await send({ path: '/api/create-payment-intent', json, token: buyer.token })
  const id = ((await answer.json()) as { clientSecret: string }).clientSecret.split('_secret_')[0] ?? ''
  expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
    amount: 7200,
    currency: 'usd',
    metadata: { orderId, buyerId: buyer.id },
  })
  const [row] = await shop.db.select().from(paymentIntents).where(eq(paymentIntents.id, id))
  expect(row).toMatchObject({ buyerId: buyer.id, amountCents: 7200, status: 'open' })
})

test('a review bears the name and picture of who wrote it', async () => {
  const { send, buyer, shop } = world()
  const json = { ...slipped(), name: 'The Owner', review: 5, description: 'Cold.' }
  const answer = await send({ path: '/api/review', json, token: buyer.token })
  expect(await answer.json()).toMatchObject({ name: buyer.name, img: null, review: 5 })
  const [row] = await shop.db.select().from(reviews).where(eq(reviews.authorId, buyer.id))
  expect(row?.createdAt.getFullYear()).not.toBe(2001)
  expect(row?.id).not.toBe(STRANGE_ID)
})

test('a product is what its form holds', async () => {
  const { send, admin, shop } = world()
  const form = {
    name: 'Relay',
    unitPrice: 3,
    stock: 5,
    minOrder: 1,
    description: 'PTC.',
    image: '/drawings/relay.svg',
    number: 'SR-22',
    category: 'Electrical',
    attributes: { Resistance: { value: 22, unit: 'Ω' } },
  }
  const json = { ...slipped('image'), ...form, version: 9, removedAt: new Date(0).toISOString() }
  const answer = await send({ path: '/api/product', json, token: admin.token })
  const { _id: id } = (await answer.json()) as { _id: string }
  expect(id).not.toBe(STRANGE_ID)
  const [row] = await shop.db.select().from(products).where(eq(products.id, id))
  const { number, category, attributes } = form
  expect(row).toMatchObject({ unitPriceCents: 300, number, category, attributes, version: 1, removedAt: null })
})

describe('a person', () => {
  const PROFILE = { education: 'Cooling', location: 'Oslo', phone: '22 00 01 40', linkedin: 'https://example.com/a' }

  test('changes four fields of a profile', async () => {
    const { send, buyer, shop } = world()
    const [before] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
    const json = { ...slipped(), ...PROFILE, email: 'other@example.com', name: 'Other' }
    const answer = await send({ path: `/api/user/${buyer.email}`, method: 'PUT', json, token: buyer.token })
    expect(answer.status).toBe(200)
    const [after] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
    expect(after).toEqual({ ...before, ...PROFILE, updatedAt: after?.updatedAt })
  })

  test('changes a name, and an address by its link alone', async () => {
    const { send, buyer, shop } = world()
    const [before] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
    const ask = (path: string, json: object) => send({ path, method: 'PUT', json, token: buyer.token })
    expect((await ask('/api/account/name', { ...slipped(), name: 'Bo', email: 'bo@example.com' })).status).toBe(200)
    const json = { ...slipped(), name: 'X', email: 'bo@example.com', newEmail: 'bo@example.com', password: 'x-9-x-9' }
    expect((await ask('/api/account/email', json)).status).toBe(409)
    const [after] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
    expect(after).toEqual({ ...before, name: 'Bo', updatedAt: after?.updatedAt })
  })

  test('is given a role and nothing else', async () => {
    const { send, admin, shop } = world()
    const person = await aPerson(shop, 'plain')
    const json = { ...slipped('role'), role: 'admin', email: 'x@example.com', name: 'X' }
    expect((await send({ path: `/api/users/${person.id}`, method: 'PUT', json, token: admin.token })).status).toBe(200)
    const [after] = await shop.db.select().from(users).where(eq(users.id, person.id))
    expect(after).toMatchObject({
      role: 'admin',
      email: person.email,
      name: person.name,
      emailVerified: true,
      image: null,
    })
  })

  test('registers as a customer who is not verified, and comes in as nobody else', async () => {
    const { origin, shop } = world()
    const browser = aBrowser(origin)
    const nested = {
      data: SLIPPED_IN,
      user: SLIPPED_IN,
      additionalFields: SLIPPED_IN,
      callbackURL: 'https://evil.example',
    }
    const anna = { name: 'Anna', email: 'anna@example.com', password: 'cold-storage-9' }
    const answer = await browser.send('/api/auth/sign-up/email', { json: { ...slipped(), ...nested, ...anna } })
    expect(answer.status).toBe(200)
    const [row] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(row).toMatchObject({ role: 'customer', emailVerified: false, image: null, name: 'Anna' })
    expect(row?.id).not.toBe(STRANGE_ID)
    const json = { ...slipped(), ...nested, email: anna.email, password: anna.password, rememberMe: false }
    expect((await browser.send('/api/auth/sign-in/email', { json })).status).toBe(200)
    const sync = { ...slipped(), email: anna.email, name: 'The Owner' }
    expect((await browser.send(`/api/user/${anna.email}`, { method: 'PUT', json: sync })).status).toBe(200)
    const [after] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(after).toEqual(row)
    expect(await shop.db.$count(sessions, and(eq(sessions.userId, row?.id ?? '')))).toBe(2)
  })
})
