import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { seal, unseal } from '../post/seal.ts'
import { Refusal } from '../wire/refusal.ts'
import { MAIL_KINDS, type MailKind } from './contract.ts'

const Stop = z.object({ stop: z.enum(MAIL_KINDS), of: z.string() })
type Secret = Pick<Config, 'authSecret' | 'appOrigin'>

/**
 * The page that ends mails of a kind; `of` is the recipient's address or user id. The signed token holds both, so that
 * the link of every mail keeps working.
 */
export function stopLink({ authSecret, appOrigin }: Secret, stop: MailKind, of: string) {
  const token = Buffer.from(seal(authSecret, JSON.stringify({ stop, of })), 'base64').toString('base64url')
  return `${appOrigin}/unsubscribe?token=${token}`
}

/** The contents of a token; throws Refusal not_found for one that this shop did not sign. */
export function stopOf({ authSecret }: Secret, token: string) {
  try {
    return Stop.parse(JSON.parse(unseal(authSecret, Buffer.from(token, 'base64url').toString('base64'))))
  } catch {
    throw new Refusal('not_found', 'This link ends nothing. Take the one of a newer mail.')
  }
}
