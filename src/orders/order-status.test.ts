import { expect, test } from 'vitest'
import { adminView, canCancel, canDeliver, canPay, customerView } from './order-status.ts'

const order = (status: Parameters<typeof customerView>[0]['status'], transactionId: string | null = null) => ({
  status,
  price: 72,
  transactionId,
})

test('an unpaid order shows a pay button to its buyer and "Not paid" to an admin, and can be cancelled', () => {
  expect(customerView(order('unpaid'))).toEqual({ kind: 'pay' })
  expect(adminView(order('unpaid'))).toEqual({ kind: 'unpaid', text: 'Not paid' })
  expect(canCancel(order('unpaid'))).toBe(true)
  expect(canPay(order('unpaid'))).toBe(true)
})

test('a paid one is pending for its buyer and can be delivered by an admin', () => {
  expect(customerView(order('paid', 'pi_1'))).toEqual({ kind: 'pending', text: 'Pending...' })
  expect(adminView(order('paid', 'pi_1'))).toEqual({ kind: 'deliver' })
  expect(canDeliver(order('paid'))).toBe(true)
  expect(canCancel(order('paid'))).toBe(false)
  expect(canPay(order('paid'))).toBe(false)
})

test('a delivered one is paid, with its transaction, for both', () => {
  const view = { kind: 'paid', text: 'Paid', transactionId: 'pi_1' }
  expect(customerView(order('delivered', 'pi_1'))).toEqual(view)
  expect(adminView(order('delivered', 'pi_1'))).toEqual(view)
})

test('a refund says how far it is', () => {
  expect(customerView(order('refund_due', 'pi_1'))).toMatchObject({ kind: 'refund', text: 'Refund on its way' })
  expect(adminView(order('refunded', 'pi_1'))).toMatchObject({ kind: 'refund', text: 'Refunded' })
})
