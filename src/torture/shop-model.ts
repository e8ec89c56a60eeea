import { expect } from 'vitest'
import type { ApiClient } from '../client.ts'
import type { OrderStatus } from '../orders/contract.ts'
import { aBrowser, type Browser } from '../testing/browser.ts'
import { aPerson, aProduct, clientOf, type TestShop } from '../testing/open-test-shop.ts'

export const PEOPLE = 3
/** The one who registers, signs in and signs out; the others are signed in from the start. */
export const NEWCOMER = 2

/** A line, and the order that it stands in. */
export type ModelLine = {
  id: string
  order: string
  buyer: number
  product: number
  quantity: number
  status: OrderStatus
}
/** The pieces of each product that a cart holds. */
type ModelCart = { version: number; quantities: Record<number, number> }

/** The model of the shop, small enough to be plainly right. */
export type Model = {
  people: { isRegistered: boolean; isSignedIn: boolean; role: 'customer' | 'admin' }[]
  products: { stock: number; isOnSale: boolean }[]
  lines: ModelLine[]
  carts: ModelCart[]
}

/** The shop as it is, and how the model's people and products are called there. */
export type Real = {
  opened: TestShop
  people: { id: string; email: string; token: string; browser: Browser }[]
  products: Awaited<ReturnType<typeof aProduct>>[]
}

export const MIN_ORDER = 2
export const MOST_UNPAID = 4

/** Fresh people and products in the shop, so that sequences do not touch each other. */
export async function aScene(opened: TestShop): Promise<{ model: Model; real: Real }> {
  const { shop, origin } = opened
  const signedIn = await Promise.all(['anna', 'berit'].map((name) => aPerson(shop, name)))
  const people = signedIn.map(({ id, email, token }) => ({ id, email, token, browser: aBrowser(origin) }))
  const email = `newcomer-${crypto.randomUUID()}@example.com`
  people.push({ id: '', email, token: '', browser: aBrowser(origin) })
  const stocks = [12, 7]
  const products = await Promise.all(
    stocks.map((stock) => aProduct(shop, { stock, minOrder: MIN_ORDER, name: `Part ${crypto.randomUUID()}` })),
  )
  const model: Model = {
    people: people.map((_, index) => ({
      isRegistered: index !== NEWCOMER,
      isSignedIn: index !== NEWCOMER,
      role: 'customer',
    })),
    products: stocks.map((stock) => ({ stock, isOnSale: true })),
    lines: [],
    carts: people.map(() => ({ version: 0, quantities: {} })),
  }
  return { model, real: { opened, people, products } }
}

const nobody = { id: '', email: '', token: '' }
export const personOf = (real: Real, index: number) =>
  real.people[index] ?? { ...nobody, browser: aBrowser('http://x') }
export const clientFor = ({ opened, people }: Real, index: number): ApiClient =>
  people[index]?.token ? clientOf(opened.origin, people[index].token) : opened.as.nobody

/** An order of several lines counts once. */
const unpaidOf = ({ lines }: Model, buyer: number) =>
  new Set(lines.filter((line) => line.buyer === buyer && line.status === 'unpaid').map(({ order }) => order)).size

/** The lines of an order that were not cancelled by themselves. */
export const standing = ({ lines }: Model, { order }: ModelLine) =>
  lines.filter((line) => line.order === order && line.status !== 'cancelled')

/** The status that an order is answered with, by the specification. */
export function statusOfOrder(model: Model, buyer: number, product: number, quantity: number) {
  const part = model.products[product]
  if (!model.people[buyer]?.isSignedIn) return 401
  if (!part?.isOnSale) return 404
  if (quantity < MIN_ORDER) return 422
  if (quantity > part.stock) return 409
  return unpaidOf(model, buyer) >= MOST_UNPAID ? 409 : 201
}

/** The status that a list is answered with: one line that cannot be had refuses all of it. */
export function statusOfCheckout(model: Model, buyer: number, wanted: Wanted[]) {
  if (!model.people[buyer]?.isSignedIn) return 401
  const isShort = wanted.some(({ product, quantity }) => {
    const all = wanted.filter((line) => line.product === product).reduce((sum, line) => sum + line.quantity, 0)
    const part = model.products[product]
    return !part?.isOnSale || quantity < MIN_ORDER || all > part.stock
  })
  return isShort || unpaidOf(model, buyer) >= MOST_UNPAID ? 409 : 201
}
export type Wanted = { product: number; quantity: number }

/** Notes lines of one order as placed, and takes their units. */
export function keep(model: Model, placed: Omit<ModelLine, 'status'>[]) {
  for (const line of placed) {
    model.lines.push({ ...line, status: 'unpaid' })
    const part = model.products[line.product]
    if (part) part.stock -= line.quantity
  }
}

export function close(model: Model, line: ModelLine) {
  line.status = 'cancelled'
  const part = model.products[line.product]
  if (part) part.stock += line.quantity
}

/** The shop's books say what the model says. */
export async function expectSame(model: Model, real: Real) {
  const { pool } = real.opened.shop
  const ids = real.products.map(({ id }) => id)
  const { rows: parts } = await pool.query(
    'select stock, removed_at is null as "isOnSale" from products where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    [ids],
  )
  expect(parts).toEqual(model.products)
  const { rows: orders } = await pool.query(
    `select l.id, l.status, l.quantity, o.transaction_id is not null as charged
      from order_lines l join orders o on o.id = l.order_id where l.product_id = any($1::uuid[])`,
    [ids],
  )
  const wanted = model.lines.map((line) => ({
    id: line.id,
    status: line.status,
    quantity: line.quantity,
    charged: standing(model, line).some(({ status }) => status === 'paid' || status === 'delivered'),
  }))
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(orders.sort(byId)).toEqual(wanted.sort(byId))
  const { rows: carts } = await pool.query(
    'select email, version, lines from users left join carts on user_id = users.id where email = any($1)',
    [real.people.map(({ email }) => email)],
  )
  for (const { email, version, lines } of carts) {
    const cart = model.carts[real.people.findIndex((one) => one.email === email)]
    const quantities = (lines ?? []).map((line: { productId: string; quantity: number }) => [
      ids.indexOf(line.productId),
      line.quantity,
    ])
    expect({ version: version ?? 0, quantities: Object.fromEntries(quantities) }).toEqual(cart)
  }
  const { rows: people } = await pool.query('select email, role from users where email = any($1)', [
    real.people.map(({ email }) => email),
  ])
  for (const [index, { email }] of real.people.entries()) {
    const { isRegistered, role } = model.people[index] ?? { isRegistered: false, role: 'customer' }
    expect(people.find((one) => one.email === email)?.role).toBe(isRegistered ? role : undefined)
  }
}
