import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { SECOND } from '../../config/clock.ts'
import { card, errorOf, openTestSandbox, type TestSandbox, WEBHOOK_SECRET } from './open-test-sandbox.ts'

const sum = { amount: 21600, currency: 'usd' }
const typesOf = ({ webhook }: TestSandbox) => webhook.received.map(({ event }) => event.type)

const pay = ({ stripe }: TestSandbox) =>
  stripe.paymentIntents.create({ ...sum, confirm: true, payment_method: 'pm_card_visa' })

describe('events', () => {
  test('tell of every change, in order, and are kept', async () => {
    const { stripe } = await openTestSandbox()
    const { id } = await stripe.paymentIntents.create(sum, { idempotencyKey: 'order-7' })
    await errorOf(stripe.paymentIntents.confirm(id, card('4000000000000002')))
    await stripe.paymentIntents.confirm(id, { ...card('4000002500003155'), use_stripe_sdk: true })
    const paid = await stripe.paymentIntents.confirm(id, card('4242424242424242'))
    const refund = await stripe.refunds.create({ payment_intent: id })
    const other = await stripe.paymentIntents.create(sum)
    await stripe.paymentIntents.cancel(other.id)

    const { data } = await stripe.events.list({ limit: 100 })
    expect(data.map((event) => event.type).reverse()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'charge.succeeded',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
      'payment_intent.created',
      'payment_intent.canceled',
    ])
    const succeeded = await stripe.events.list({ type: 'payment_intent.succeeded' })
    expect(succeeded.data).toMatchObject([
      {
        object: 'event',
        livemode: false,
        api_version: Stripe.API_VERSION,
        data: { object: { id, status: 'succeeded' } },
      },
    ])
    expect(succeeded.data[0]?.request?.id).toBe(paid.lastResponse.requestId)
    const [refunded] = (await stripe.events.list({ types: ['charge.refunded', 'refund.created'] })).data
    expect(refunded?.data.object).toMatchObject({ id: refund.charge, amount_refunded: 21600 })
    expect(await stripe.events.retrieve(refunded?.id ?? '')).toEqual(refunded)
  })

  test('a refused call leaves none', async () => {
    const { stripe } = await openTestSandbox()
    await errorOf(stripe.paymentIntents.create({ ...sum, confirm: true }))
    expect((await stripe.events.list()).data).toEqual([])
    expect((await stripe.paymentIntents.list()).data).toEqual([])
  })
})

