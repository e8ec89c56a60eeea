import { and, desc, eq, gt, isNull, lt, not, or, sql } from 'drizzle-orm'
import { staffAmong } from '../accounts/accounts.ts'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { DAY } from '../config/clock.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { modelTitle } from '../fits/models.ts'
import { lastPaymentFor, payersAmong } from '../orders/orders.ts'
import { productNamed, rowHolding } from '../products/named-product.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { OwnPartReview, PartReview, PartReviewListing, PartReviews, Rating, ReviewPart } from './part-contract.ts'
import { MAY_CHANGE_DAYS } from './part-review-rules.ts'
import { refuseSecondOfUnverified } from './reviews.ts'
import { reviews } from './table.server.ts'

type ReviewRow = typeof reviews.$inferSelect

/** The reviews of a part, newest first; throws Refusal not_found. */
export async function reviewsOfPart(db: Db, name: string, listing: PartReviewListing): Promise<PartReviews> {
  const { row } = await rowHolding(db, name)
  return reviewsOfProduct(db, row.id, listing)
}

/** `reviewsOfPart` for a product that is known to be there. */
export async function reviewsOfProduct(db: Db, id: string, { limit, cursor }: PartReviewListing): Promise<PartReviews> {
  const from = cursor ? lt(reviews.id, cursor) : undefined
  const [rating, rows] = await Promise.all([
    ratingOf(db, id),
    db
      .select()
      .from(reviews)
      .where(and(isShownOf(id), from))
      .orderBy(desc(reviews.id))
      .limit(limit + 1),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rating, reviews: await toPartReviews(db, id, shown), next: last?.id ?? null }
}

const isShownOf = (productId: string) =>
  and(eq(reviews.productId, productId), sql`${reviews.ofPart}`, isNull(reviews.hiddenAt))

async function ratingOf(db: Db, productId: string): Promise<Rating> {
  const rows = await db
    .select({ rating: reviews.rating, count: sql<number>`count(*)::int` })
    .from(reviews)
    .where(isShownOf(productId))
    .groupBy(reviews.rating)
  const stars = [1, 2, 3, 4, 5].map((star) => rows.find(({ rating }) => rating === star)?.count ?? 0)
  const count = stars.reduce((sum, one) => sum + one, 0)
  const sum = stars.reduce((total, one, at) => total + one * (at + 1), 0)
  return { count, average: count ? Math.round((sum / count) * 10) / 10 : null, stars }
}

/** The data that a user sees before reviewing a part on sale; throws Refusal not_found. */
export async function ownPartReview(db: Db, user: User, name: string): Promise<OwnPartReview> {
  const { _id, slug, name: called, number, maker, img } = await productNamed(db, name)
  const [bought, [row]] = await Promise.all([
    lastPaymentFor(db, user.id, _id),
    db.select().from(reviews).where(isOwn(user, _id)),
  ])
  const [review = null] = row ? await toPartReviews(db, _id, [row]) : []
  return {
    product: { _id, slug, name: called, number, maker, img },
    bought: bought ? { ...bought, at: bought.at.toISOString() } : null,
    review,
  }
}

type Reviewed = { review: PartReview; isNew: boolean }

/**
 * Writes somebody's review of a part on sale, or changes the one that they wrote. Throws Refusal not_found, invalid for
 * an appliance that there is not, and conflict for one that is hidden or too old to change.
 */
export const reviewPart = ({ db, clock }: Shop, author: Actor, { id, ...sent }: ReviewPart & { id: string }) =>
  transact(db, async (tx): Promise<Reviewed> => {
    const { _id: productId } = await productNamed(tx, id)
    const isOther = or(not(reviews.ofPart), not(eq(reviews.productId, productId)))
    await refuseSecondOfUnverified(tx, author, isOther)
    await stillTheirs(tx, author)
    const now = clock.now()
    const { rating, title, words: description, photos, fitted = null } = sent
    const model = sent.model ? await modelTitle(tx, sent.model) : sent.model
    const said = { name: author.name, image: author.image, rating, title, description, photos, model, fitted }
    const [added] = await tx
      .insert(reviews)
      .values({ ...said, model: model ?? '', authorId: author.id, productId, ofPart: true, createdAt: now })
      .onConflictDoNothing({ target: [reviews.authorId, reviews.productId], where: sql`of_part` })
      .returning()
    const mayChange = and(isNull(reviews.hiddenAt), gt(reviews.createdAt, new Date(now.getTime() - MAY_CHANGE)))
    const own = and(isOwn(author, productId), mayChange)
    const [row] = added ? [added] : await tx.update(reviews).set(said).where(own).returning()
    if (!row) throw await whyNot(tx, author, productId)
    await announceCatalogueChange(tx)
    const [review] = await toPartReviews(tx, productId, [row])
    if (!review) throw new Error('the review was not stored')
    return { review, isNew: added !== undefined }
  })

const MAY_CHANGE = MAY_CHANGE_DAYS * DAY

const isOwn = ({ id }: User, productId: string) =>
  and(eq(reviews.authorId, id), eq(reviews.productId, productId), sql`${reviews.ofPart}`)

async function whyNot(db: Db, author: User, productId: string) {
  const [row] = await db.select({ hiddenAt: reviews.hiddenAt }).from(reviews).where(isOwn(author, productId))
  if (row?.hiddenAt) return new Refusal('conflict', 'The shop has hidden your review of this part.')
  return new Refusal('conflict', `A review can be changed for ${MAY_CHANGE_DAYS} days. Yours is older.`)
}

async function toPartReviews(db: Db, productId: string, rows: ReviewRow[]): Promise<PartReview[]> {
  const authors = rows.flatMap(({ authorId }) => authorId ?? [])
  const [staff, payers] = await Promise.all([staffAmong(db, authors), payersAmong(db, authors, productId)])
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    staff: staff.has(row.authorId ?? ''),
    verified: payers.has(row.authorId ?? ''),
    rating: row.rating,
    title: row.title,
    words: row.description,
    photos: row.photos,
    model: row.model,
    fitted: row.fitted,
    createdAt: row.createdAt.toISOString(),
  }))
}
