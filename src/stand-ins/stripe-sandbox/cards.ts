import type Stripe from 'stripe'
import { cardKind, passesLuhn } from './browser/card-number.js'
import { cardProblem } from './problem.ts'

/** Why an issuer says no; `param` names the field the customer should look at. */
export type Decline = {
  code: Stripe.PaymentIntent.LastPaymentError.Code
  declineCode?: string
  message: string
  param?: string
}
/** The outcome of charging each test card. `asks`: 3-D Secure first. */
type Behaviour = { asks?: true; decline?: Decline }
export type BehaviourName = keyof typeof BEHAVIOURS
export type CardInput = { number: string; expMonth: number; expYear: number; cvc?: string | undefined }

const declined = (declineCode: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  declineCode,
  message,
})
const FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.')

const BEHAVIOURS = {
  pays: {},
  declines: { decline: declined('generic_decline') },
  insufficient_funds: { decline: FUNDS },
  lost: { decline: declined('lost_card') },
  stolen: { decline: declined('stolen_card') },
  expired: { decline: { code: 'expired_card', message: 'Your card has expired.', param: 'exp_month' } },
  wrong_cvc: { decline: { code: 'incorrect_cvc', message: "Your card's security code is incorrect.", param: 'cvc' } },
  processing_error: {
    decline: {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  asks: { asks: true },
  asks_then_declines: { asks: true, decline: declined('generic_decline') },
  asks_then_insufficient_funds: { asks: true, decline: FUNDS },
} satisfies Record<string, Behaviour>

/** Stripe's published test numbers (docs.stripe.com/testing): number, what it does, name as `pm_card_…` and `tok_…`. */
const TEST_CARDS: [number: string, does: BehaviourName, name: string][] = [
  ['4242424242424242', 'pays', 'visa'],
  ['4000056655665556', 'pays', 'visa_debit'],
  ['5555555555554444', 'pays', 'mastercard'],
  ['2223003122003222', 'pays', 'mastercard_2series'],
  ['378282246310005', 'pays', 'amex'],
  ['6011111111111117', 'pays', 'discover'],
  ['3056930009020004', 'pays', 'diners'],
  ['3566002020360505', 'pays', 'jcb'],
  ['6200000000000005', 'pays', 'unionpay'],
  ['4000000000000002', 'declines', 'chargeDeclined'],
  ['4000000000009995', 'insufficient_funds', 'chargeDeclinedInsufficientFunds'],
  ['4000000000009987', 'lost', 'chargeDeclinedLostCard'],
  ['4000000000009979', 'stolen', 'chargeDeclinedStolenCard'],
  ['4000000000000069', 'expired', 'chargeDeclinedExpiredCard'],
  ['4000000000000127', 'wrong_cvc', 'chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'processing_error', 'chargeDeclinedProcessingError'],
  ['4000002500003155', 'asks', 'authenticationRequiredOnSetup'],
  ['4000002760003184', 'asks', 'authenticationRequired'],
  ['4000000000003220', 'asks', 'threeDSecure2Required'],
  ['4000008400001629', 'asks_then_declines', 'authenticationRequiredChargeDeclined'],
  ['4000008260003178', 'asks_then_insufficient_funds', 'authenticationRequiredChargeDeclinedInsufficientFunds'],
]

const NUMBERS = new Map(TEST_CARDS.map(([number, does]) => [number, does]))
const NAMES = new Map(TEST_CARDS.map(([number, , name]) => [name, number]))

export const behaviourOf = (name: string): Behaviour => (name in BEHAVIOURS ? BEHAVIOURS[name as BehaviourName] : {})

/** The number behind `pm_card_visa` or `tok_visa`. */
export const testNumber = (token: string) => NAMES.get(token.replace(/^(pm_card|tok)_/, ''))

/** Checks a card as Stripe's vault does and says what it will do; throws a 402 that names the field. */
export function checkCard({ number, expMonth, expYear, cvc }: CardInput, now: Date) {
  const digits = number.replace(/[\s-]/g, '')
  const { brand, length, cvcLength } = cardKind(digits)
  if (!/^\d+$/.test(digits) || digits.length !== length || !passesLuhn(digits)) {
    throw cardProblem('invalid_number', 'Your card number is invalid.', { param: 'number' })
  }
  checkExpiry(expMonth, expYear, now)
  if (cvc !== undefined && !(/^\d+$/.test(cvc) && cvc.length === cvcLength)) {
    throw cardProblem('invalid_cvc', "Your card's security code is invalid.", { param: 'cvc' })
  }
  const behaviour = NUMBERS.get(digits)
  if (!behaviour) {
    // A real card must get nowhere here: neither charged nor stored.
    const message = 'Your card was declined. Your request was in test mode, but used a non test card.'
    throw cardProblem('card_declined', message, { declineCode: 'test_mode_live_card' })
  }
  return { behaviour, brand, last4: digits.slice(-4), expYear: fullYear(expYear) }
}

const fullYear = (year: number) => (year < 100 ? 2000 + year : year)

function checkExpiry(month: number, shortYear: number, now: Date) {
  const year = fullYear(shortYear)
  const thisYear = now.getUTCFullYear()
  if (month < 1 || month > 12) {
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' })
  }
  if (year < thisYear || year > thisYear + 50) {
    throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", { param: 'exp_year' })
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) {
    throw cardProblem('invalid_expiry_month', "Your card's expiration month is invalid.", { param: 'exp_month' })
  }
}
