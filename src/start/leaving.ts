import { forgetAddresses } from '../addresses/addresses.ts'
import { forgetAlerts } from '../alerts/stock-alerts.ts'
import { forgetRequests } from '../asks/asks.ts'
import { forgetCart } from '../carts/carts.ts'
import { forgetKeysOf } from '../database/once.ts'
import { forgetAppliances } from '../fits/appliances.ts'
import { forgetLists } from '../lists/saved-lists.ts'
import { forgetBuyer, refuseWhileUnderWay, refuseWhileUnpaid } from '../orders/orders-of-person.ts'
import { cancelUnpaidOrdersOf } from '../payments/end-intents.ts'
import { refuseWhileOwed } from '../payments/payments-of-person.ts'
import { forgetMessages } from '../post/contact.ts'
import { forgetSubscriber } from '../post/newsletter.ts'
import { forgetAsker } from '../questions/questions.ts'
import { forgetAuthor } from '../reviews/reviews.ts'
import type { Shop } from '../shop.ts'
import { forgetGroupOf } from '../sums/groups.ts'

/** What each capability does about somebody who deletes their account. */
export const leaving: Shop['leaving'] = {
  async refuse({ db }, { id }) {
    await refuseWhileUnderWay(db, id)
    await refuseWhileOwed(db, id)
  },
  windUp: cancelUnpaidOrdersOf,
  refuseNew: ({ db }, { id }) => refuseWhileUnpaid(db, id),
  async forget({ db }, { id, mailbox }) {
    await forgetBuyer(db, id)
    await forgetAuthor(db, id)
    await forgetAsker(db, id)
    await forgetAppliances(db, id)
    await forgetCart(db, id)
    await forgetLists(db, id)
    await forgetAddresses(db, id)
    await forgetGroupOf(db, id)
    await forgetAlerts(db, { id, mailbox })
    await forgetRequests(db, { id, mailbox })
    if (mailbox) {
      await forgetSubscriber(db, mailbox)
      await forgetMessages(db, mailbox)
    }
    await forgetKeysOf(db, id)
  },
}
