import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { announceCatalogueChange } from '../database/catalogue-changes.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import type { AddReview, Review } from './contract.ts'
import { reviews } from './table.server.ts'

/** The latest `limit` reviews, the oldest of them first. */
export async function latestReviews(db: Db, limit: number): Promise<Review[]> {
  const rows = await db.select().from(reviews).orderBy(desc(reviews.id)).limit(limit)
  return rows.reverse().map(toReview)
}

/** Name and picture are the author's, as they are today. */
export const addReview = ({ db, clock }: Shop, author: User, { review, description }: z.output<typeof AddReview>) =>
  transact(db, async (tx) => {
    const [row] = await tx
      .insert(reviews)
      .values({
        authorId: author.id,
        name: author.name,
        image: author.image,
        rating: review,
        description,
        createdAt: clock.now(),
      })
      .returning()
    if (!row) throw new Error('the review was not stored')
    await announceCatalogueChange(tx)
    return toReview(row)
  })

const toReview = (row: typeof reviews.$inferSelect): Review => ({
  _id: row.id,
  name: row.name,
  img: row.image,
  description: row.description,
  review: row.rating,
  createdAt: row.createdAt.toISOString(),
})
