import { take } from '../http/rate-limit.ts'
import type { Limit } from '../http/route-tags.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Mail } from './mail.ts'
import { mailboxOf } from './mailbox.ts'

const HOUR = 3600
const DAY = 24 * HOUR

type Budget = readonly Limit[]
/** Mails that anybody can trigger for a known address. */
const OF_STRANGERS: Budget = [
  { name: 'mails an hour', points: 20, seconds: HOUR },
  { name: 'mails a day', points: 60, seconds: DAY },
]
/** Mails that a signed-in user triggers for an address of their own. */
const OF_ONESELF: Budget = [
  { name: 'own mails an hour', points: 100, seconds: HOUR },
  { name: 'own mails a day', points: 300, seconds: DAY },
]
/** Sign-ups alone, so that no other mail keeps a newcomer from proving an address. */
const OF_SIGN_UPS: Budget = [
  { name: 'mails of sign-ups an hour', points: 20, seconds: HOUR },
  { name: 'mails of sign-ups a day', points: 60, seconds: DAY },
]
/**
 * Links that anybody can ask for, for accounts whose address nobody has proved: somebody may have registered many spellings
 * of one mailbox.
 */
const OF_UNPROVED: Budget = [
  { name: 'links of the unproved an hour', points: 20, seconds: HOUR },
  { name: 'links of the unproved a day', points: 60, seconds: DAY },
]
/** Money, the shop's own acts, mails to the desk; and links to a proved address, which their call counts. */
const FREE: Budget = []

const BUDGETS: Record<Mail['template'], Budget> = {
  verify: OF_SIGN_UPS,
  change: FREE,
  'address-taken': OF_STRANGERS,
  'newsletter-confirm': OF_STRANGERS,
  'newsletter-welcome': OF_STRANGERS,
  'stock-confirm': OF_STRANGERS,
  'order-placed': OF_ONESELF,
  cancelled: OF_ONESELF,
  expired: OF_ONESELF,
  'question-answered': OF_ONESELF,
  'back-in-stock': OF_ONESELF,
  'review-ask': OF_ONESELF,
  paid: FREE,
  delivered: FREE,
  'delivery-corrected': FREE,
  refunded: FREE,
  reset: FREE,
  'take-back': FREE,
  proof: FREE,
  'password-changed': FREE,
  'google-joined': FREE,
  'role-changed': FREE,
  'roles-changed': FREE,
  'account-deleted': FREE,
  contact: FREE,
  'part-request': FREE,
  'part-found': FREE,
  'request-answered': FREE,
}

/** Takes one mail of what the recipient gets at most, on every node together; false when there is none left. */
export async function takeOfBudget(shop: Pick<Shop, 'config' | 'pool'>, mail: Mail): Promise<boolean> {
  const mailbox = mailboxOf(recipientOf(mail))
  try {
    for (const limit of budgetOf(mail)) await take(shop, limit, mailbox)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const budgetOf = (mail: Mail) => ('isUnproved' in mail && mail.isUnproved ? OF_UNPROVED : BUDGETS[mail.template])

function recipientOf(mail: Mail) {
  if ('order' in mail) return mail.order.buyerEmail
  return 'to' in mail ? mail.to : 'desk'
}
