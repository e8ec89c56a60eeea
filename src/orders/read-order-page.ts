import { shownProblem } from '../accounts/session/session-lost.ts'
import { ask, client } from '../client.ts'
import type { OrderPage } from './order-page-contract.ts'

export type OrderView = { page?: OrderPage; problem?: string; isGone?: boolean }

/** Fetches an order by its number or the id of a line; rethrows the error of a lost session. */
export async function readOrderPage(id: string): Promise<OrderView> {
  try {
    return { page: await ask(client.orders[':id'].page.$get({ param: { id } })) }
  } catch (caught) {
    const error = shownProblem(caught)
    return { problem: error.message, isGone: error.status === 404 }
  }
}
