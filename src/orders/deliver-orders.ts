import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CompleteDelivery, Order } from './contract.ts'
import { findOrder, noSuchOrder, orderOf, toOrder } from './orders.ts'
import { orders } from './table.server.ts'

/** Marks a paid order as delivered; again changes nothing. Throws Refusal not_found, or conflict when it is not paid. */
export const markDelivered = (shop: Shop, admin: User, id: string): Promise<Order> =>
  transact(shop.db, async (tx) => {
    await stillMay(tx, admin, 'orders.deliver')
    const at = shop.clock.now()
    const isPaid = and(eq(orders.id, id), eq(orders.status, 'paid'))
    const [row] = await tx.update(orders).set({ status: 'delivered', deliveredAt: at }).where(isPaid).returning()
    if (!row) {
      const order = await orderOf(tx, admin, id)
      if (order.deleverd) return order
      throw new Refusal('conflict', 'Only a paid order can be delivered.')
    }
    const { buyerEmail: email, productName, quantity } = row
    const turn = { before: { status: 'paid' }, after: { status: 'delivered', email, productName, quantity } }
    await record(tx, { at, actor: admin, action: 'order.deliver', subject: id, ...turn })
    await shop.post.write(tx, { template: 'delivered', order: row })
    return toOrder(row)
  })

type Address = z.output<typeof CompleteDelivery> & { id: string }

/** Says where an own unpaid order goes. Throws Refusal not_found, or conflict when it is paid. */
export async function completeDelivery(db: Db, buyer: User, { id, country, address, phone }: Address): Promise<Order> {
  const mine = and(eq(orders.id, id), eq(orders.buyerId, buyer.id), eq(orders.status, 'unpaid'))
  const [row] = await db.update(orders).set({ country, address, phone }).where(mine).returning()
  if (row) return toOrder(row)
  const found = await findOrder(db, id)
  if (found?.buyerId !== buyer.id) throw noSuchOrder()
  throw new Refusal(
    'conflict',
    `This order is ${found.status === 'delivered' ? 'delivered' : 'paid'}; its address stays.`,
  )
}
