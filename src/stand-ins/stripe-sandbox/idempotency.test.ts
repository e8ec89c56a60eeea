import { describe, expect, test } from 'vitest'
import { DAY } from '../../config/clock.ts'
import { errorOf, openTestSandbox, sharedTestSandbox } from './open-test-sandbox.ts'

const sharedSandbox = sharedTestSandbox()

const sum = { amount: 21600, currency: 'usd' }

describe('an Idempotency-Key', () => {
  test('gives the same answer again, also for a declined card', async () => {
    const { stripe, call } = await sharedSandbox()
    const first = await stripe.paymentIntents.create(sum, { idempotencyKey: 'order-7' })
    const again = await stripe.paymentIntents.create(sum, { idempotencyKey: 'order-7' })
    expect(again).toEqual(first)
    const raw = await call('POST', '/v1/payment_intents', 'currency=usd&amount=21600', { 'Idempotency-Key': 'order-7' })
    expect(raw.headers.get('Idempotent-Replayed')).toBe('true')
    expect(raw.headers.get('Original-Request')).toBe(first.lastResponse.requestId)

    const decline = () =>
      errorOf(
        stripe.paymentIntents.create(
          { ...sum, confirm: true, payment_method: 'pm_card_chargeDeclined' },
          { idempotencyKey: 'declined-7' },
        ),
      )
    const declined = await decline()
    expect(await decline()).toMatchObject({ statusCode: 402, charge: declined.charge })
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  test('is refused for other parameters and for another call', async () => {
    const { stripe } = await sharedSandbox()
    await stripe.paymentIntents.create(sum, { idempotencyKey: 'one' })
    const other = errorOf(stripe.paymentIntents.create({ ...sum, amount: 500 }, { idempotencyKey: 'one' }))
    expect(await other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400, rawType: 'idempotency_error' })
    const elsewhere = errorOf(stripe.refunds.create({ payment_intent: 'pi_1' }, { idempotencyKey: 'one' }))
    expect((await elsewhere).message).toContain('for the same endpoint')
  })

  test('is free again after wrong parameters, and keeps a refusal of the state', async () => {
    const { stripe } = await sharedSandbox()
    await errorOf(stripe.paymentIntents.create({ ...sum, amount: 1 }, { idempotencyKey: 'wrong' }))
    expect(await stripe.paymentIntents.create(sum, { idempotencyKey: 'wrong' })).toMatchObject(sum)

    const { id } = await stripe.paymentIntents.create(sum)
    const key = { idempotencyKey: 'too-early' }
    const refused = errorOf(stripe.paymentIntents.confirm(id, {}, key))
    expect(await refused).toMatchObject({ code: 'payment_intent_unexpected_state' })
    await stripe.paymentIntents.update(id, { payment_method: 'pm_card_visa' })
    expect(await errorOf(stripe.paymentIntents.confirm(id, {}, key))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
  })

  test('used by many at once works once; the others are told to wait', async () => {
    const { stripe } = await sharedSandbox()
    const paid = await stripe.paymentIntents.create({ ...sum, confirm: true, payment_method: 'pm_card_visa' })
    const refund = () => stripe.refunds.create({ payment_intent: paid.id, amount: 100 }, { idempotencyKey: 'refund-7' })
    const results = await Promise.allSettled(Array.from({ length: 20 }, refund))
    for (const result of results) {
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    }
    expect(results.some((result) => result.status === 'fulfilled')).toBe(true)
    expect((await refund()).amount).toBe(100)
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(1)
  })

  test('is kept over a restart and a day, by two processes on one database', async () => {
    const first = await openTestSandbox()
    const { id } = await first.stripe.paymentIntents.create(sum, { idempotencyKey: 'order-8' })
    const second = await openTestSandbox({ database: first.url })
    second.clock.forward(DAY)
    expect((await second.stripe.paymentIntents.create(sum, { idempotencyKey: 'order-8' })).id).toBe(id)
    const both = Array.from({ length: 20 }, (_, i) =>
      [first, second][i % 2]?.stripe.paymentIntents.create(sum, { idempotencyKey: 'order-9' }),
    )
    await Promise.allSettled(both)
    expect((await first.stripe.paymentIntents.list()).data).toHaveLength(2)
  })
})
