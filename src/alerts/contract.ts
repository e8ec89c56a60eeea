import { z } from 'zod'
import { Email } from '../accounts/contract.ts'
import { Product } from '../products/contract.ts'

/** Kinds of mail that end with one click; the newsletter has its own links. */
export const MAIL_KINDS = ['back-in-stock', 'review-ask'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** The mails that a user gets beside those about orders; an unverified address counts as none. */
export const MyMails = z.object({
  reviewAsks: z.boolean().describe('A request for reviews, a week after an order arrived'),
  newsletter: z.boolean(),
  waitsFor: z
    .array(
      z.object({
        ...Product.pick({ _id: true, name: true, number: true, slug: true }).shape,
        askedAt: z.iso.datetime(),
      }),
    )
    .describe('Parts that one mail comes about when they are back'),
})
export type MyMails = z.infer<typeof MyMails>

/** PATCH /account/mails: an absent field leaves its setting. */
export const ChangeMails = MyMails.pick({ reviewAsks: true, newsletter: true }).partial()
export type ChangeMails = z.infer<typeof ChangeMails>

export const NotifyMe = z.object({
  email: z
    .union([z.literal(''), Email])
    .optional()
    .describe('Of somebody signed in: empty is the account’s'),
})
export type NotifyMe = z.infer<typeof NotifyMe>

const NOT_WHOLE = 'The link is not whole. Copy all of it from the mail.'

export const ConfirmToken = z.object({ token: z.string().regex(/^[\w-]{43}$/, NOT_WHOLE) })
export const StopToken = z.object({ token: z.string().regex(/^[\w-]{43,700}$/, NOT_WHOLE) })

/** The outcome as a sentence for the person. */
export const Told = z.object({ message: z.string() })
export type Told = z.infer<typeof Told>
