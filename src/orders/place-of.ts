import type { Order } from './contract.ts'

/** The destination of an order in short: the last part of its address that names a place, and the country. */
export function placeOf({ address, country }: Pick<Order, 'address' | 'country'>) {
  const parts = address
    .split(/[\n,]/)
    .map((part) => part.trim())
    .filter(Boolean)
  // `Boise, ID 83702`: a state and a code are no place without the city before them.
  const place = parts.findLastIndex((part) => /\p{Ll}/u.test(part))
  const city = parts.slice(place).join(', ')
  return [city, country].filter(Boolean).join(', ') || 'no address told'
}
