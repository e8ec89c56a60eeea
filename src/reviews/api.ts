import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone, signedIn } from '../accounts/guards.ts'
import { body, byId, param, query } from '../http/body.ts'
import { kept } from '../http/kept.ts'
import { makeOnce } from '../http/once-for-key.ts'
import { pageHeaders } from '../http/page-headers.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { ProductName } from '../products/contract.ts'
import { allReviews } from './all-reviews.ts'
import {
  AddReview,
  HiddenReview,
  HideReview,
  ListedReview,
  Review,
  ReviewListing,
  ReviewStateListing,
} from './contract.ts'
import { fewOfUnverified } from './few-of-unverified.ts'
import { OwnPartReview, PartReview, PartReviewListing, PartReviews, ReviewPart } from './part-contract.ts'
import { ownPartReview, reviewPart, reviewsOfPart } from './part-reviews.ts'
import { addReview, hideReview, latestReviews } from './reviews.ts'

export const reviewsApi = new Hono<Env>()
  .get(
    '/reviews',
    anyone,
    kept,
    query(ReviewListing),
    answers(200, z.array(Review), 'List the latest reviews'),
    async (c) => c.json(await reading(c, (db) => latestReviews(db, c.req.valid('query')))),
  )
  .post(
    '/review',
    signedIn,
    limited('review', { points: 5, seconds: 600, by: 'user' }),
    keyed,
    changes('catalogue'),
    body(AddReview),
    fewOfUnverified(),
    answers(201, Review, 'Write a review'),
    async (c) => {
      const sent = c.req.valid('json')
      return c.json(await makeOnce(c, sent, (shop) => addReview(shop, c.get('user'), sent)), 201)
    },
  )
  .get(
    '/allreviews',
    allowed('reviews.hide'),
    query(ReviewStateListing),
    answers(200, z.array(ListedReview), 'List all reviews, seen or hidden'),
    async (c) => {
      const page = await allReviews(c.get('shop'), c.req.valid('query'))
      return c.json(page.items, 200, pageHeaders(c.req.url, page))
    },
  )
  .patch(
    '/reviews/:id',
    allowed('reviews.hide'),
    changes('catalogue'),
    byId,
    body(HideReview),
    answers(200, HiddenReview, 'Hide a review, or show it again'),
    async (c) => {
      const asked = { ...c.req.valid('param'), ...c.req.valid('json') }
      return c.json(await hideReview(c.get('shop'), c.get('user'), asked))
    },
  )
  .get(
    '/product/:id/reviews',
    anyone,
    kept,
    param(ProductName),
    query(PartReviewListing),
    answers(200, PartReviews, 'List the reviews of a product, newest first, with its rating'),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await reading(c, (db) => reviewsOfPart(db, id, c.req.valid('query'))))
    },
  )
  .get(
    '/product/:id/review',
    signedIn,
    param(ProductName),
    answers(200, OwnPartReview, 'Show one’s own review of a product, and when one bought it'),
    async (c) => c.json(await ownPartReview(c.get('shop').db, c.get('user'), c.req.valid('param').id)),
  )
  .post(
    '/product/:id/review',
    signedIn,
    limited('part-review', { points: 20, seconds: 600, by: 'user' }),
    changes('catalogue'),
    param(ProductName),
    body(ReviewPart),
    fewOfUnverified(),
    answers(201, PartReview, 'Review a product, or change one’s review of it'),
    async (c) => {
      const sent = { ...c.req.valid('json'), ...c.req.valid('param') }
      const { review, isNew } = await reviewPart(c.get('shop'), c.get('user'), sent)
      return c.json(review, isNew ? 201 : 200)
    },
  )
