import { readdressAlerts } from '../alerts/stock-alerts.ts'
import { readdressRequests } from '../asks/asks.ts'
import { readdressOrders } from '../orders/orders-of-person.ts'
import type { Shop } from '../shop.ts'

/** What each capability has to come goes to somebody's new address: the mailbox of before may be somebody else's by then. */
export const onNewAddress: Shop['onNewAddress'] = async ({ db }, person) => {
  await readdressOrders(db, person)
  await readdressAlerts(db, person)
  await readdressRequests(db, person)
}