describe('webhooks', () => {
  test('arrive signed so that the SDK believes them', async () => {
    const opened = await openTestSandbox({ webhooks: true })
    const { id } = await pay(opened)
    await expect.poll(() => opened.webhook.received.length).toBe(3)
    expect(typesOf(opened).sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded'])
    for (const { body, signature } of opened.webhook.received) {
      const event = opened.stripe.webhooks.constructEvent(body, signature, WEBHOOK_SECRET)
      expect(event.data.object).toMatchObject(event.type === 'charge.succeeded' ? { payment_intent: id } : { id })
      expect(() => opened.stripe.webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow()
      expect(() => opened.stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow()
    }
    await expect.poll(async () => (await opened.stripe.events.list({ delivery_success: false })).data.length).toBe(0)
  })

  test('come again after 1, 2, 5, 15 and 60 seconds until they are taken', async () => {
    const opened = await openTestSandbox({ webhooks: true })
    opened.webhook.state.answer = 500
    let due = opened.clock.now().getTime()
    await opened.stripe.paymentIntents.create(sum)
    for (const [tries, wait] of [1, 2, 5, 15, 60].entries()) {
      // Not as soon as it was received: while a try is under way, the next one is put off by a lease.
      await expect.poll(async () => (await deliveryOf(opened)).attempts).toBe(tries + 1)
      expect(opened.webhook.received).toHaveLength(tries + 1)
      const next = (await deliveryOf(opened)).at
      expect(next).toBeGreaterThanOrEqual(due + wait * SECOND)
      expect(next).toBeLessThanOrEqual(opened.clock.now().getTime() + wait * SECOND)
      opened.clock.forward(Math.max(0, next - opened.clock.now().getTime()))
      due = next
      await opened.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    }
    opened.webhook.state.answer = 204
    opened.clock.forward(400 * SECOND)
    await opened.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await expect.poll(async () => (await opened.stripe.events.list({ delivery_success: true })).data.length).toBe(1)
    const ids = new Set(opened.webhook.received.map(({ event }) => event.id))
    expect(ids.size).toBe(1)
  })

  test('survive a restart, and two processes send each once', async () => {
    const first = await openTestSandbox()
    await first.sandbox.stop()
    const second = await openTestSandbox({ database: first.url, webhooks: true })
    const third = await openTestSandbox({ database: first.url, webhooks: true })
    const intents = await Promise.all(Array.from({ length: 30 }, (_, i) => pay(i % 2 ? second : third)))
    const all = () => [...second.webhook.received, ...third.webhook.received]
    await expect.poll(() => all().length).toBeGreaterThanOrEqual(intents.length * 3)
    await expect.poll(async () => (await second.stripe.events.list({ delivery_success: false })).data.length).toBe(0)
    expect(all()).toHaveLength(intents.length * 3)
    expect(new Set(all().map(({ event }) => event.id)).size).toBe(intents.length * 3)
    expect(second.webhook.received.length).toBeGreaterThan(0)
    expect(third.webhook.received.length).toBeGreaterThan(0)
  })

  test('a stop ends one under way, and the next start sends it again', async () => {
    const first = await openTestSandbox({ webhooks: true })
    first.webhook.state.delayMs = 60 * SECOND
    await first.stripe.paymentIntents.create(sum)
    await expect.poll(() => first.webhook.received.length).toBe(1)
    // Waits for no answer: one would come after the end of this test.
    await first.sandbox.stop()
    const second = await openTestSandbox({ database: first.url, webhooks: true })
    await expect.poll(() => second.webhook.received.length).toBe(1)
  })
})

describe('faults on purpose', () => {
  test('events are doubled, lost and put out of order', async () => {
    const opened = await openTestSandbox({ webhooks: true })
    const { knobs } = opened.sandbox
    knobs.webhookCopies = 3
    await opened.stripe.paymentIntents.create(sum)
    await expect.poll(() => opened.webhook.received.length).toBe(3)
    expect(new Set(opened.webhook.received.map(({ event }) => event.id)).size).toBe(1)

    knobs.webhookCopies = 1
    knobs.webhookDrop = 1
    await opened.stripe.paymentIntents.create(sum)
    await expect.poll(async () => (await opened.stripe.events.list({ delivery_success: true })).data.length).toBe(2)
    expect(opened.webhook.received).toHaveLength(3)

    Object.assign(knobs, { webhookReorder: true, webhookDelayMs: 300 })
    await pay(opened)
    await expect.poll(() => opened.webhook.received.length).toBe(6)
    expect(typesOf(opened).slice(3)).toEqual(['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'])
  })

  test.each([
    ['409', 'StripeAPIError'],
    ['429', 'StripeRateLimitError'],
    ['500', 'StripeAPIError'],
  ])('the next calls fail with %s and change nothing', async (failStatus, type) => {
    const { stripe, call } = await openTestSandbox()
    const knobs = await call('POST', '/_test/knobs', JSON.stringify({ failNext: 2, failStatus }))
    expect(knobs.body).toMatchObject({ failNext: 2, failStatus })
    for (let i = 0; i < 2; i++) {
      expect(await errorOf(stripe.paymentIntents.create(sum))).toMatchObject({ type, statusCode: Number(failStatus) })
    }
    expect((await stripe.paymentIntents.list()).data).toEqual([])
    await stripe.paymentIntents.create(sum)
  })

  test('an answer lost after the commit is given again to the same key', async () => {
    const { stripe, sandbox } = await openTestSandbox()
    Object.assign(sandbox.knobs, { failNext: 1, failAfterCommit: true, failOn: 'POST /payment_intents' })
    expect(await errorOf(stripe.paymentIntents.create(sum, { idempotencyKey: 'lost' }))).toMatchObject({
      statusCode: 500,
    })
    const [kept] = (await stripe.paymentIntents.list()).data
    expect(await stripe.paymentIntents.create(sum, { idempotencyKey: 'lost' })).toMatchObject({ id: kept?.id })
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  test('a slow answer meets the SDK’s deadline, in process too', async () => {
    const { sandbox, stripe } = await openTestSandbox()
    const hasty = new Stripe('sk_test_sandbox', { ...sandbox.options, maxNetworkRetries: 0, timeout: 200 })
    sandbox.knobs.delayAfterMs = 600
    const error = await errorOf(hasty.paymentIntents.create(sum))
    expect(error.type).toBe('StripeConnectionError')
    sandbox.knobs.delayAfterMs = 0
    await expect.poll(async () => (await stripe.paymentIntents.list()).data.length).toBe(1)
  })
})

/** How often the one event was tried, and when it is next, in milliseconds. */
async function deliveryOf({ db }: TestSandbox) {
  const { rows } = await db.execute<{ attempts: number; at: number }>(
    'select attempts, extract(epoch from next_at)::float8 * 1000 as at from stripe_sandbox.deliveries',
  )
  return rows[0] ?? { attempts: 0, at: 0 }
}
