import { isOpen, isVerified } from '../accounts/identity/identity-rows.ts'
import type { MailOrder, OrderTemplate } from '../post/mail.ts'
import type { Shop } from '../shop.ts'
import type { WholeOrder } from './orders.ts'

/** `parcel` and `otherLines` are set for a mail about one parcel, `reason` for its correction, `left` for a line that was cancelled. */
type Told = WholeOrder & Pick<MailOrder, 'parcel' | 'otherLines' | 'reason' | 'left'>

/**
 * Writes a mail about an order in the caller's transaction. An unverified buyer gets mails about refunds only, and nobody
 * gets one about an order that a stranger placed in their name, or of an account that was closed since.
 */
export async function writeOrderMail(shop: Shop, template: OrderTemplate, order: Told) {
  const isTold = template === 'refunded' ? isOpen : isVerified
  if (order.disownedAt || !(await isTold(shop.db, order.buyerId))) return
  await shop.post.write(shop.db, { template, order })
}
