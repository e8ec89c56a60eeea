import { readdressAlerts } from '../alerts/stock-alerts.ts'
import { readdressRequests } from '../asks/asks.ts'
import { readdressOrders } from '../orders/readdress-orders.ts'
import { readdressMessages } from '../post/contact.ts'
import { readdressSubscriber } from '../post/newsletter.ts'
import type { Shop } from '../shop.ts'

/**
 * Moves each capability's future mails to the new address, and what came from a proved former one without signing in:
 * the old mailbox may belong to somebody else by then.
 */
export const onNewAddress: Shop['onNewAddress'] = async ({ db }, person) => {
  await readdressOrders(db, person)
  await readdressAlerts(db, person)
  await readdressRequests(db, person)
  const { former, email } = person
  if (former === undefined) return
  await readdressMessages(db, { former, email })
  await readdressSubscriber(db, { former, email })
}
