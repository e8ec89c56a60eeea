import type { Order } from './contract.ts'
import { readOrderPage } from './read-order-page.ts'

export const isToSend = ({ status }: Order) => status === 'paid'

/** All lines of an order that wait to be sent; undefined when there are none or no answer. */
export async function linesToSend(number: string): Promise<Order[] | undefined> {
  const { page } = await readOrderPage(number).catch(() => ({ page: undefined }))
  const lines = page?.lines.filter(isToSend)
  return lines?.length ? lines : undefined
}
