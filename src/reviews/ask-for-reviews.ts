import { and, eq, inArray, sql } from 'drizzle-orm'
import { emailsOf } from '../accounts/find-people.ts'
import { isVerified } from '../accounts/identity/identity-rows.ts'
import { stopLink } from '../alerts/stop-link.ts'
import { DAY } from '../config/clock.ts'
import { type Db, transact } from '../database/db.ts'
import { type ArrivedOrder, takeArrived } from '../orders/arrived-orders.ts'
import { productsOf } from '../products/products.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { reviewMailRefusals, reviews } from './table.server.ts'

/** How long after its arrival an order's buyer is asked. */
const ASK_AFTER = 7 * DAY
/** Orders that arrived longer ago are skipped, so that a shop that begins to ask leaves old orders in peace. */
const ASK_UNTIL = 21 * DAY
const PORTION = 50
/** A mail asks about so many parts of an order at most: nobody reads hundreds of buttons. */
const MOST_PARTS = 10

/** Asks the buyers of orders that arrived a week ago for reviews, once an order. Safe to run anywhere, at any time. */
export async function askForReviews(shop: Shop): Promise<void> {
  while ((await askSome(shop)) === PORTION);
}

const askSome = (shop: Shop) =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const before = (ms: number) => new Date(at.getTime() - ms)
    const window = { after: before(ASK_UNTIL), until: before(ASK_AFTER), limit: PORTION, at }
    const taken = await takeArrived(tx, window)
    for (const order of taken) await askBuyer({ ...shop, db: tx }, order)
    return taken.length
  })

/** Skips buyers who are not verified, want no such mail or have reviewed every part. */
async function askBuyer({ db, post, config }: Shop, { id, number, buyerId, productIds }: ArrivedOrder) {
  if (!(await isVerified(db, buyerId)) || !(await wantsReviewMails(db, buyerId))) return
  const to = (await emailsOf(db, [buyerId])).get(buyerId)
  const reviewed = await reviewedBy(db, buyerId, productIds)
  const parts = (await productsOf(db, productIds)).filter(({ _id }) => !reviewed.has(_id))
  if (!to || parts.length === 0) return
  await post.write(db, {
    template: 'review-ask',
    id,
    to,
    number: toOrderNumber(number),
    parts: parts.slice(0, MOST_PARTS).map(({ name, number, slug }) => ({
      name,
      number,
      url: `${config.appOrigin}/review/${encodeURIComponent(slug)}`,
    })),
    stop: stopLink(config, 'review-ask', buyerId),
  })
}

const isRefusalOf = (personId: string) => eq(reviewMailRefusals.personId, personId)

async function reviewedBy(db: Db, authorId: string, productIds: string[]): Promise<Set<string | null>> {
  const isTheirs = and(eq(reviews.authorId, authorId), inArray(reviews.productId, productIds), sql`${reviews.ofPart}`)
  const rows = await db.select({ id: reviews.productId }).from(reviews).where(isTheirs)
  return new Set(rows.map(({ id }) => id))
}

/** Whether somebody is asked for reviews; everybody is who has not ended it. */
export const wantsReviewMails = async (db: Db, personId: string) =>
  (await db.$count(reviewMailRefusals, isRefusalOf(personId))) === 0

/** Lets somebody be asked for reviews again. */
export const takeReviewMails = ({ db }: Pick<Shop, 'db'>, personId: string) =>
  db.delete(reviewMailRefusals).where(isRefusalOf(personId))

/** Ends the mails that ask somebody for reviews; an account that is gone gets none anyway. */
export const refuseReviewMails = ({ db, clock }: Shop, personId: string) =>
  db.execute(sql`
    insert into review_mail_refusals (person_id, at)
    select id, ${clock.now()} from users where id = ${personId} and closed_at is null on conflict do nothing`)
