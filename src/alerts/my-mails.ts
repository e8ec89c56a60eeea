import type { User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { transact } from '../database/db.ts'
import { inEvenTime } from '../http/even-time.ts'
import { endNewsletter, isSubscribed, subscribe, subscribeProved } from '../post/newsletter.ts'
import { productsOfIds } from '../products/product-names.ts'
import { refuseReviewMails, takeReviewMails, wantsReviewMails } from '../reviews/ask-for-reviews.ts'
import type { Shop } from '../shop.ts'
import type { ChangeMails, MyMails } from './contract.ts'
import { waitingOf } from './stock-alerts.ts'

/** The mails that a user gets beside those about orders; of an unverified address it reveals nothing. */
export async function mailsOf({ db }: Shop, user: User): Promise<MyMails> {
  const [reviewAsks, newsletter, waiting] = await Promise.all([
    wantsReviewMails(db, user.id),
    user.emailVerified && isSubscribed(db, user.email),
    waitingOf(db, user),
  ])
  const named = await productsOfIds(
    db,
    waiting.map(({ productId }) => productId),
  )
  const waitsFor = waiting.flatMap(({ productId, createdAt }) => {
    const part = named.get(productId)
    return part ? [{ ...part, askedAt: createdAt.toISOString() }] : []
  })
  return { reviewAsks, newsletter, waitsFor }
}

/**
 * Turns mails on and off. To an unverified address the newsletter starts with a link, and cannot be ended from here.
 */
export async function changeMails(shop: Shop, user: User, { reviewAsks, newsletter }: ChangeMails): Promise<MyMails> {
  if (reviewAsks !== undefined) await changeReviewMails(shop, user, reviewAsks)
  if (newsletter === true)
    await (user.emailVerified ? subscribeProved(shop, user.email) : inEvenTime(subscribe(shop, user.email)))
  if (newsletter === false && user.emailVerified) await endNewsletter(shop, user.email)
  return mailsOf(shop, user)
}

const changeReviewMails = (shop: Shop, user: User, wanted: boolean) =>
  transact(shop.db, async (db) => {
    await stillTheirs(db, user)
    await (wanted ? takeReviewMails : refuseReviewMails)({ ...shop, db }, user.id)
  })
