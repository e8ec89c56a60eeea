// @ts-check
import { cardKind, passesLuhn } from './card-number.js'

/** @typedef {{ number: string, expiry: string, cvc: string }} Values as they stand in the three inputs */
/** @typedef {keyof Values} Part */

/** Stripe.js's own words. @type {Record<string, string>} */
const MESSAGES = {
  incomplete_number: 'Your card number is incomplete.',
  invalid_number: 'Your card number is invalid.',
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  incomplete_cvc: "Your card's security code is incomplete.",
}

/** @param {string} text */
export const digitsOf = (text) => text.replace(/\D/g, '')

/** @param {string} code */
export const errorOf = (code) => ({ type: 'validation_error', code, message: MESSAGES[code] })

/** What is wrong with each part, `incomplete_…` included; undefined for a part that is right. @param {Values} values @param {Date} now */
export function faultsOf(values, now) {
  return {
    number: numberFault(digitsOf(values.number)),
    expiry: expiryFault(digitsOf(values.expiry), now),
    cvc: digitsOf(values.cvc).length < cardKind(digitsOf(values.number)).cvcLength ? 'incomplete_cvc' : undefined,
  }
}

/** @param {string} digits */
function numberFault(digits) {
  if (digits.length < cardKind(digits).length) return 'incomplete_number'
  return passesLuhn(digits) ? undefined : 'invalid_number'
}

/** @param {string} digits @param {Date} now */
function expiryFault(digits, now) {
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_expiry_month'
  if (digits.length < 4) return 'incomplete_expiry'
  const year = 2000 + Number(digits.slice(2))
  if (year < now.getFullYear()) return 'invalid_expiry_year_past'
  if (year > now.getFullYear() + 50) return 'invalid_expiry_year'
  return year === now.getFullYear() && month < now.getMonth() + 1 ? 'invalid_expiry_month_past' : undefined
}

/** The card as the API's form fields. @param {Values} values @param {string} prefix such as `payment_method_data[card]` */
export const cardFields = (values, prefix) => [
  [`${prefix}[number]`, digitsOf(values.number)],
  [`${prefix}[exp_month]`, String(Number(digitsOf(values.expiry).slice(0, 2)))],
  [`${prefix}[exp_year]`, `20${digitsOf(values.expiry).slice(2)}`],
  [`${prefix}[cvc]`, digitsOf(values.cvc)],
]
