import { href } from 'react-router'
import { ask, client } from '../client.ts'
import { toastOk } from '../ui/toast.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { orderPath } from './order-path.ts'
import { type SentFrom, sentKey } from './sent-orders.ts'

/** The order that was placed with a key; undefined where none was, or where it is on its way. Throws ProblemError. */
export async function placedWith(key: string): Promise<PlacedOrder | undefined> {
  const [found] = await ask(client.checkouts.placed[':key'].$get({ param: { key } }))
  return found
}

/**
 * The order that was placed from here, and whose answer was lost, with its key, which is kept until its buyer is told.
 * Throws ProblemError.
 */
export async function placedUnheard(from: SentFrom) {
  const key = sentKey(from)
  const found = key && (await placedWith(key))
  // By then it may have been told elsewhere.
  return found && sentKey(from) === key ? { ...found, key } : undefined
}

/** Tells the buyer of an order that was placed before, or of one that cannot be looked up now; answers where it is. */
export function tellPlaced(order: PlacedOrder | null): string {
  const path = order ? orderPath(order) : href('/dashboard/myorders')
  toastOk('Your order was placed before. Look at it here.', {
    link: { href: path, label: order?.number ?? 'My Orders' },
  })
  return path
}
