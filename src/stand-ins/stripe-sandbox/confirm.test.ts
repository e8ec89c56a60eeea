import { describe, expect, test } from 'vitest'
import { card, errorOf, sharedTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

const sharedSandbox = sharedTestSandbox()

const sum = { amount: 21600, currency: 'usd' }

describe('the test cards', () => {
  test('4242 4242 4242 4242 pays: one charge, the sum received', async () => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create({ ...sum, metadata: { order: '7' } })
    const paid = await stripe.paymentIntents.confirm(id, card('4242 4242 4242 4242'))
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 21600, last_payment_error: null })
    const charge = await stripe.charges.retrieve(String(paid.latest_charge))
    expect(charge).toMatchObject({
      object: 'charge',
      amount: 21600,
      amount_captured: 21600,
      amount_refunded: 0,
      paid: true,
      captured: true,
      refunded: false,
      status: 'succeeded',
      payment_intent: id,
      metadata: { order: '7' },
      outcome: { type: 'authorized', network_status: 'approved_by_network' },
    })
    expect(charge.payment_method_details?.card).toMatchObject({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2034,
    })
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.', undefined],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.', undefined],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.', undefined],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.', 'exp_month'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect.", 'cvc'],
  ])('%s is declined with %s and may be followed by another card', async (number, code, decline, message, param) => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create(sum)
    const error = await errorOf(stripe.paymentIntents.confirm(id, card(number)))
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, message })
    expect(error.decline_code || undefined).toBe(decline)
    expect(error.param).toBe(param)
    expect(error.doc_url).toContain('stripe.com/docs/error-codes/')
    expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method', payment_method: null })
    const intent = await stripe.paymentIntents.retrieve(id)
    expect(intent.last_payment_error).toMatchObject({ code, message, type: 'card_error', charge: error.charge })
    expect(await stripe.charges.retrieve(error.charge ?? '')).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: code,
    })

    const paid = await stripe.paymentIntents.confirm(id, card('4242424242424242'))
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(2)
  })

  test.each([
    ['4242424242424241', {}, 'invalid_number', 'Your card number is invalid.', 'number'],
    ['4242', {}, 'invalid_number', 'Your card number is invalid.', 'number'],
    [
      '4242424242424242',
      { exp_year: 2019 },
      'invalid_expiry_year',
      "Your card's expiration year is invalid.",
      'exp_year',
    ],
    [
      '4242424242424242',
      { exp_month: 13 },
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    ],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', "Your card's security code is invalid.", 'cvc'],
    ['4012888888881881', {}, 'card_declined', expect.stringContaining('test mode'), undefined],
  ])('%s with %o is refused before anything is charged or stored', async (number, more, code, message, param) => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create(sum)
    const error = await errorOf(stripe.paymentIntents.confirm(id, card(number, more)))
    expect(error).toMatchObject({ statusCode: 402, code, message })
    expect(error.param).toBe(param)
    expect((await stripe.charges.list({ payment_intent: id })).data).toEqual([])
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' })
  })

  test('names for the command line stand for cards', async () => {
    const { stripe } = await sharedSandbox()
    const paid = await stripe.paymentIntents.create({ ...sum, confirm: true, payment_method: 'pm_card_visa' })
    expect(paid.status).toBe('succeeded')
    const declined = stripe.paymentIntents.create({ ...sum, confirm: true, payment_method: 'pm_card_chargeDeclined' })
    expect(await errorOf(declined)).toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' })
    const token = { type: 'card' as const, card: { token: 'tok_amex' } }
    const method = await stripe.paymentMethods.create(token)
    expect(method).toMatchObject({ object: 'payment_method', type: 'card', card: { brand: 'amex', last4: '0005' } })
    const waiting = await stripe.paymentIntents.create({ ...sum, payment_method: method.id })
    expect(waiting.status).toBe('requires_confirmation')
    expect(await stripe.paymentIntents.confirm(waiting.id)).toMatchObject({
      status: 'succeeded',
      payment_method: method.id,
    })
  })
})

describe('charging once', () => {
  test('twenty confirms at once make one charge', async () => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create(sum)
    const confirms = Array.from({ length: 20 }, () => stripe.paymentIntents.confirm(id, card('4242424242424242')))
    const results = await Promise.allSettled(confirms)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('payment_intent_unexpected_state')
    }
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  test('a confirm without a payment method says what is missing', async () => {
    const { stripe } = await sharedSandbox()
    const { id } = await stripe.paymentIntents.create(sum)
    const error = await errorOf(stripe.paymentIntents.confirm(id))
    expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(error.message).toContain("it's missing a payment method")
  })
})

