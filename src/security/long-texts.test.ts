import { expect, test } from 'vitest'
import { Email, foldEmail, UpdateProfile } from '../accounts/contract.ts'
import { countryCodeOf } from '../sums/countries.ts'
import { quickest } from '../testing/quickest.ts'
import { PhotoAddress } from '../wire/typed-text.ts'

const SIGNS = [0x345, 0x35d, 0x35c, 0x315, 0x300, 0x316, 0x327, 0x334]
/** As many combining signs as a body can have, in the order that takes longest to normalize. */
const MARKED = `a${SIGNS.map((sign) => String.fromCharCode(sign).repeat(6_000)).join('')}`
/** An address whose host is so many different letters as take the longest to parse. */
const HOST = `https://${Array.from({ length: 4_800 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('')}`

const { linkedin } = UpdateProfile.shape

test.each([
  ['an e-mail of combining signs', (text: string) => Email.safeParse(text).success, MARKED],
  ['an e-mail of combining signs in a query', (text: string) => foldEmail(text) === '', MARKED],
  ['a country of combining signs', (text: string) => countryCodeOf(text) !== undefined, MARKED],
  ['a profile of a host of 4,800 letters', (text: string) => linkedin.safeParse(text).success, HOST],
  ['a photo of a host of 4,800 letters', (text: string) => PhotoAddress.safeParse(text).success, HOST],
] as const)('%s takes no longer to refuse than 500 texts of that length', async (_, isTaken, hostile) => {
  const refuse = (text: string, times: number) => {
    for (let round = 0; round < times; round++) expect(isTaken(text)).toBe(false)
  }
  const [took, usual] = await quickest(
    () => refuse(hostile, 1),
    () => refuse('x'.repeat(hostile.length), 500),
  )
  expect(took).toBeLessThan(usual)
})
