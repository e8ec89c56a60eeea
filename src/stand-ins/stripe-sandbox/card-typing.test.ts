import { describe, expect, test } from 'vitest'
import { cardFields, faultsOf } from './browser/card-check.js'
import { cardKind, formatExpiry, formatNumber, passesLuhn } from './browser/card-number.js'

describe('a card as it is typed', () => {
  test.each([
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424242424242429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
  ])('%s stands as %s', (digits, shown) => expect(formatNumber(digits)).toBe(shown))

  test.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['1230', '12 / 30'],
    ['12 / 30', '12 / 30'],
    ['12/2030', '12 / 30'],
    ['122030', '12 / 30'],
  ])('the expiry %s stands as %s', (typed, shown) => expect(formatExpiry(typed)).toBe(shown))

  test.each([
    ['4242424242424242', 'visa'],
    ['5555555555554444', 'mastercard'],
    ['2223003122003222', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
    ['3056930009020004', 'diners'],
    ['3566002020360505', 'jcb'],
    ['6200000000000005', 'unionpay'],
    ['9999', 'unknown'],
  ])('%s is of %s', (digits, brand) => {
    expect(cardKind(digits).brand).toBe(brand)
    if (digits.length > 4) expect(passesLuhn(digits)).toBe(true)
  })
})

describe('a card is checked in the browser', () => {
  const now = new Date(2026, 10, 21)
  const right = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123' }

  test('nothing is wrong with a card of this month', () => {
    expect(faultsOf(right, now)).toEqual({ number: undefined, expiry: undefined, cvc: undefined })
    expect(cardFields(right, 'payment_method_data[card]')).toEqual([
      ['payment_method_data[card][number]', '4242424242424242'],
      ['payment_method_data[card][exp_month]', '11'],
      ['payment_method_data[card][exp_year]', '2026'],
      ['payment_method_data[card][cvc]', '123'],
    ])
  })

  test.each([
    [{ number: '4242' }, 'number', 'incomplete_number'],
    [{ number: '4242 4242 4242 4241' }, 'number', 'invalid_number'],
    [{ expiry: '1' }, 'expiry', 'incomplete_expiry'],
    [{ expiry: '13 / 30' }, 'expiry', 'invalid_expiry_month'],
    [{ expiry: '10 / 26' }, 'expiry', 'invalid_expiry_month_past'],
    [{ expiry: '12 / 25' }, 'expiry', 'invalid_expiry_year_past'],
    [{ expiry: '12 / 99' }, 'expiry', 'invalid_expiry_year'],
    [{ cvc: '12' }, 'cvc', 'incomplete_cvc'],
    [{ number: '3782 822463 10005' }, 'cvc', 'incomplete_cvc'],
  ])('%o is %s: %s', (wrong, part, code) => {
    expect(faultsOf({ ...right, ...wrong }, now)).toMatchObject({ [part]: code })
  })
})
