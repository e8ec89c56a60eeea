import { disownUnpaid, forgetOrders, refuseWhileUnderWay, refuseWhileUnpaid } from '../orders/when-buyer-leaves.ts'
import { cancelUnpaidOrdersOf } from '../payments/close-unpaid.ts'
import { endPaymentsOf, refuseWhileOwed } from '../payments/when-payer-leaves.ts'
import type { Shop } from '../shop.ts'
import { forgetPerson } from './own-data.ts'

/** What each capability does about somebody who deletes their account. */
export const leaving: Shop['leaving'] = {
  async refuse({ db }, { id }) {
    await refuseWhileUnderWay(db, id)
    await refuseWhileOwed(db, id)
  },
  windUp: cancelUnpaidOrdersOf,
  refuseNew: ({ db }, { id }) => refuseWhileUnpaid(db, id),
  async forget(shop, person) {
    const buyerId = person.id
    await disownUnpaid(shop.db, { buyerId, at: shop.clock.now() })
    await forgetOrders(shop, { buyerId, isClosed: true })
    await endPaymentsOf(shop, person.id)
    await forgetPerson(shop.db, person)
  },
}
