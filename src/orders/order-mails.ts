import { isVerified } from '../accounts/identity/access.ts'
import type { OrderTemplate } from '../post/mail.ts'
import type { Shop } from '../shop.ts'
import type { WholeOrder } from './orders.ts'

/** With the parcel, where the mail is about one. */
type Told = WholeOrder & { parcel?: { carrier: string; number: string } }

/** Writes a mail about an order in the caller's transaction. Who is not verified is told of money that goes back, and of nothing else. */
export async function writeOrderMail(shop: Shop, template: OrderTemplate, order: Told) {
  if (template !== 'refunded' && !(await isVerified(shop.db, order.buyerId))) return
  await shop.post.write(shop.db, { template, order })
}
