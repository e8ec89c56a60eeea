import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { emailsOf } from '../accounts/people.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { transact } from '../database/db.ts'
import { DELIVERY_WAITS_MS } from '../post/mail.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CompleteDelivery, Order } from './contract.ts'
import { lockOrderOf } from './move-order.ts'
import { writeOrderMail } from './order-mails.ts'
import {
  findOrder,
  hasOpenLine,
  linesOf,
  noSuchOrder,
  type OrderedLine,
  orderOf,
  toOrder,
  toOrderOf,
} from './orders.ts'
import { orderLines, orders } from './table.server.ts'

const TAKEN_BACK_WITHIN = sql.raw(`interval '${DELIVERY_WAITS_MS} milliseconds'`)
/** One clock for all nodes, with the precision of a JavaScript date. */
const DATABASE_NOW = sql.raw(`date_trunc('milliseconds', clock_timestamp())`)

/** Marks a paid order as delivered; again changes nothing. Throws Refusal not_found, or conflict when it is not paid. */
export const markDelivered = (shop: Shop, admin: User, { id }: { id: string }): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    // The order before its line, always: a refund of the whole waits, and then finds a line that is delivered.
    const order = await lockOrderOf(tx, id)
    if (!order) throw noSuchOrder()
    const isPaid = and(eq(orderLines.id, id), eq(orderLines.status, 'paid'))
    const deliveredAt = sql`greatest(${DATABASE_NOW}, ${order.paidAt}::timestamptz)`
    const [line] = await tx.update(orderLines).set({ status: 'delivered', deliveredAt }).where(isPaid).returning()
    if (!line) {
      const found = await orderOf(tx, admin, id)
      if (found.deleverd) return found
      throw new Refusal('conflict', 'Only a paid order can be delivered.')
    }
    const at = shop.clock.now()
    const turn = { before: { status: 'paid' }, after: wordsOf({ order, line }) }
    await record(tx, { at, actor: admin, action: 'order.deliver', subject: line.id, ...turn })
    await writeOrderMail({ ...shop, db: tx }, 'delivered', { ...order, lines: [line] })
    return toOrder({ order, line })
  })

/**
 * Sets a delivered order back to paid within ten seconds, and its mail is never sent; one that was taken back before
 * stays as it is. Throws Refusal not_found, or conflict when it is later than that or was never delivered.
 */
export const takeBackDelivery = (shop: Shop, admin: User, { id }: { id: string }): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    const order = await lockOrderOf(tx, id)
    const isDelivered = and(eq(orderLines.id, id), eq(orderLines.status, 'delivered'))
    const [sent] = await tx.select().from(orderLines).where(isDelivered)
    if (!order || !sent) {
      const found = await orderOf(tx, admin, id)
      if (found.status === 'paid') return found
      throw new Refusal('conflict', 'Only a delivered order can be taken back.')
    }
    const isHere = (await emailsOf(tx, [order.buyerId])).size > 0
    if (!isHere) throw new Refusal('conflict', 'The customer has closed the account, and the address is gone.')
    // The job before the time: it is not due while there is time left, so no worker can have fetched it.
    await shop.post.takeBack(tx, { template: 'delivered', order: { ...order, lines: [sent] } })
    const inTime = sql`${orderLines.deliveredAt} + ${TAKEN_BACK_WITHIN} > ${DATABASE_NOW}`
    const back = tx.update(orderLines).set({ status: 'paid', deliveredAt: null })
    const [line] = await back.where(and(isDelivered, inTime)).returning()
    if (!line) throw new Refusal('conflict', 'It is too late to take this delivery back: the customer is being told.')
    const turn = { before: { status: 'delivered', deliveredAt: sent.deliveredAt }, after: wordsOf({ order, line }) }
    await record(tx, { at: shop.clock.now(), actor: admin, action: 'order.take-back', subject: id, ...turn })
    return toOrder({ order, line })
  })

/** For how long a delivery may still be taken back, by the database's clock. */
export const takeBackMs = sql<number>`
  greatest(0, ceil(extract(epoch from ${orderLines.deliveredAt} + ${TAKEN_BACK_WITHIN} - ${DATABASE_NOW}) * 1000))::int`

const wordsOf = ({ order, line: { status, productName, quantity } }: OrderedLine) => ({
  status,
  number: toOrderNumber(order.number),
  buyerId: order.buyerId,
  productName,
  quantity,
})

type Address = z.output<typeof CompleteDelivery> & { id: string }

/** Sets the address of the buyer's own unpaid order. Throws Refusal not_found, or conflict when it is paid. */
export async function completeDelivery({ db }: Shop, buyer: User, { id, ...where }: Address): Promise<Order> {
  const mine = and(hasOpenLine(id), eq(orders.buyerId, buyer.id), eq(orders.status, 'unpaid'))
  const [row] = await db.update(orders).set(where).where(mine).returning()
  if (row) return toOrderOf({ ...row, lines: await linesOf(db, row.id) }, id)
  const found = await findOrder(db, id)
  if (found?.order.buyerId !== buyer.id) throw noSuchOrder()
  const status = found.line.status === 'delivered' ? 'delivered' : 'paid'
  throw new Refusal('conflict', `This order is ${status}; its address stays.`)
}
