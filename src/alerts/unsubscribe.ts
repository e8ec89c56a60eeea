import { refuseReviewMails } from '../reviews/ask-for-reviews.ts'
import type { Shop } from '../shop.ts'
import type { MailKind } from './contract.ts'
import { endAlertsOf } from './stock-alerts.ts'
import { stopOf } from './stop-link.ts'

const END: Record<MailKind, (shop: Shop, of: string) => Promise<unknown>> = {
  'back-in-stock': ({ db }, email) => endAlertsOf(db, email),
  'review-ask': refuseReviewMails,
}

/** Ends the mails of a link, repeatedly and without a sign-in; throws Refusal not_found. */
export async function unsubscribe(shop: Shop, token: string): Promise<void> {
  const { stop, of } = stopOf(shop.config, token)
  await END[stop](shop, of)
}
