import { randomBytes } from 'node:crypto'
import { type AnyColumn, isNull, lte, or } from 'drizzle-orm'
import { hashOf } from '../accounts/token-hash.ts'
import { MINUTE } from '../config/clock.ts'

const LINK_LASTS = 60 * MINUTE
/** The pause between two mails of one form to one address, so that nobody is flooded through it. */
const PAUSE = 10 * MINUTE

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)

export const freshToken = () => randomBytes(32).toString('base64url')

/** The token of a mail that confirms an address, and the columns that know it again within the hour. */
export function confirmLink(now: Date) {
  const token = freshToken()
  return { token, link: { confirmHash: hashOf(token), confirmBy: later(now, LINK_LASTS) } }
}

/** Whether the last such mail of a row, by its `confirm_by`, is long enough ago for another. */
export const mayMailAgain = (confirmBy: AnyColumn, now: Date) =>
  or(isNull(confirmBy), lte(confirmBy, later(now, LINK_LASTS - PAUSE)))
