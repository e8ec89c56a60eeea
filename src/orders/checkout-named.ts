import { ask, client } from '../client.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Checkout } from './checkout-contract.ts'

/** The order that a page's address names by its id, the id of a line or its number. Throws for a closed one. */
export async function checkoutNamed(name: string): Promise<Checkout> {
  const checkout = await ask(client.checkouts[':id'].$get({ param: { id: name } }))
  if (checkout.status !== 'cancelled' && checkout.status !== 'expired') return checkout
  throw new ProblemError({ code: 'not_found', message: 'There is no such order.' }, 404)
}