describe('3-D Secure', () => {
  const ASKING = '4000002500003155'

  async function asked({ stripe }: TestSandbox, more: object = { use_stripe_sdk: true }, asking = ASKING) {
    const { id } = await stripe.paymentIntents.create(sum)
    const intent = await stripe.paymentIntents.confirm(id, { ...card(asking), ...more })
    const action = intent.next_action?.use_stripe_sdk as { source: string; stripe_js: string } | undefined
    return { intent, source: action?.source ?? '', url: action?.stripe_js ?? '' }
  }

  const answer = ({ origin }: TestSandbox, source: string, outcome: string) =>
    fetch(`${origin}/stripe-sandbox/v3/3ds/${source}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ outcome }),
    })

  test('Complete pays', async () => {
    const opened = await sharedSandbox()
    const { intent, source } = await asked(opened)
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect((await answer(opened, source, 'complete')).status).toBe(200)
    const paid = await opened.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ status: 'succeeded', next_action: null })
    expect(paid.latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    })
  })

  test('Fail charges nothing and asks for another card', async () => {
    const opened = await sharedSandbox()
    const { intent, source } = await asked(opened)
    expect((await answer(opened, source, 'fail')).status).toBe(200)
    const failed = await opened.stripe.paymentIntents.retrieve(intent.id)
    expect(failed.status).toBe('requires_payment_method')
    expect(failed.last_payment_error).toMatchObject({
      code: 'payment_intent_authentication_failure',
      type: 'invalid_request_error',
    })
    expect((await opened.stripe.charges.list({ payment_intent: intent.id })).data).toEqual([])
  })

  test('a question is answered once, and twenty answers at once charge once', async () => {
    const opened = await sharedSandbox()
    const { intent, source } = await asked(opened)
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(opened, source, 'complete')))
    expect(answers.filter((response) => response.status === 200)).toHaveLength(1)
    expect((await opened.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
    expect((await answer(opened, 'src_unknown', 'complete')).status).toBe(400)
  })

  test('without Stripe.js the customer is sent to a page and comes back', async () => {
    const opened = await sharedSandbox()
    const { intent } = await asked(opened, { return_url: `${opened.origin}/dashboard/payment/7` })
    expect(intent.next_action?.type).toBe('redirect_to_url')
    const url = new URL(intent.next_action?.redirect_to_url?.url ?? '')
    const page = await fetch(url)
    expect(await page.text()).toContain('Stands in for the bank of the card.')
    const response = await answer(opened, url.searchParams.get('source') ?? '', 'complete')
    const back = new URL((await response.json()).redirectUrl)
    expect(back.pathname).toBe('/dashboard/payment/7')
    expect(back.searchParams.get('payment_intent')).toBe(intent.id)
    expect(back.searchParams.get('redirect_status')).toBe('succeeded')
  })

  test('it never leads away from the shop', async () => {
    const opened = await sharedSandbox()
    const error = await errorOf(asked(opened, { return_url: 'https://elsewhere.example/' }))
    expect(error).toMatchObject({ statusCode: 400, param: 'return_url' })
  })

  test('a card whose owner is away is declined', async () => {
    const opened = await sharedSandbox()
    const error = await errorOf(asked(opened, { off_session: true }))
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  })

  test('some cards are declined after the question', async () => {
    const opened = await sharedSandbox()
    const { intent, source } = await asked(opened, { use_stripe_sdk: true }, '4000008260003178')
    expect((await answer(opened, source, 'complete')).status).toBe(200)
    const failed = await opened.stripe.paymentIntents.retrieve(intent.id)
    expect(failed.last_payment_error).toMatchObject({ decline_code: 'insufficient_funds' })
  })

  test('any card asks when the shop wants it', async () => {
    const { stripe } = await sharedSandbox()
    const options = { card: { request_three_d_secure: 'any' as const } }
    const { id } = await stripe.paymentIntents.create({ ...sum, payment_method_options: options })
    expect(await stripe.paymentIntents.confirm(id, card('4242424242424242'))).toMatchObject({
      status: 'requires_action',
    })
  })
})
