import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DAY, MINUTE } from '../config/clock.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, placed } from '../testing/orders.ts'
import { charge, times } from './open-test-payments.ts'
import { reconcile } from './reconcile.ts'
import { paymentIntents } from './table.server.ts'

test('payments for no order that were paid and given back count for a day', async () => {
  const opened = await openTestShop()
  const { shop, clock } = opened
  const { as, browser, email } = await aNewcomer(opened)
  const open = (price: number, by = as) => by['create-payment-intent'].$post({ json: { price } })
  for (let count = 1; count <= 5; count++) {
    const answer = await open(count)
    const { clientSecret } = (await answer.json()) as { clientSecret: string }
    await charge(shop, clientSecret.slice(0, clientSecret.indexOf('_secret_')))
  }
  clock.advance(20 * MINUTE)
  await reconcile(shop)
  expect(await shop.db.$count(paymentIntents, eq(paymentIntents.status, 'open'))).toBe(0)
  expect((await open(6)).status).toBe(409)
  clock.advance(DAY)
  const tomorrow = clientOf(opened.origin, await browser.sync(email))
  expect((await open(6, tomorrow)).status).toBe(200)
})

test('a buyer begins 500 payments in a day, also for an order whose sum changes again and again', async () => {
  const { shop, as, clock, buyer, product } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const begin = async () => {
    const { _id: orderId, price } = await placed(as.buyer, product)
    return as.buyer['create-payment-intent'].$post({ json: { price, orderId } })
  }
  const at = clock.now()
  const begun = { buyerId: buyer.id, amountCents: 7200, currency: 'usd', status: 'cancelled' as const }
  await shop.db
    .insert(paymentIntents)
    .values(times(499, (nth) => ({ ...begun, id: `pi_${nth}`, createdAt: at, checkedAt: at })))
  expect((await begin()).status).toBe(200)
  const refused = await begin()
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringMatching(/^You have begun 500/) },
  ])
  clock.advance(DAY)
  expect((await begin()).status).toBe(200)
  await expectLaws(shop)
})
