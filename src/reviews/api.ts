import { Hono } from 'hono'
import { z } from 'zod'
import { allowed, anyone, signedIn } from '../accounts/guards.ts'
import { body, byId, query } from '../http/body.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, kept } from '../http/route-tags.ts'
import { AddReview, HiddenReview, HideReview, Review, ReviewListing } from './contract.ts'
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
    changes('catalogue'),
    body(AddReview),
    answers(201, Review, 'Write a review'),
    async (c) => c.json(await addReview(c.get('shop'), c.get('user'), c.req.valid('json')), 201),
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
