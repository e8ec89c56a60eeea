import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CompleteDelivery, Order } from './contract.ts'
import { lockOrderOf } from './move-order.ts'
import { writeOrderMail } from './order-mails.ts'
import { findOrder, hasLine, linesOf, noSuchOrder, orderOf, toOrder, toOrderOf } from './orders.ts'
import { orderLines, orders } from './table.server.ts'

/** Marks a paid order as delivered; again changes nothing. Throws Refusal not_found, or conflict when it is not paid. */
export const markDelivered = (shop: Shop, admin: User, { id }: { id: string }): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    const at = shop.clock.now()
    // The order before its line, always: a refund of the whole waits, and then finds a line that is delivered.
    const order = await lockOrderOf(tx, id)
    const isPaid = and(eq(orderLines.id, id), eq(orderLines.status, 'paid'))
    const [line] = await tx.update(orderLines).set({ status: 'delivered', deliveredAt: at }).where(isPaid).returning()
    if (!order || !line) {
      const found = await orderOf(tx, admin, id)
      if (found.deleverd) return found
      throw new Refusal('conflict', 'Only a paid order can be delivered.')
    }
    const { productName, quantity } = line
    const number = toOrderNumber(order.number)
    const after = { status: 'delivered', number, buyerId: order.buyerId, productName, quantity }
    const turn = { before: { status: 'paid' }, after }
    await record(tx, { at, actor: admin, action: 'order.deliver', subject: line.id, ...turn })
    await writeOrderMail({ ...shop, db: tx }, 'delivered', { ...order, lines: [line] })
    return toOrder({ order, line })
  })

type Address = z.output<typeof CompleteDelivery> & { id: string }

/** Sets the address of the buyer's own unpaid order. Throws Refusal not_found, or conflict when it is paid. */
export async function completeDelivery({ db }: Shop, buyer: User, { id, ...where }: Address): Promise<Order> {
  const mine = and(hasLine(id), eq(orders.buyerId, buyer.id), eq(orders.status, 'unpaid'))
  const [row] = await db.update(orders).set(where).where(mine).returning()
  if (row) return toOrderOf({ ...row, lines: await linesOf(db, row.id) }, id)
  const found = await findOrder(db, id)
  if (found?.order.buyerId !== buyer.id) throw noSuchOrder()
  const status = found.line.status === 'delivered' ? 'delivered' : 'paid'
  throw new Refusal('conflict', `This order is ${status}; its address stays.`)
}
