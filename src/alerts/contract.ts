import { z } from 'zod'
import { Email } from '../accounts/contract.ts'

/** Mails that end with one click; the newsletter has links of its own. */
export const MAIL_KINDS = ['back-in-stock', 'review-ask'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

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
