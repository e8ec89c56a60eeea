import { expect, test } from 'vitest'
import { aPerson, clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout } from '../testing/orders.ts'

const NO_SUCH = 'There is no such code.'
const TOO_MANY = /^Too many tries\. Wait/
const MOST = 20

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** A shop behind a proxy with a code of ten per cent, and what somebody at an address hears of a code. */
async function aShopWithACode() {
  const here = await openTestShop({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const { as, product, shop, origin } = here
  const terms = { percent: 10, sum: null, from: 0, beginsAt: null, endsAt: null, mostUses: null, mostEach: null }
  expect((await as.admin['discount-codes'].$post({ json: { code: 'RIGHT-10', ...terms } })).status).toBe(201)
  const lines = [{ productId: product.id, quantity: 4 }]
  const person = async (name: string) => clientOf(origin, (await aPerson(shop, name)).token)
  const hears = async (who: typeof as.buyer, address: string, code: string) => {
    const answer = await who.quote.$post({ json: { lines, code } }, { headers: from(address) })
    const { problems, discount, price } = await answer.json()
    return problems[0]?.message ?? { discount, price }
  }
  const guess = async (who: typeof as.buyer, address: string) => {
    for (let round = 1; round <= MOST; round++) expect(await hears(who, address, `GUESS-${round}`)).toBe(NO_SUCH)
  }
  return { ...here, person, hears, guess }
}

test('after twenty different wrong codes nothing is heard of a right one, elsewhere neither, nor at the till', async () => {
  const { as, person, hears, guess, product } = await aShopWithACode()
  const other = await person('other')
  await guess(as.buyer, '198.51.100.1')
  expect(await hears(as.buyer, '198.51.100.1', 'RIGHT-10')).toMatch(TOO_MANY)
  expect(await hears(as.buyer, '198.51.100.2', 'RIGHT-10')).toMatch(TOO_MANY)
  expect(await hears(as.nobody, '198.51.100.1', 'RIGHT-10')).toMatch(TOO_MANY)
  const order = { ...aCheckout([{ product }]), price: 64.8, code: 'RIGHT-10' }
  const refused = await as.buyer.checkouts.$post({ json: order }, { headers: from('198.51.100.3') })
  expect(refused.status).toBe(429)
  expect(await hears(other, '198.51.100.4', 'RIGHT-10')).toEqual({ discount: 7.2, price: 64.8 })
  const placed = await other.checkouts.$post({ json: order }, { headers: from('198.51.100.4') })
  expect(placed.status).toBe(201)
})

test('an order with a code that is sent again is answered as before, however many guess codes at its address', async () => {
  const { as, guess, product } = await aShopWithACode()
  const place = '198.51.100.7'
  const headers = { ...from(place), 'Idempotency-Key': crypto.randomUUID() }
  const json = { ...aCheckout([{ product }]), price: 64.8, code: 'RIGHT-10' }
  const send = (code: string) => as.buyer.checkouts.$post({ json: { ...json, code } }, { headers })
  const placed = await (await send('RIGHT-10')).json()
  await guess(as.nobody, place)
  const again = await send('RIGHT-10')
  expect([again.status, await again.json()]).toEqual([201, placed])
  expect((await send('OTHER-10')).status).toBe(429)
  const anew = { ...headers, 'Idempotency-Key': crypto.randomUUID() }
  expect((await as.buyer.checkouts.$post({ json }, { headers: anew })).status).toBe(429)
})

test('codes that are guessed at once count each, and the rest of the quote is told', async () => {
  const { as, product } = await aShopWithACode()
  const lines = [{ productId: product.id, quantity: 4 }]
  const guesses = Array.from({ length: 2 * MOST }, (_, at) =>
    as.nobody.quote.$post({ json: { lines, code: `GUESS-${at}` } }, { headers: from('198.51.100.5') }),
  )
  const told = await Promise.all((await Promise.all(guesses)).map((answer) => answer.json()))
  expect(told.filter(({ problems }) => problems[0]?.message === NO_SUCH).length).toBeLessThanOrEqual(MOST)
  expect(told.every(({ price }) => price === 72)).toBe(true)
})

test('codes that are guessed from the networks of one site count together', async () => {
  const { as, hears } = await aShopWithACode()
  for (let at = 0; at < MOST; at++)
    expect(await hears(as.nobody, `2001:db8:aa:${at.toString(16)}00::1`, `GUESS-${at}`)).toBe(NO_SUCH)
  expect(await hears(as.nobody, '2001:db8:aa:ff00::1', 'RIGHT-10')).toMatch(TOO_MANY)
  expect(await hears(as.nobody, '2001:db8:ab::1', 'RIGHT-10')).toEqual({ discount: 7.2, price: 64.8 })
})

test('a wrong code that a cart asks with again and again counts once, and a right one never', async () => {
  const { as, hears } = await aShopWithACode()
  const place = '198.51.100.6'
  for (let round = 0; round <= MOST; round++) expect(await hears(as.buyer, place, 'TYPO')).toBe(NO_SUCH)
  for (let round = 0; round <= MOST; round++)
    expect(await hears(as.buyer, place, 'right-10')).toEqual({ discount: 7.2, price: 64.8 })
})
