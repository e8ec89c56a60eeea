import { describe, expect, test } from 'vitest'
import { errorOf, openTestSandbox, sharedTestSandbox, type TestSandbox } from './open-test-sandbox.ts'

const sharedSandbox = sharedTestSandbox()

const pay = ({ stripe }: TestSandbox, amount = 21600) =>
  stripe.paymentIntents.create({ amount, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' })

describe('refunds', () => {
  test('the whole of a payment goes back, and nothing a second time', async () => {
    const opened = await sharedSandbox()
    const { stripe } = opened
    const intent = await pay(opened)
    const refund = await stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { order: '7' },
      expand: ['charge'],
    })
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 21600,
      currency: 'usd',
      status: 'succeeded',
      payment_intent: intent.id,
      metadata: { order: '7' },
      charge: { id: intent.latest_charge, amount_refunded: 21600, refunded: true },
    })
    const error = await errorOf(stripe.refunds.create({ payment_intent: intent.id }))
    expect(error).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ id: refund.id, charge: intent.latest_charge })
  })

  test('parts add up to the charge and never to more', async () => {
    const opened = await sharedSandbox()
    const { stripe } = opened
    const intent = await pay(opened)
    const charge = String(intent.latest_charge)
    await stripe.refunds.create({ charge, amount: 20000 })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 20000, refunded: false })
    const error = await errorOf(stripe.refunds.create({ charge, amount: 1601 }))
    expect(error).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(error.message).toBe('Refund amount ($16.01) is greater than unrefunded amount on charge ($16.00)')
    await stripe.refunds.create({ charge })
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 21600, refunded: true })
    expect((await stripe.refunds.list({ charge })).data.map((refund) => refund.amount)).toEqual([1600, 20000])
    expect((await stripe.refunds.list({ payment_intent: intent.id, limit: 1 })).has_more).toBe(true)
  })

  test('thirty refunds at once give back no more than was paid', async () => {
    const opened = await sharedSandbox()
    const { stripe } = opened
    const { id } = await pay(opened, 1000)
    const refunds = Array.from({ length: 30 }, () => stripe.refunds.create({ payment_intent: id, amount: 100 }))
    const results = await Promise.allSettled(refunds)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
    const { data } = await stripe.refunds.list({ payment_intent: id, limit: 100 })
    expect(data.reduce((total, refund) => total + refund.amount, 0)).toBe(1000)
  })

  test('what was not paid cannot be given back', async () => {
    const { stripe } = await sharedSandbox()
    const open = await stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
    const unpaid = await errorOf(stripe.refunds.create({ payment_intent: open.id }))
    expect(unpaid.message).toContain('does not have a successful charge to refund')
    expect(await errorOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect(await errorOf(stripe.refunds.create({}))).toMatchObject({ statusCode: 400 })
  })
})

test('the ledger gives the sums of each intent', async () => {
  const opened = await openTestSandbox()
  const first = await pay(opened, 1000)
  const second = await pay(opened, 2000)
  await opened.stripe.refunds.create({ payment_intent: second.id, amount: 500 })
  await opened.stripe.paymentIntents.create({ amount: 4000, currency: 'usd' })
  const { body } = await opened.call('GET', '/_test/ledger')
  expect(body).toMatchObject({ charged: 3000, refunded: 500 })
  expect(body.intents).toMatchObject([
    { payment_intent: first.id, status: 'succeeded', amount: 1000, charges: 1, charged: 1000, refunded: 0 },
    { payment_intent: second.id, charged: 2000, refunded: 500 },
    { status: 'requires_payment_method', charges: 0, charged: 0, refunded: 0 },
  ])
})
