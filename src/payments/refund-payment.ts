import { and, eq } from 'drizzle-orm'
import { transact } from '../database/db.ts'
import { lockOrder } from '../orders/move-order.ts'
import { writeOrderMail } from '../orders/order-mails.ts'
import { setRefunded } from '../orders/payment-states.ts'
import type { Shop } from '../shop.ts'
import { paymentOf, recordPayment } from './settle.ts'
import { refundWhole } from './stripe-calls.ts'
import { paymentIntents } from './table.server.ts'

/**
 * Gives a payment back that bought nothing; throws until Stripe has taken the refund, so that the job tries again. One
 * that the bank still works on stays due, and the reconciler looks again.
 */
export async function refundPayment(shop: Shop, id: string): Promise<void> {
  const payment = await paymentOf(shop.db, id)
  if (payment?.status !== 'refund_due') return
  const refund = await refundWhole(shop.stripe, id, shop.clock.now())
  if (refund?.status === 'pending') return
  if (refund?.status !== 'succeeded') {
    throw new Error(`the refund of ${id} is ${refund?.status ?? 'missing'}`)
  }
  const at = shop.clock.now()
  await transact(shop.db, async (tx) => {
    const order = payment.orderId ? await lockOrder(tx, payment.orderId) : undefined
    const done = await tx
      .update(paymentIntents)
      .set({ status: 'refunded', refundId: refund.id, checkedAt: at })
      .where(and(eq(paymentIntents.id, id), eq(paymentIntents.status, 'refund_due')))
      .returning({ id: paymentIntents.id })
    if (done.length === 0) return
    const refunded = order?.transactionId === id ? await setRefunded(tx, { id: order.id, at }) : undefined
    if (refunded) {
      const inside = { ...shop, db: tx }
      const parts = refunded.lines.map(({ productId }) => productId)
      await shop.onStockBack(inside, parts)
      // The buyer of an order that was given back by hand has been told.
      if (!refunded.givenBackAt) await writeOrderMail(inside, 'refunded', refunded)
    }
    const change = { before: { payment: id, status: 'refund_due' }, after: { refund: refund.id, cents: refund.amount } }
    await recordPayment(tx, payment, { at, actor: null, action: 'order.refund', ...change })
  })
}
