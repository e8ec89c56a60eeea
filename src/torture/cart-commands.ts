import { expect } from 'vitest'
import { command } from './command.ts'
import { clientFor, type Real, type Wanted } from './shop-model.ts'

const lineOf = (real: Real, { product, quantity }: Wanted) => ({
  productId: real.products[product]?.id ?? '',
  quantity,
})

/** One device sets the whole cart; an old version changes nothing. */
export const putCart = (who: number, wanted: Wanted, isStale: boolean) =>
  command({
    name: `putCart(${who}, ${JSON.stringify(wanted)}, ${isStale})`,
    async run(model, real) {
      const cart = model.carts[who]
      if (!cart) return
      const json = { version: cart.version + (isStale ? 1 : 0), lines: [lineOf(real, wanted)] }
      const answer = await clientFor(real, who).cart.$put({ json })
      const isSignedIn = model.people[who]?.isSignedIn
      const forOwner = isStale ? 409 : 200
      expect(answer.status).toBe(isSignedIn ? forOwner : 401)
      if (answer.status === 200) {
        model.carts[who] = { version: cart.version + 1, quantities: { [wanted.product]: wanted.quantity } }
      }
    },
  })

/** What was gathered signed out comes twice at once and is joined once; of equal lines the larger quantity counts. */
export const joinCart = (who: number, wanted: Wanted) =>
  command({
    name: `joinCart(${who}, ${JSON.stringify(wanted)})`,
    async run(model, real) {
      const cart = model.carts[who]
      if (!cart) return
      const json = { lines: [{ id: crypto.randomUUID(), ...lineOf(real, wanted) }] }
      const as = clientFor(real, who)
      const answers = await Promise.all([1, 2].map(() => as.cart.join.$post({ json })))
      const status = model.people[who]?.isSignedIn ? 200 : 401
      expect(answers.map((answer) => answer.status as number)).toEqual([status, status])
      if (status === 401) return
      const most = Math.max(wanted.quantity, cart.quantities[wanted.product] ?? 0)
      model.carts[who] = { version: cart.version + 1, quantities: { ...cart.quantities, [wanted.product]: most } }
    },
  })
