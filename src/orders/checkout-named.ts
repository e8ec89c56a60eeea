import { ask, client } from '../client.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Checkout } from './checkout-contract.ts'

/** The order at an address, which names it by its id, the id of a line or its number; one that is closed is not found. */
export async function checkoutNamed(name: string): Promise<Checkout> {
  const checkout = await ask(client.checkouts[':id'].$get({ param: { id: name } }))
  if (checkout.status !== 'cancelled' && checkout.status !== 'expired') return checkout
  throw new ProblemError({ code: 'not_found', message: 'There is no such order.' }, 404)
}
