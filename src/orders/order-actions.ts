import type { Order } from './contract.ts'

type Shown = Pick<Order, 'status'>

export const canCancel = ({ status }: Shown) => status === 'unpaid'
export const canPay = ({ status }: Shown) => status === 'unpaid'
