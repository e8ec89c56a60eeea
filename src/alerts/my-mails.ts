import type { Actor, User } from '../accounts/contract.ts'
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
 * Turns mails on and off, for the address of now. To an unverified address the newsletter starts with a link, and cannot be
 * ended from here.
 */
export async function changeMails(shop: Shop, user: Actor, wanted: ChangeMails): Promise<MyMails> {
  const changed = changeInOne(shop, user, wanted)
  if (wanted.newsletter === true && !user.emailVerified) await inEvenTime(changed)
  return mailsOf(shop, await changed)
}

const changeInOne = (shop: Shop, user: Actor, { reviewAsks, newsletter }: ChangeMails) =>
  transact(shop.db, async (db) => {
    const inside = { ...shop, db }
    const now = await stillTheirs(db, user)
    const { email, emailVerified } = now
    if (reviewAsks !== undefined) await (reviewAsks ? takeReviewMails : refuseReviewMails)(inside, now.id)
    if (newsletter === true) await (emailVerified ? subscribeProved : subscribe)(inside, email)
    if (newsletter === false && emailVerified) await endNewsletter(inside, email)
    return now
  })
