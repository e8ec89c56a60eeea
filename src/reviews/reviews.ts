import { and, desc, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { staffAmong } from '../accounts/accounts.ts'
import type { Actor } from '../accounts/contract.ts'
import { lockUser } from '../accounts/identity/identity-rows.ts'
import { stillMay, stillTheirs } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { type Db, transact } from '../database/db.ts'
import { hasPaidFor } from '../orders/orders.ts'
import { namesOnSale } from '../products/products.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AddReview, HideReview, Review, ReviewListing } from './contract.ts'
import { reviewMailRefusals, reviews } from './table.server.ts'

const isSeen = and(not(reviews.ofPart), isNull(reviews.hiddenAt))

/** No later review of the same person is visible; the seeded reviews belong to no person. */
const isLatestOfPerson = sql`not exists (
  select 1 from ${reviews} later
  where later.author_id = ${reviews.authorId} and later.id > ${reviews.id} and not later.of_part and later.hidden_at is null
)`

/** The latest `limit` reviews, the oldest of them first. */
export async function latestReviews(db: Db, { limit, people }: ReviewListing): Promise<Review[]> {
  const asked = people === 'once' ? and(isSeen, isLatestOfPerson) : isSeen
  const rows = await db.select().from(reviews).where(asked).orderBy(desc(reviews.id)).limit(limit)
  const [staff, named] = await Promise.all([
    staffAmong(
      db,
      rows.flatMap(({ authorId }) => authorId ?? []),
    ),
    namesOnSale(
      db,
      rows.flatMap(({ productId }) => productId ?? []),
    ),
  ])
  return rows.reverse().map((row) => {
    const name = named.get(row.productId ?? '')
    const product = row.productId && name ? { _id: row.productId, name } : null
    return toReview(row, { product, staff: staff.has(row.authorId ?? '') })
  })
}

/**
 * Name and picture are the author's, as they are today. Throws Refusal conflict for a second one before it is known who
 * writes, and invalid for a part that the author has not paid for.
 */
export const addReview = ({ db, clock }: Shop, author: Actor, sent: z.output<typeof AddReview>) =>
  transact(db, async (tx) => {
    const { review, description, productId } = sent
    await refuseSecondOfUnverified(tx, author)
    await stillTheirs(tx, author)
    const product = productId ? await boughtProduct(tx, author, productId) : null
    const [row] = await tx
      .insert(reviews)
      .values({
        authorId: author.id,
        productId: product?._id,
        name: author.name,
        image: author.image,
        rating: review,
        description,
        createdAt: clock.now(),
      })
      .returning()
    if (!row) throw new Error('the review was not stored')
    await announceCatalogueChange(tx)
    return toReview(row, { product, staff: (await staffAmong(tx, [author.id])).has(author.id) })
  })

async function boughtProduct(db: Db, { id }: Actor, productId: string) {
  const name = (await namesOnSale(db, [productId])).get(productId)
  if (name && (await hasPaidFor(db, id, productId))) return { _id: productId, name }
  throw new Refusal('invalid', 'Choose a part on sale that you bought', { field: 'productId' })
}

/** `others` is what of theirs counts; all, unless told. */
export async function refuseSecondOfUnverified(tx: Db, { id, emailVerified }: Actor, others?: SQL) {
  if (emailVerified) return
  // Their reviews take turns, so that each sees those before it.
  await lockUser(tx, id)
  if ((await tx.$count(reviews, and(eq(reviews.authorId, id), others))) === 0) return
  throw new Refusal('conflict', 'You have written a review. Verify your e-mail, then write more.')
}

/** Hides a review or shows it again, with an audit entry; without a change there is none. */
export const hideReview = ({ db, clock }: Shop, by: Actor, { id, hidden, reason }: HideReview & { id: string }) =>
  transact(db, async (tx) => {
    await stillMay(tx, by, 'reviews.hide')
    const at = clock.now()
    const [before] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
    if (!before) throw new Refusal('not_found', 'There is no such review.')
    const was = before.hiddenAt !== null
    if (was === hidden) return { _id: id, hidden }
    await tx
      .update(reviews)
      .set({ hiddenAt: hidden ? at : null })
      .where(eq(reviews.id, id))
    const change = { before: { hidden: was }, after: { hidden, reason } }
    await record(tx, { at, actor: by, action: hidden ? 'review.hide' : 'review.show', subject: id, ...change })
    await announceCatalogueChange(tx)
    return { _id: id, hidden }
  })

/** What somebody wrote stays when their account is deleted, without name and picture. */
export async function forgetAuthor(db: Db, authorId: string) {
  await db.delete(reviewMailRefusals).where(eq(reviewMailRefusals.personId, authorId))
  const isTheirs = eq(reviews.authorId, authorId)
  const written = await db.update(reviews).set({ name: 'a customer', image: null }).where(isTheirs).returning()
  if (written.length > 0) await announceCatalogueChange(db)
}

/** Takes the author off reviews that the present owner of the account did not write. */
export async function disownReviews(db: Db, authorId: string) {
  await forgetAuthor(db, authorId)
  await db.update(reviews).set({ authorId: null }).where(eq(reviews.authorId, authorId))
}

type Beside = Pick<Review, 'product' | 'staff'>

const toReview = (row: typeof reviews.$inferSelect, { product, staff }: Beside): Review => ({
  _id: row.id,
  name: row.name,
  img: row.image,
  description: row.description,
  review: row.rating,
  createdAt: row.createdAt.toISOString(),
  product,
  staff,
})
