import type { Order } from './contract.ts'

/** The destination of an order in short: the last line of its address, and the country. */
export function placeOf({ address, country }: Pick<Order, 'address' | 'country'>) {
  const city = address
    .split(/[\n,]/)
    .map((line) => line.trim())
    .findLast(Boolean)
  return [city, country].filter(Boolean).join(', ') || 'no address told'
}
