import { z } from 'zod'
import { Listing } from '../wire/listing.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'
import { QUESTION_STATES } from './states.ts'

export const Answer = z.object({
  _id: z.uuid(),
  name: z.string(),
  shop: z.boolean().describe('Written for the shop; else by somebody who bought the part'),
  words: z.string(),
  createdAt: z.iso.datetime(),
  hidden: z.boolean(),
})

/** A question with its answers, the oldest first. */
export const Question = z.object({
  _id: z.uuid(),
  name: z.string(),
  title: z.string(),
  words: z.string(),
  createdAt: z.iso.datetime(),
  answers: z.array(Answer),
})
export type Question = z.infer<typeof Question>

export const Questions = z.object({
  count: z.number().int(),
  questions: z.array(Question),
  next: z.string().nullable(),
})
export type Questions = z.infer<typeof Questions>

/** Newest first; `cursor` is the `next` of the page before. */
export const QuestionsOfPart = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(5),
  cursor: z.uuid('This page of the list is not known. Start from the first.').optional(),
})
export type QuestionsOfPart = z.infer<typeof QuestionsOfPart>

export const AskQuestion = z.object({
  title: oneLine(120).min(5, 'Ask a question'),
  words: atMost(600).default('').describe('What else there is to say'),
})
export type AskQuestion = z.infer<typeof AskQuestion>

export const GiveAnswer = z.object({
  words: atMost(1000).min(2, 'Write an answer'),
  shopAnswers: z
    .number()
    .int()
    .optional()
    .describe(
      'How many answers of the shop its writer has read; a further one of the shop is refused when there are more',
    ),
})
export type GiveAnswer = z.infer<typeof GiveAnswer>

export type QuestionState = (typeof QUESTION_STATES)[number]

export const QuestionListing = Listing.omit({ q: true }).extend({ state: z.enum(QUESTION_STATES).default('waiting') })
export type QuestionListing = z.infer<typeof QuestionListing>

/** A question in the shop's list, with its hidden answers. */
export const ListedQuestion = Question.extend({
  hidden: z.boolean(),
  product: z.object({ _id: z.uuid(), name: z.string(), number: z.string().nullable(), slug: z.string() }),
})
export type ListedQuestion = z.infer<typeof ListedQuestion>

/** Hides a question or an answer, or shows it again, with a reason. */
export const Hide = z.object({
  hidden: z.boolean('Say whether it is hidden'),
  reason: atMost(500).min(1, 'Say why'),
})
export type Hide = z.infer<typeof Hide>
export const Hidden = z.object({ _id: z.uuid(), hidden: z.boolean() })
