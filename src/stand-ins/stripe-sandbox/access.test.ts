import { describe, expect, test } from 'vitest'
import { card, errorOf, PUBLISHABLE_KEY, SECRET_KEY, sharedTestSandbox } from './open-test-sandbox.ts'

const sharedSandbox = sharedTestSandbox()

const sum = { amount: 21600, currency: 'usd' }

describe('keys', () => {
  test('no key and a wrong key are 401; Basic works like Bearer', async () => {
    const { call } = await sharedSandbox()
    for (const Authorization of ['', 'Bearer sk_test_wrong', 'Basic bm90LWl0Og==']) {
      const answer = await call('GET', '/v1/charges', '', { Authorization })
      expect(answer.status).toBe(401)
      expect(answer.body.error.type).toBe('invalid_request_error')
      expect(answer.headers.get('Request-Id')).toMatch(/^req_/)
      expect(JSON.stringify(answer.body)).not.toContain('wrong')
    }
    const basic = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString('base64')}`
    expect((await call('GET', '/v1/charges', '', { Authorization: basic })).status).toBe(200)
  })

  test('the SDK turns them into its own errors', async () => {
    const { stripe, browser } = await sharedSandbox()
    expect(await errorOf(browser.charges.list())).toMatchObject({
      type: 'StripePermissionError',
      statusCode: 403,
      code: 'secret_key_required',
    })
    expect(await errorOf(stripe.charges.retrieve('ch_none'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
    })
  })

  test.each([
    ['POST', '/v1/payment_intents'],
    ['GET', '/v1/payment_intents'],
    ['POST', '/v1/payment_intents/pi_1'],
    ['POST', '/v1/payment_intents/pi_1/cancel'],
    ['POST', '/v1/refunds'],
    ['GET', '/v1/refunds'],
    ['GET', '/v1/charges'],
    ['GET', '/v1/events'],
    ['GET', '/v1/payment_methods/pm_1'],
    ['GET', '/_test/ledger'],
    ['POST', '/_test/knobs'],
  ])('a browser may not call %s %s', async (method, path) => {
    const answer = await (await sharedSandbox()).call(method, path, '', { Authorization: `Bearer ${PUBLISHABLE_KEY}` })
    expect(answer.status).toBe(403)
  })

  test('a browser with the client secret sees and confirms that one intent, without its inside', async () => {
    const { stripe, browser } = await sharedSandbox()
    const { id, client_secret } = await stripe.paymentIntents.create({ ...sum, metadata: { order: '7' } })
    const secret = { client_secret: client_secret ?? '' }
    const seen = await browser.paymentIntents.retrieve(id, secret)
    expect(seen).toMatchObject({ id, status: 'requires_payment_method', client_secret })
    for (const hidden of ['metadata', 'latest_charge', 'customer', 'amount_received'])
      expect(seen).not.toHaveProperty(hidden)

    const other = await stripe.paymentIntents.create(sum)
    const stolen = { client_secret: other.client_secret ?? '' }
    expect(await errorOf(browser.paymentIntents.retrieve(id, stolen))).toMatchObject({ statusCode: 400 })
    expect(await errorOf(browser.paymentIntents.retrieve(id))).toMatchObject({ statusCode: 400 })
    const confirm = browser.paymentIntents.confirm(id, { ...card('4242424242424242'), ...stolen })
    expect(await errorOf(confirm)).toMatchObject({ statusCode: 400 })

    const declined = await errorOf(browser.paymentIntents.confirm(id, { ...card('4000000000000002'), ...secret }))
    expect(declined.payment_intent).not.toHaveProperty('metadata')
    const expanded = browser.paymentIntents.retrieve(id, { ...secret, expand: ['latest_charge'] })
    expect(await errorOf(expanded)).toMatchObject({ statusCode: 400 })
    const paid = await browser.paymentIntents.confirm(id, { ...card('4242424242424242'), ...secret })
    expect(paid.status).toBe('succeeded')
  })
})

describe('strange requests', () => {
  test('an unknown path is a 404 and JSON is refused', async () => {
    const { call } = await sharedSandbox()
    expect((await call('GET', '/v1/subscriptions')).status).toBe(404)
    expect((await call('DELETE', '/v1/payment_intents/pi_1')).status).toBe(404)
    const json = await call('POST', '/v1/payment_intents', '{"amount":1}', { 'Content-Type': 'application/json' })
    expect(json.status).toBe(400)
  })

  test('a long, deep or broken body is a 400', async () => {
    const { call } = await sharedSandbox()
    for (const body of [
      `description=${'x'.repeat(101_000)}`,
      `a${'[b]'.repeat(50)}=1`,
      Array.from({ length: 1001 }, (_, i) => `k${i}=1`).join('&'),
      'a[b=1',
      '[]=1',
      '%FF%FE=%FF',
      'amount[__proto__][polluted]=1&currency=usd',
    ]) {
      expect((await call('POST', '/v1/payment_intents', body)).status).toBe(400)
    }
    expect('polluted' in {}).toBe(false)
  })

  test('the frames may stand in the shop alone and load from it alone', async () => {
    const { origin } = await sharedSandbox()
    for (const path of ['card', '3ds?source=src_none']) {
      const response = await fetch(`${origin}/stripe-sandbox/v3/${path}`)
      const policy = response.headers.get('Content-Security-Policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'self'")
      expect(policy).not.toContain('unsafe')
      expect(await response.text()).not.toMatch(/<script>|style=/)
    }
    const script = await fetch(`${origin}/stripe-sandbox/v3/`)
    expect(script.headers.get('Content-Type')).toContain('javascript')
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=300')
    const text = await script.text()
    expect(text).not.toMatch(/^(import|export) /m)
    expect(() => new Function(text)).not.toThrow()
    expect((await fetch(`${origin}/stripe-sandbox/v3/stripe.js`)).status).toBe(404)
  })
})
