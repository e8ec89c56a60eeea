import { z } from 'zod'
import { Email } from '../accounts/contract.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'

/** The contact form: the specification knows no validation, so only what could not be answered is refused. */
export const ContactMessage = z.object({
  email: Email,
  subject: oneLine(200).default(''),
  message: atMost(5000).min(1, 'Write a message'),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const Subscribe = z.object({ email: Email })

/** The token of a newsletter link. */
export const LinkToken = z.object({
  token: z.string().regex(/^[\w-]{43}$/, 'The link is not whole. Copy all of it from the mail.'),
})

/** The answer of this capability's calls: the outcome as a sentence for the person. */
export const Told = z.object({ message: z.string() })
export type Told = z.infer<typeof Told>
