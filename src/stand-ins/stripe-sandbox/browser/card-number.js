// @ts-check
/** @typedef {'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'} Brand */

/** @type {[Brand, RegExp, number, number[]][]} brand, first digits, length, digits of each group */
const BRANDS = [
  ['visa', /^4/, 16, [4, 4, 4, 4]],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 16, [4, 4, 4, 4]],
  ['amex', /^3[47]/, 15, [4, 6, 5]],
  ['diners', /^3(0[0-5]|[689])/, 14, [4, 6, 4]],
  ['discover', /^6(011|4[4-9]|5)/, 16, [4, 4, 4, 4]],
  ['jcb', /^35(2[89]|[3-8])/, 16, [4, 4, 4, 4]],
  ['unionpay', /^62/, 16, [4, 4, 4, 4]],
]
/** @type {[Brand, RegExp, number, number[]]} */
const UNKNOWN = ['unknown', /^/, 16, [4, 4, 4, 4]]

/** What the first digits of a number tell. @param {string} digits */
export function cardKind(digits) {
  const [brand, , length, groups] = BRANDS.find(([, first]) => first.test(digits)) ?? UNKNOWN
  return { brand, length, groups, cvcLength: brand === 'amex' ? 4 : 3 }
}

/** The check digit that catches a mistyped number. @param {string} digits */
export function passesLuhn(digits) {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = i % 2 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** `4242424242424242` becomes `4242 4242 4242 4242`. @param {string} digits */
export function formatNumber(digits) {
  const { groups, length } = cardKind(digits)
  let rest = digits.slice(0, length)
  const parts = []
  for (const size of groups) {
    if (rest) parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** `1`, `4`, `1229`, `12/2029` become `1`, `04 / `, `12 / 29`, `12 / 29`. @param {string} text */
export function formatExpiry(text) {
  let digits = text.replace(/\D/g, '')
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  if (/^\d{2}20\d{2}/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}
