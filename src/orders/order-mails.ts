import { isVerified } from '../accounts/identity/access.ts'
import type { OrderTemplate } from '../post/mail.ts'
import type { Shop } from '../shop.ts'
import type { WholeOrder } from './orders.ts'

/** `parcel` is set for a mail about one parcel, `reason` for the correction of one. */
type Told = WholeOrder & { parcel?: { carrier: string; number: string }; reason?: string }

/** Writes a mail about an order in the caller's transaction. An unverified buyer gets mails about refunds only. */
export async function writeOrderMail(shop: Shop, template: OrderTemplate, order: Told) {
  if (template !== 'refunded' && !(await isVerified(shop.db, order.buyerId))) return
  await shop.post.write(shop.db, { template, order })
}
