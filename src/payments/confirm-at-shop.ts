import { ask, client } from '../client.ts'
import type { Order } from '../orders/contract.ts'
import { ProblemError } from '../wire/problem-error.ts'

const PAUSES = [0, 1500, 4000, 8000]

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Repeats the confirmation until the shop answers; throws its refusal. Undefined when it stays out of reach. */
export async function confirmAtShop(orderId: string, transactionId: string): Promise<Order | undefined> {
  for (const pause of PAUSES) {
    await wait(pause)
    try {
      const call = { param: { id: orderId }, json: { order: orderId, transactionId } }
      return await ask(client.orders[':id'].$patch(call))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.status === 401) return undefined
      if (error.status === 404 || error.status === 409) throw error
    }
  }
  return undefined
}
