import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ApiClient, ask } from '../client.ts'
import { products } from '../products/table.server.ts'
import { aProduct, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout } from '../testing/orders.ts'
import type { Cart, Columns, JoinCart, JoinedCart, PutCart } from './contract.ts'

const sharedShop = sharedTestShop()

async function open() {
  const opened = await sharedShop({ stock: 100, minOrder: 2, unitPriceCents: 333 })
  const valves = await aProduct(opened.shop, { stock: 10, minOrder: 4, unitPriceCents: 1800 })
  return { ...opened, fans: opened.product, valves }
}

const show = async (as: ApiClient) => (await (await as.cart.$get()).json()) as Cart
const put = (as: ApiClient, json: PutCart) => as.cart.$put({ json })
const join = async (as: ApiClient, lines: JoinCart['lines']) => {
  const answer = await as.cart.join.$post({ json: { lines } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as JoinedCart
}
const id = () => crypto.randomUUID()

test('a cart is one person’s own, the same on every device, and holds no units', async () => {
  const { as, fans, valves } = await open()
  expect(await show(as.buyer)).toEqual({ version: 0, lines: [], price: 0 })
  const lines = [
    { productId: fans.id, quantity: 9, reference: 'Van 3' },
    { productId: valves.id, quantity: 4 },
  ]
  const stored = await (await put(as.buyer, { version: 0, lines })).json()
  expect(stored).toMatchObject({
    version: 1,
    price: 14.99 + 18,
    lines: [
      { quantity: 9, reference: 'Van 3', price: 14.99, problem: null, product: { _id: fans.id, stock: 100 } },
      { quantity: 4, reference: '', price: 18, problem: null },
    ],
  })
  expect(await show(as.buyer)).toEqual(stored)
  expect(await show(as.other)).toMatchObject({ version: 0, lines: [] })
  expect((await as.nobody.cart.$get()).status).toBe(401)
})

test('two devices do not overwrite each other: the later one is shown what is stored', async () => {
  const { as, fans, valves } = await open()
  const one = [{ productId: fans.id, quantity: 2 }]
  const two = [{ productId: valves.id, quantity: 4 }]
  const answers = await Promise.all([one, two].map((lines) => put(as.buyer, { version: 0, lines })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const stored = await show(as.buyer)
  const refused = await put(as.buyer, { version: 0, lines: two })
  expect([refused.status, await refused.json()]).toMatchObject([409, { field: 'version', current: stored }])
  expect((await put(as.buyer, { version: 1, lines: two })).status).toBe(200)
  expect((await put(as.buyer, { version: 1, lines: one })).status).toBe(409)
  expect(await show(as.buyer)).toMatchObject({ version: 2, lines: [{ productId: valves.id }] })
})

test('what was gathered signed out joins once, also when it is sent again, and equal lines take the larger quantity', async () => {
  const { as, fans, valves } = await open()
  await put(as.buyer, { version: 0, lines: [{ productId: fans.id, quantity: 6 }] })
  const gathered = [
    { id: id(), productId: fans.id, quantity: 4 },
    { id: id(), productId: valves.id, quantity: 8, reference: 'Job 2117' },
  ]
  const joined = await join(as.buyer, gathered)
  expect(joined).toMatchObject({
    version: 2,
    lines: [
      { productId: fans.id, quantity: 6 },
      { productId: valves.id, quantity: 8, reference: 'Job 2117' },
    ],
  })
  await put(as.buyer, { version: 2, lines: [{ productId: fans.id, quantity: 2 }] })
  expect(await join(as.buyer, gathered)).toMatchObject({ version: 3, lines: [{ productId: fans.id, quantity: 2 }] })
  const together = await Promise.all([join(as.other, gathered), join(as.other, gathered)])
  expect(together.map(({ version }) => version)).toEqual([1, 1])
})

test('a line says what changed since: gone, too few, sold out, not in boxes', async () => {
  const { as, shop, fans, valves } = await open()
  const gone = await aProduct(shop, {})
  const empty = await aProduct(shop, { stock: 0 })
  const boxed = await aProduct(shop, { multiple: 4 })
  await shop.db.update(products).set({ removedAt: shop.clock.now() }).where(eq(products.id, gone.id))
  const lines = [
    { productId: gone.id, quantity: 4 },
    { productId: valves.id, quantity: 12 },
    { productId: empty.id, quantity: 4 },
    { productId: boxed.id, quantity: 6 },
    { productId: fans.id, quantity: 1 },
    { productId: fans.id, quantity: 2, reference: 'b', seen: 3 },
  ]
  expect(await (await put(as.buyer, { version: 0, lines })).json()).toMatchObject({
    price: 3.33,
    lines: [
      { problem: 'gone', product: null, price: null },
      { problem: 'too-few', product: { stock: 10 } },
      { problem: 'sold-out' },
      { problem: 'multiple' },
      { problem: 'minimum' },
      { problem: null, seen: 3, product: { unitPrice: 3.33 } },
    ],
  })
})

test('a part that was replaced is never exchanged in silence: the line is gone and names what is sold in its place', async () => {
  const { as, shop, fans, valves } = await open()
  const removedAt = shop.clock.now()
  await shop.db.update(products).set({ removedAt, successorId: valves.id }).where(eq(products.id, fans.id))
  const stored = await put(as.buyer, { version: 0, lines: [{ productId: fans.id, quantity: 4 }] })
  expect(await stored.json()).toMatchObject({
    price: 0,
    lines: [
      {
        ...{ productId: fans.id, problem: 'gone', product: null, successor: { _id: valves.id, unitPrice: 18 } },
        name: expect.stringMatching(/^Evaporator fan motor .* EF-230/),
      },
    ],
  })
})

test('equal lines become one, and a cart has 500 lines at most', async () => {
  const { as, fans } = await open()
  const line = { productId: fans.id, quantity: 2 }
  const answer = await put(as.buyer, { version: 0, lines: [line, line] })
  expect(await answer.json()).toMatchObject({ lines: [{ quantity: 4 }] })
  const many = Array.from({ length: 501 }, (_, at) => ({ ...line, reference: `${at}` }))
  expect((await put(as.buyer, { version: 1, lines: many })).status).toBe(422)
})

test('a cart or a list in which equal lines come to more pieces than a line may have can still be changed', async () => {
  const { as, fans } = await open()
  const line = { productId: fans.id, quantity: 600_000 }
  const { lines } = await (await put(as.buyer, { version: 0, lines: [line, line] })).json()
  expect(lines).toMatchObject([{ quantity: 1_000_000 }])
  expect((await put(as.buyer, { version: 1, lines })).status).toBe(200)
  const list = await ask(as.buyer.lists.$post({ json: { name: 'Van stock', lines: [line, line] } }))
  const saved = await ask(as.buyer.lists[':id'].$get({ param: { id: list._id } }))
  expect(saved.lines).toMatchObject([{ quantity: 1_000_000 }])
})

test('of what was gathered signed out as many lines join as a cart has room for, and the others once there is room', async () => {
  const { as, fans, valves } = await open()
  const many = Array.from({ length: 499 }, (_, at) => ({ productId: fans.id, quantity: 2, reference: `${at}` }))
  await put(as.buyer, { version: 0, lines: many })
  const gathered = ['A', 'B', '7'].map((reference) => ({ id: id(), productId: fans.id, quantity: 8, reference }))
  const joined = await join(as.buyer, gathered)
  expect([joined.lines.length, joined.left]).toEqual([500, [gathered[1]?.id]])
  expect(joined.lines[7]).toMatchObject({ reference: '7', quantity: 8 })
  expect(await join(as.buyer, gathered)).toMatchObject({ version: 2, left: joined.left })
  await put(as.buyer, { version: 2, lines: [{ productId: valves.id, quantity: 4 }] })
  expect(await join(as.buyer, gathered)).toMatchObject({ version: 4, lines: [{}, { reference: 'B' }], left: [] })
})

test('an empty browser joins nothing and leaves the cart as it is, and a version is a number that there can be', async () => {
  const { as, fans } = await open()
  expect(await join(as.buyer, [])).toEqual({ version: 0, lines: [], price: 0, left: [] })
  const lines = [{ productId: fans.id, quantity: 2 }]
  expect((await put(as.buyer, { version: 0, lines })).status).toBe(200)
  expect((await put(as.buyer, { version: 3_000_000_000, lines })).status).toBe(422)
})

test('how lists are read is kept with the account, one way a header or a width, what was told last first', async () => {
  const { as } = await open()
  const columns = as.buyer['quick-order'].columns
  const [four, five] = [
    { width: 4, number: 2, quantity: 0, reference: 3 },
    { width: 5, number: 1 },
  ]
  const keep = async (told: Columns[]) => (await columns.$put({ json: { columns: told } })).json()
  expect(await (await columns.$get()).json()).toEqual([])
  expect(await keep([four])).toEqual([four])
  expect(await keep([five])).toEqual([five, four])
  const other = { width: 4, number: 3 }
  expect(await keep([other])).toEqual([other, five])
  const titled = { ...other, head: 'Part;Qty;Bin;Job', quantity: 0 }
  expect(await keep([titled])).toEqual([titled, other, five])
  expect(await keep([{ ...titled, quantity: 1 }])).toEqual([{ ...titled, quantity: 1 }, other, five])
  expect(await (await columns.$get()).json()).toHaveLength(3)
  const many = Array.from({ length: 19 }, (_, at) => ({ width: 10 + at, number: 0 }))
  expect(await keep(many)).toEqual([...many, { ...titled, quantity: 1 }])
  for (const wrong of [
    { width: 4, number: 4 },
    { width: 4, number: 0, reference: 9 },
    { width: 0, number: 0 },
    { width: 4, number: 0, head: 'x'.repeat(301) },
  ])
    expect((await columns.$put({ json: { columns: [wrong] } })).status).toBe(422)
  expect((await put(as.buyer, { version: 0, lines: [] })).status).toBe(200)
  expect(await (await columns.$get()).json()).toHaveLength(20)
  expect(await (await as.other['quick-order'].columns.$get()).json()).toEqual([])
})

test('an order takes its lines out of the cart in its own transaction, once, and what another device changed since stays', async () => {
  const { as, fans, valves } = await open()
  const van = { productId: fans.id, quantity: 10, reference: 'Van 3' }
  const two = [van, { productId: valves.id, quantity: 4 }]
  await put(as.buyer, { version: 0, lines: two })
  const order = { ...aCheckout([{ product: fans, quantity: 10, reference: 'Van 3' }]), cart: 1 }
  const headers = { headers: { 'Idempotency-Key': id() } }
  const place = async () => (await as.buyer.checkouts.$post({ json: order }, headers)).status
  expect((await as.buyer.checkouts.$post({ json: { ...order, price: 1 } })).status).toBe(409)
  expect(await show(as.buyer)).toMatchObject({ version: 1, lines: [{ quantity: 10 }, { quantity: 4 }] })
  expect(await place()).toBe(201)
  const rest = { version: 2, lines: [{ productId: valves.id, quantity: 4 }] }
  expect(await show(as.buyer)).toMatchObject(rest)
  // The part is added again after the order, and the order is repeated because its answer was lost.
  await put(as.buyer, { version: 2, lines: [van] })
  expect(await place()).toBe(201)
  expect(await show(as.buyer)).toMatchObject({ version: 3, lines: [van] })
  const more = { ...van, quantity: 12 }
  await put(as.buyer, { version: 3, lines: [more] })
  expect((await as.buyer.checkouts.$post({ json: { ...order, cart: 3 } })).status).toBe(201)
  expect(await show(as.buyer)).toMatchObject({ version: 5, lines: [more] })
  expect((await as.other.checkouts.$post({ json: order })).status).toBe(201)
  expect(await show(as.other)).toMatchObject({ version: 0, lines: [] })
})

test('one cart is ordered once, also by two tabs at once and by one that has not heard of it', async () => {
  const { as, fans, valves } = await open()
  const van = { productId: fans.id, quantity: 10, reference: 'Van 3' }
  const shelf = { productId: valves.id, quantity: 4 }
  await put(as.buyer, { version: 0, lines: [van, shelf] })
  const json = {
    ...aCheckout([
      { product: fans, quantity: 10, reference: 'Van 3' },
      { product: valves, quantity: 4 },
    ]),
    cart: 1,
  }
  const place = () => as.buyer.checkouts.$post({ json }, { headers: { 'Idempotency-Key': id() } })
  const placed = await Promise.all([place(), place(), place()])
  expect(placed.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const late = await place()
  expect([late.status, await late.json()]).toMatchObject([409, { code: 'conflict', field: 'cart' }])
  expect(await (await as.buyer.checkouts.$get({ query: {} })).json()).toHaveLength(1)
  await put(as.buyer, { version: 2, lines: [van] })
  expect((await place()).status).toBe(409)
  expect(await show(as.buyer)).toMatchObject({ version: 3, lines: [van] })
})
