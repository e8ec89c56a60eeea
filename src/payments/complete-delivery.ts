import type { z } from 'zod'
import type { Actor } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { transact } from '../database/db.ts'
import { setDelivery } from '../orders/change-sums.ts'
import type { CompleteDelivery, Order } from '../orders/contract.ts'
import { lockOrderOf } from '../orders/move-order.ts'
import { findOrder, noSuchOrder, toOrderOf } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { closing, refuseWhilePayable } from './close-unpaid.ts'

type Address = z.output<typeof CompleteDelivery> & { id: string }

/**
 * Sets the address of the buyer's own unpaid order; another country ends its payment intent where sums depend on it.
 * Throws Refusal not_found, invalid for a country, or conflict when it is paid.
 */
export const completeDelivery = (shop: Shop, buyer: Actor, { id, ...where }: Address): Promise<Order> =>
  closing(shop, () =>
    transact(shop.db, async (tx) => {
      await stillTheirs(tx, buyer)
      const held = await lockOrderOf(tx, id)
      const found = await findOrder(tx, id)
      if (!held || found?.order.buyerId !== buyer.id) throw noSuchOrder()
      if (held.status !== 'unpaid') {
        const status = found.line.status === 'delivered' ? 'delivered' : 'paid'
        throw new Refusal('conflict', `This order is ${status}; its address stays.`)
      }
      if (held.disownedAt) throw new Refusal('conflict', 'This order has expired. Place it again.')
      const { order, isReckonedAnew } = await setDelivery(tx, held, where)
      if (isReckonedAnew) await refuseWhilePayable(tx, held.id)
      return toOrderOf(order, id)
    }),
  )
