import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { record } from '../audit/audit.ts'
import type { ApiClient } from '../client.ts'
import { transact } from '../database/db.ts'
import { breachesOf } from '../laws.ts'
import type { PlaceCheckout } from '../orders/checkout-contract.ts'
import type { Order, PlaceOrder } from '../orders/contract.ts'
import { lockOrderOf } from '../orders/move-order.ts'
import { setPaid } from '../orders/payment-states.ts'
import { orderLines, orders } from '../orders/table.server.ts'
import { paymentIntents } from '../payments/table.server.ts'
import { products } from '../products/table.server.ts'
import { totalCents } from '../products/total.ts'
import type { Shop } from '../shop.ts'

type Sold = { id: string; name: string; unitPriceCents: number; minOrder: number }

/** The body of POST /order for one block of a product, at its price, unless told otherwise. */
export function anOrder(product: Sold, changes: Partial<PlaceOrder> = {}): PlaceOrder {
  const quantity = Number(changes.quantity ?? product.minOrder)
  return {
    productId: product.id,
    productName: product.name,
    quantity,
    price: totalCents(product.unitPriceCents, product.minOrder, quantity) / 100,
    country: 'Norway',
    address: 'Storgata 1, Oslo',
    phone: '22 00 01 40',
    ...changes,
  }
}

type Wanted = { product: Sold; quantity?: number; reference?: string }

/** The body of POST /checkouts for these lines, a block of each unless told, at their price. */
export function aCheckout(lines: Wanted[], changes: Partial<PlaceCheckout> = {}): PlaceCheckout {
  const wanted = lines.map(({ product, quantity = product.minOrder, reference = '' }) => ({
    product,
    quantity,
    reference,
  }))
  const cents = wanted.map(({ product, quantity }) => totalCents(product.unitPriceCents, product.minOrder, quantity))
  return {
    lines: wanted.map(({ product: { id: productId }, ...line }) => ({ productId, ...line })),
    price: cents.reduce((sum, one) => sum + one, 0) / 100,
    country: 'Norway',
    address: 'Storgata 1, Oslo',
    ...changes,
  }
}

/** An order that was answered with 201. */
export async function placed(as: ApiClient, product: Sold, changes: Partial<PlaceOrder> = {}): Promise<Order> {
  const answer = await as.order.$post({ json: anOrder(product, changes) })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Order
}

/** Pays an order as markPaid would leave it, without asking Stripe. */
export async function paid({ db, clock }: Shop, { _id: id }: Order) {
  const at = clock.now()
  const transactionId = `pi_${id.replaceAll('-', '')}`
  await transact(db, async (tx) => {
    const found = await lockOrderOf(tx, id)
    const row = found && (await setPaid(tx, { id: found.id, transactionId, at }))
    if (!row) throw new Error(`order ${id} is not unpaid`)
    await tx.insert(paymentIntents).values({
      id: transactionId,
      buyerId: row.buyerId,
      orderId: row.id,
      amountCents: row.priceCents,
      currency: 'usd',
      status: 'succeeded',
      createdAt: at,
      checkedAt: at,
      settledAt: at,
    })
    await record(tx, ...row.lines.map((line) => ({ at, actor: null, action: 'order.paid' as const, subject: line.id })))
  })
  return transactionId
}

/** How long an order is held from the time it was placed, in milliseconds. */
export const lasts = ({ createdAt, expiresAt }: Order) => Date.parse(expiresAt) - Date.parse(createdAt)

export async function stockOf({ db }: Shop, { id }: { id: string }) {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id))
  return row?.stock
}

/** Every line with what its order says, under the id that the calls know it by. */
export async function ordersIn({ db }: Shop) {
  const rows = await db.select().from(orderLines).innerJoin(orders, eq(orders.id, orderLines.orderId))
  return rows.map(({ order_lines: line, orders: order }) => ({ ...order, ...line }))
}

export const ordersOf = async (shop: Shop, { id }: { id: string }) =>
  (await ordersIn(shop)).filter(({ productId }) => productId === id)

/** The order that a line stands in; to the calls it has the line's id. */
export async function orderIdOf({ db }: Shop, { _id: id }: Pick<Order, '_id'>) {
  const [line] = await db.select().from(orderLines).where(eq(orderLines.id, id))
  if (!line) throw new Error(`there is no line ${id}`)
  return line.orderId
}

/** Every law of money, stock and orders. */
export const expectLaws = async ({ db, clock }: Shop) => expect(await breachesOf(db, clock.now())).toEqual([])

/** Counts answers by their status. */
export function byStatus(answers: { status: number }[]) {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Makes a delivery older by the database's clock. */
export const ageDelivery = ({ db }: Pick<Shop, 'db'>, lineId: string, seconds: number) =>
  db.execute(sql`with o as (
      update orders set paid_at = paid_at - make_interval(secs => ${seconds})
      where id = (select order_id from order_lines where id = ${lineId}) returning id
    ) update order_lines set delivered_at = delivered_at - make_interval(secs => ${seconds}) where id = ${lineId}`)
