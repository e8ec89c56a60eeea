import type { Shop } from '../shop.ts'
import type { MailKind } from './contract.ts'
import { endAlertsOf } from './stock-alerts.ts'
import { stopOf } from './stop-link.ts'

const END: Record<MailKind, (shop: Shop, email: string) => Promise<unknown>> = {
  'back-in-stock': ({ db }, email) => endAlertsOf(db, email),
}

/** Ends the mails that a link is for. Works repeatedly and without signing in; throws Refusal not_found. */
export async function unsubscribe(shop: Shop, token: string): Promise<void> {
  const { stop, email } = stopOf(shop.config, token)
  await END[stop](shop, email)
}
