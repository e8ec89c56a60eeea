import { endUnpaidOrdersOf } from '../orders/holds.ts'
import { endPaymentsOf } from '../payments/when-payer-leaves.ts'
import { disownQuestions } from '../questions/questions.ts'
import { disownReviews } from '../reviews/reviews.ts'
import type { Shop } from '../shop.ts'
import { OWN_TABLES } from './own-data.ts'

/** Paid orders stay with the account; what the former owner published stays without an author. */
const OTHERWISE: Record<string, (shop: Shop, userId: string) => Promise<unknown>> = {
  orders: endUnpaidOrdersOf,
  payment_intents: endPaymentsOf,
  reviews: ({ db }, userId) => disownReviews(db, userId),
  questions: ({ db }, userId) => disownQuestions(db, userId),
}

/**
 * Everything that somebody set in an account before the owner of its mailbox proved to be another ends: addresses, lists
 * with their links, the cart, appliances, mails that were asked for.
 */
export const onTakenOver: Shop['onTakenOver'] = async (shop, userId) => {
  for (const { table, forget } of OWN_TABLES) {
    const end = OTHERWISE[table]
    if (end) await end(shop, userId)
    else if (typeof forget !== 'string') await forget(shop.db, { id: userId, mailbox: undefined })
  }
}
