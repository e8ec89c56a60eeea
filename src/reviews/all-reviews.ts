import { and, desc, isNotNull, isNull, lt } from 'drizzle-orm'
import { pageOf } from '../database/lists.ts'
import { productsOfIds } from '../products/product-names.ts'
import type { Shop } from '../shop.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import type { ListedReview, ReviewStateListing } from './contract.ts'
import { reviews } from './table.server.ts'

/** The reviews of the shop and of parts, newest first: those that can be seen, or the hidden ones. */
export async function allReviews({ db }: Shop, listing: ReviewStateListing): Promise<Page<ListedReview>> {
  const isAsked = listing.state === 'hidden' ? isNotNull(reviews.hiddenAt) : isNull(reviews.hiddenAt)
  const from = listing.cursor ? lt(reviews.id, idOfCursor(listing.cursor)) : undefined
  const rows = await db
    .select()
    .from(reviews)
    .where(and(isAsked, from))
    .orderBy(desc(reviews.id))
    .limit(listing.limit + 1)
    .offset(rowsBefore(listing))
  const named = await productsOfIds(
    db,
    rows.flatMap(({ productId }) => productId ?? []),
  )
  const toItem = (row: (typeof rows)[number]): ListedReview => {
    const product = named.get(row.productId ?? '')
    return {
      _id: row.id,
      name: row.name,
      rating: row.rating,
      title: row.title,
      words: row.description,
      createdAt: row.createdAt.toISOString(),
      hidden: row.hiddenAt !== null,
      product: product ? { name: product.name, slug: product.slug } : null,
    }
  }
  return pageOf(db, { table: reviews, where: isAsked, listing, rows, toItem, cursorOf: ({ id }) => id })
}
