import { z } from 'zod'
import { whole } from '../wire/numbers.ts'
import { atMost, oneLine, PhotoAddress } from '../wire/typed-text.ts'
import { FITTED } from './part-review-rules.ts'

/** A review of a part, as its page shows it. */
export const PartReview = z.object({
  _id: z.uuid(),
  name: z.string(),
  staff: z.boolean().describe('Written by somebody who works at the shop'),
  verified: z.boolean().describe('The author has paid for the part and did not get the money back'),
  rating: z.number().int(),
  title: z.string(),
  words: z.string(),
  photos: z.array(z.string()),
  model: z.string().describe('The appliance that it went into; empty when the author does not say'),
  fitted: z.enum(FITTED).nullable(),
  createdAt: z.iso.datetime(),
})
export type PartReview = z.infer<typeof PartReview>

export const Rating = z.object({
  count: z.number().int(),
  average: z.number().nullable().describe('With one decimal; null without a review'),
  stars: z.array(z.number().int()).describe('How many gave 1, 2, 3, 4 and 5'),
})
export type Rating = z.infer<typeof Rating>

export const PartReviews = z.object({ rating: Rating, reviews: z.array(PartReview), next: z.string().nullable() })
export type PartReviews = z.infer<typeof PartReviews>

/** Newest first; `cursor` is the `next` of the page before. */
export const PartReviewListing = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(5),
  cursor: z.uuid('This page of the list is not known. Start from the first.').optional(),
})
export type PartReviewListing = z.infer<typeof PartReviewListing>

const RATING = 'Choose a rating from 1 to 5'

/** One review a person and part: sending another changes the first. */
export const ReviewPart = z.object({
  rating: whole(RATING).refine((n) => n >= 1 && n <= 5, RATING),
  title: oneLine(60).min(1, 'Say it in a few words'),
  words: atMost(600).min(20, 'Write at least 20 letters'),
  photos: z.array(PhotoAddress.min(1, 'Enter an address')).max(4, 'At most 4 photos').default([]),
  model: oneLine(60).optional().describe('The number of an appliance; empty is not said, and none is as it is saved'),
  fitted: z.enum(FITTED).nullish(),
})
export type ReviewPart = z.infer<typeof ReviewPart>

/** The data that a user sees before reviewing a part. */
export const OwnPartReview = z.object({
  product: z.object({
    _id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    number: z.string().nullable(),
    maker: z.string().nullable(),
    img: z.string(),
  }),
  bought: z.object({ at: z.iso.datetime(), number: z.string() }).nullable(),
  review: PartReview.nullable(),
})
export type OwnPartReview = z.infer<typeof OwnPartReview>
