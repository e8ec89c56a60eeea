import type { Order } from './contract.ts'

/** What stands in the payment column of My Orders. */
export type CustomerView =
  | { kind: 'pay' }
  | { kind: 'pending'; text: 'Pending...' }
  | { kind: 'paid'; text: 'Paid'; transactionId: string | null }
  | { kind: 'refund'; text: 'Refund on its way' | 'Refunded'; transactionId: string | null }
  | { kind: 'closed'; text: 'Cancelled' | 'Expired' }

/** What stands in the status column of Manage All Orders. */
export type AdminView =
  | { kind: 'unpaid'; text: 'Not paid' }
  | { kind: 'deliver' }
  | Exclude<CustomerView, { kind: 'pay' } | { kind: 'pending' }>

type Shown = Pick<Order, 'status' | 'price' | 'transactionId'>

export const canCancel = ({ status }: Pick<Order, 'status'>) => status === 'unpaid'
export const canPay = ({ status, price }: Shown) => status === 'unpaid' && price > 0
export const canDeliver = ({ status }: Pick<Order, 'status'>) => status === 'paid'

/** An order as its buyer sees it. */
export function customerView(order: Shown): CustomerView {
  if (order.status === 'unpaid') return { kind: 'pay' }
  if (order.status === 'paid') return { kind: 'pending', text: 'Pending...' }
  return settledView(order.status, order.transactionId)
}

/** An order as an admin sees it. */
export function adminView(order: Shown): AdminView {
  if (order.status === 'unpaid') return { kind: 'unpaid', text: 'Not paid' }
  if (order.status === 'paid') return { kind: 'deliver' }
  return settledView(order.status, order.transactionId)
}

function settledView(status: Exclude<Order['status'], 'unpaid' | 'paid'>, transactionId: string | null) {
  switch (status) {
    case 'delivered':
      return { kind: 'paid', text: 'Paid', transactionId } as const
    case 'refund_due':
      return { kind: 'refund', text: 'Refund on its way', transactionId } as const
    case 'refunded':
      return { kind: 'refund', text: 'Refunded', transactionId } as const
    case 'cancelled':
      return { kind: 'closed', text: 'Cancelled' } as const
    case 'expired':
      return { kind: 'closed', text: 'Expired' } as const
  }
}
