import { z } from 'zod'
import { Listing } from '../wire/listing.ts'
import { whole } from '../wire/numbers.ts'
import { atMost } from '../wire/typed-text.ts'
import { REVIEW_STATES } from './part-review-rules.ts'

/** `review` is the rating, 1 to 5, in the specification's spelling. */
export const Review = z.object({
  _id: z.uuid(),
  name: z.string(),
  img: z.string().nullable(),
  description: z.string(),
  review: z.number().int(),
  createdAt: z.iso.datetime(),
  product: z.object({ _id: z.uuid(), name: z.string() }).nullable().describe('The part on sale that it is about'),
  staff: z.boolean().describe('Written by somebody who works at the shop'),
})
export type Review = z.infer<typeof Review>

/** Name and picture come from the signed-in person, whatever is sent. */
export const AddReview = z.object({
  review: whole('Choose a rating from 1 to 5').refine((n) => n >= 1 && n <= 5, 'Choose a rating from 1 to 5'),
  description: atMost(1000).default(''),
  img: z.string().max(2000).nullish(),
  name: z.string().max(200).nullish(),
  productId: z
    .union([z.literal(''), z.uuid('Choose a part that you bought').toLowerCase()])
    .nullish()
    .describe('A part that the author has paid for'),
})

/** The latest `limit` in order of time: the first 20, reversed, are the newest first. `people=once`: the latest of each person. */
export const ReviewListing = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  people: z.literal('once').optional(),
})
export type ReviewListing = z.infer<typeof ReviewListing>

/** Every review, of the shop and of parts, as the shop's list has it. */
export const ReviewStateListing = Listing.omit({ q: true }).extend({ state: z.enum(REVIEW_STATES).default('seen') })
export type ReviewStateListing = z.infer<typeof ReviewStateListing>

export const ListedReview = z.object({
  _id: z.uuid(),
  name: z.string(),
  rating: z.number().int(),
  title: z.string(),
  words: z.string(),
  createdAt: z.iso.datetime(),
  hidden: z.boolean(),
  product: z.object({ name: z.string(), slug: z.string() }).nullable(),
})
export type ListedReview = z.infer<typeof ListedReview>

/** Hides a review or shows it again, with a reason. */
export const HideReview = z.object({
  hidden: z.boolean('Say whether it is hidden'),
  reason: atMost(500).min(1, 'Say why'),
})
export type HideReview = z.infer<typeof HideReview>
export const HiddenReview = z.object({ _id: z.uuid(), hidden: z.boolean() })
