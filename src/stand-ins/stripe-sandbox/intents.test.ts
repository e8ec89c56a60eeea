import { describe, expect, test } from 'vitest'
import { card, errorOf, openTestSandbox, sharedTestSandbox } from './open-test-sandbox.ts'

const sharedSandbox = sharedTestSandbox()

const sum = { amount: 21600, currency: 'usd' }

describe('creating a payment intent', () => {
  test('answers with the whole object, waiting for a payment method', async () => {
    const { stripe, clock } = await sharedSandbox()
    const intent = await stripe.paymentIntents.create({
      ...sum,
      metadata: { order: '7' },
      description: 'Order 7',
      receipt_email: 'buyer@example.com',
      shipping: { name: 'Nordside', address: { line1: 'Verkstedveien 14', city: 'Oslo', country: 'NO' } },
    })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      ...sum,
      status: 'requires_payment_method',
      amount_received: 0,
      capture_method: 'automatic_async',
      confirmation_method: 'automatic',
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      payment_method_types: ['card'],
      payment_method: null,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      livemode: false,
      metadata: { order: '7' },
      description: 'Order 7',
      receipt_email: 'buyer@example.com',
    })
    expect(intent.shipping).toMatchObject({ name: 'Nordside', address: { city: 'Oslo', postal_code: null } })
    expect(intent.id).toMatch(/^pi_[A-Za-z0-9]{24}$/)
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[A-Za-z0-9]{25}$`))
    expect(Math.abs(intent.created - clock.now().getTime() / 1000)).toBeLessThan(5)
    expect(intent.lastResponse.requestId).toMatch(/^req_/)
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test.each([
    ['amount=49&currency=usd', 'amount_too_small', 'amount'],
    ['amount=100000000&currency=usd', 'amount_too_large', 'amount'],
    ['amount=12.5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=-5&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['currency=usd', 'parameter_missing', 'amount'],
    ['amount=1000', 'parameter_missing', 'currency'],
    ['amount=1000&currency=xyz', undefined, 'currency'],
    ['amount=1000&currency=usd&paid=true', 'parameter_unknown', 'paid'],
    ['amount=&currency=usd', 'parameter_invalid_integer', 'amount'],
    ['amount=1000&currency=usd&customer=cus_1', 'parameter_unknown', 'customer'],
    ['amount=1000&currency=usd&capture_method=manual', undefined, 'capture_method'],
    ['amount=1000&currency=usd&amount[x]=1', undefined, undefined],
    ['amount=1000&currency=usd&description=%00', undefined, undefined],
    [`amount=1000&currency=usd&metadata[${'k'.repeat(41)}]=v`, undefined, 'metadata'],
    [`amount=1000&currency=usd&metadata[k]=${'v'.repeat(501)}`, undefined, 'metadata[k]'],
    [
      `amount=1000&currency=usd${Array.from({ length: 51 }, (_, i) => `&metadata[k${i}]=v`).join('')}`,
      undefined,
      'metadata',
    ],
  ])('refuses %s', async (body, code, param) => {
    const { call } = await sharedSandbox()
    const answer = await call('POST', '/v1/payment_intents', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatchObject({ type: 'invalid_request_error', message: expect.any(String) })
    expect(answer.body.error.code).toBe(code)
    expect(answer.body.error.param).toBe(param)
  })

  test('metadata named like an object’s own insides stays plain data', async () => {
    const { call } = await sharedSandbox()
    const body = 'amount=1000&currency=usd&metadata[__proto__]=x&metadata[constructor]=y'
    const answer = await call('POST', '/v1/payment_intents', body)
    expect(answer.status).toBe(200)
    expect(Object.entries(answer.body.metadata)).toContainEqual(['constructor', 'y'])
    expect('x' in Object.prototype).toBe(false)
  })
})

describe('changing and listing', () => {
  test('an update merges metadata, changes the sum and is refused for a paid intent’s sum', async () => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create({ ...sum, metadata: { a: '1', b: '2' } })
    const updated = await stripe.paymentIntents.update(id, { amount: 5000, metadata: { a: '', c: '3' } })
    expect(updated).toMatchObject({ amount: 5000, metadata: { b: '2', c: '3' } })
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    const error = await errorOf(stripe.paymentIntents.update(id, { amount: 6000 }))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await stripe.paymentIntents.update(id, { description: 'Paid' })).toMatchObject({ description: 'Paid' })
  })

  test('an open 3-D Secure question does not survive a change of the sum', async () => {
    const { stripe } = await sharedSandbox()
    const intent = await stripe.paymentIntents.create({
      ...sum,
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    })
    expect(intent.status).toBe('requires_action')
    const updated = await stripe.paymentIntents.update(intent.id, { amount: 99 })
    expect(updated).toMatchObject({ status: 'requires_confirmation', next_action: null })
  })

  test('lists run newest first and page by cursor; created narrows them', async () => {
    const { stripe, clock } = await openTestSandbox()
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await stripe.paymentIntents.create(sum)).id)
    const first = await stripe.paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' })
    expect(first.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2))
    const all = await stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 100 })
    expect(all.map((intent) => intent.id)).toEqual(ids)
    const before = await stripe.paymentIntents.list({ limit: 2, ending_before: ids[4] ?? '' })
    expect(before.data.map((intent) => intent.id)).toEqual(ids.slice(2, 4))
    const tomorrow = Math.floor(clock.now().getTime() / 1000) + 86_400
    expect((await stripe.paymentIntents.list({ created: { gte: tomorrow } })).data).toEqual([])
    expect((await stripe.paymentIntents.list({ created: { lt: tomorrow } })).data).toHaveLength(5)
  })

  test('expand puts the objects in place of their ids', async () => {
    const { stripe } = await sharedSandbox()
    const intent = await stripe.paymentIntents.create({
      ...sum,
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', amount: 21600, payment_intent: intent.id })
    expect(intent.payment_method).toMatchObject({ object: 'payment_method', card: { brand: 'visa', last4: '4242' } })
    const list = await stripe.charges.list({ payment_intent: intent.id, expand: ['data.payment_intent'] })
    expect(list.data[0]?.payment_intent).toMatchObject({ id: intent.id })
    const error = await errorOf(stripe.paymentIntents.retrieve(intent.id, { expand: ['secrets'] }))
    expect(error).toMatchObject({ statusCode: 400, message: 'This property cannot be expanded (secrets).' })
  })
})

describe('canceling', () => {
  test('ends an open intent once, and never a paid one', async () => {
    const { stripe } = await sharedSandbox()
    const open = await stripe.paymentIntents.create(sum)
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    expect(await errorOf(stripe.paymentIntents.cancel(open.id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const confirm = stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' })
    expect(await errorOf(confirm)).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })

    const paid = await stripe.paymentIntents.create({ ...sum, confirm: true, payment_method: 'pm_card_visa' })
    const error = await errorOf(stripe.paymentIntents.cancel(paid.id))
    expect(error.message).toContain('because it has a status of succeeded')
    expect(error.payment_intent).toMatchObject({ id: paid.id, status: 'succeeded' })
  })

  test('of a cancel and a confirm at the same time one wins, and money moves only if it was the confirm', async () => {
    const { stripe } = await sharedSandbox()
    for (let round = 0; round < 10; round++) {
      const { id } = await stripe.paymentIntents.create(sum)
      const [confirmed, canceled] = await Promise.allSettled([
        stripe.paymentIntents.confirm(id, card('4242424242424242')),
        stripe.paymentIntents.cancel(id),
      ])
      expect([confirmed.status, canceled.status].sort()).toEqual(['fulfilled', 'rejected'])
      const { data } = await stripe.charges.list({ payment_intent: id })
      expect(data).toHaveLength(confirmed.status === 'fulfilled' ? 1 : 0)
    }
  })
})
