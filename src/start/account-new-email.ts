import { readdressAlerts } from '../alerts/stock-alerts.ts'
import { readdressRequests } from '../asks/asks.ts'
import { readdressOrders } from '../orders/readdress-orders.ts'
import type { Shop } from '../shop.ts'

/** Moves each capability's future mails to the new address: the old mailbox may belong to somebody else by then. */
export const onNewAddress: Shop['onNewAddress'] = async ({ db }, person) => {
  await readdressOrders(db, person)
  await readdressAlerts(db, person)
  await readdressRequests(db, person)
}
