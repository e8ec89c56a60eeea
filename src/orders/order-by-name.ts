import { ask, client } from '../client.ts'
import { orderNumberIn } from '../wire/order-number.ts'
import type { Order } from './contract.ts'

/** The order at an address, which names it by the id of its line or by its number. Throws the call's refusal. */
export async function orderByName(name: string): Promise<Order> {
  const id = orderNumberIn(name) === undefined ? name : await firstLineOf(name)
  return ask(client.orders[':id'].$get({ param: { id } }))
}

async function firstLineOf(number: string) {
  const { lines } = await ask(client.orders[':id'].page.$get({ param: { id: number } }))
  return lines[0]?._id ?? number
}
