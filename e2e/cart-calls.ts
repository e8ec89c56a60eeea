import type { Request } from 'playwright-core'
import { ask } from '../src/client.ts'
import { visit } from './person.ts'
import type { Buyer } from './standing.ts'

/** Whether a page stores the cart of its user by this request. */
export const isStoring = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/api/cart')

type Line = { productId: string; quantity: number; reference?: string }

/** Stores these lines as the whole cart of a user, as another device does. */
export async function storeCart({ calls }: Pick<Buyer, 'calls'>, lines: Line[]) {
  const { version } = await ask(calls.cart.$get())
  await ask(calls.cart.$put({ json: { version, lines } }))
}

/** Goes to the till with four of each of these parts. */
export async function goToTill({ page, calls }: Pick<Buyer, 'page' | 'calls'>, ...ids: string[]) {
  const lines = ids.map((productId) => ({ productId, quantity: 4 }))
  await storeCart({ calls }, lines)
  await visit(page, '/checkout')
}
