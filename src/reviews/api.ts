import { Hono } from 'hono'
import { z } from 'zod'
import { anyone, signedIn } from '../accounts/guards.ts'
import { body, query } from '../http/body.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers } from '../http/route-tags.ts'
import { AddReview, Review, ReviewListing } from './contract.ts'
import { addReview, latestReviews } from './reviews.ts'

export const reviewsApi = new Hono<Env>()
  .get('/reviews', anyone, query(ReviewListing), answers(200, z.array(Review)), async (c) =>
    c.json(await latestReviews(c.get('shop').db, c.req.valid('query').limit)),
  )
  .post(
    '/review',
    signedIn,
    limited('review', { points: 5, seconds: 600, by: 'user' }),
    body(AddReview),
    answers(201, Review),
    async (c) => c.json(await addReview(c.get('shop'), c.get('user'), c.req.valid('json')), 201),
  )
