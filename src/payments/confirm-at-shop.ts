import { ask, client } from '../client.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { ProblemError } from '../wire/problem-error.ts'

const PAUSES = [0, 1500, 4000, 8000]

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Repeats the confirmation until the shop answers; throws its refusal. Undefined when it stays out of reach. */
export async function confirmAtShop(checkoutId: string, transactionId: string): Promise<Checkout | undefined> {
  for (const pause of PAUSES) {
    await wait(pause)
    try {
      const call = { param: { id: checkoutId }, json: { transactionId } }
      return await ask(client.checkouts[':id'].$patch(call))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      if (error.status === 401) return undefined
      if (error.status === 404 || error.status === 409) throw error
    }
  }
  return undefined
}
