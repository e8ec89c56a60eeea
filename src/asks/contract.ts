import { z } from 'zod'
import { Email } from '../accounts/contract.ts'
import { Id } from '../wire/is-id.ts'
import { Listing } from '../wire/listing.ts'
import { atMost, oneLine, PhotoAddress } from '../wire/typed-text.ts'
import { REQUEST_STATES } from './states.ts'

/** A question for a part that nobody found. Of somebody signed in the e-mail is the account's, whatever is sent. */
export const AskForPart = z.object({
  model: oneLine(120).default('').describe('The model of the appliance, as its plate says it'),
  photo: PhotoAddress.default('').describe('The address of a photo'),
  words: atMost(2000).min(1, 'Say which part you need'),
  email: Email.optional().describe('Required of a visitor'),
})
export type AskForPart = z.infer<typeof AskForPart>

export const Asked = z.object({ _id: z.uuid(), message: z.string() })

export const PartRequestListing = Listing.omit({ q: true }).extend({ state: z.enum(REQUEST_STATES).default('open') })
export type PartRequestListing = z.infer<typeof PartRequestListing>

export const PartRequest = z.object({
  _id: z.uuid(),
  email: z.string(),
  model: z.string(),
  photo: z.string(),
  words: z.string(),
  createdAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  answer: z.string(),
  mailed: z.boolean().describe('False where it was put aside with words that are not mailed'),
  part: z.object({ _id: z.uuid(), name: z.string(), number: z.string().nullable(), slug: z.string() }).nullable(),
})
export type PartRequest = z.infer<typeof PartRequest>

/**
 * Answers with a part on sale, by its number in any spelling or its id, with words to the asker, or with both; or puts it
 * aside, with words that are not mailed.
 */
export const AnswerForm = z
  .object({
    part: oneLine(100).default('').describe('Its number or id; empty where no part does it'),
    answer: atMost(1000).default('').describe('Words to the asker, required without a part'),
    mailed: z.boolean().default(true).describe('False puts it aside: nothing is mailed, and no part is named'),
  })
  .refine(({ part, mailed }) => mailed || part === '', {
    path: ['part'],
    message: 'What is put aside names no part',
  })
  .refine(({ answer, mailed }) => mailed || answer !== '', { path: ['answer'], message: 'Say why' })
  .refine(({ part, answer, mailed }) => !mailed || part !== '' || answer !== '', {
    path: ['part'],
    message: 'Enter the number of a part, or words below',
  })
export const AnswerRequest = AnswerForm.safeExtend({ id: Id })
export type AnswerRequest = z.infer<typeof AnswerRequest>
