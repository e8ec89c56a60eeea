import { formatMoney } from '../ui/format-money.ts'
import type { Order } from './contract.ts'

/** How much of what was paid went back, of an order that stays paid. */
export const givenBackOf = ({ status, givenBack }: Pick<Order, 'status' | 'givenBack'>) =>
  givenBack > 0 && (status === 'paid' || status === 'delivered')
    ? `${formatMoney(givenBack)} of the order’s payment was given back`
    : undefined
