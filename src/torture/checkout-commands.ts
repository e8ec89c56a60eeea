import { expect } from 'vitest'
import type { Checkout } from '../orders/checkout-contract.ts'
import { charge, confirmedAll, intentForAll } from '../payments/open-test-payments.ts'
import { aCheckout } from '../testing/orders.ts'
import { command, hasLines, pick } from './command.ts'
import { clientFor, close, keep, type Real, standing, statusOfCheckout, type Wanted } from './shop-model.ts'

const listOf = (real: Real, wanted: Wanted[]) =>
  aCheckout(
    wanted.map(({ product, quantity }, at) => {
      const sold = real.products[product]
      if (!sold) throw new Error('no such product in the scene')
      return { product: sold, quantity, reference: `Job ${at}` }
    }),
  )

/** Several lines, all or none. */
export const buyList = (buyer: number, wanted: Wanted[]) =>
  command({
    name: `buyList(${buyer}, ${JSON.stringify(wanted)})`,
    async run(model, real) {
      const answer = await clientFor(real, buyer).checkouts.$post({ json: listOf(real, wanted) })
      expect(answer.status).toBe(statusOfCheckout(model, buyer, wanted))
      if (answer.status !== 201) return
      const { orders } = (await answer.json()) as Checkout
      expect(orders).toHaveLength(wanted.length)
      const order = orders[0]?._id ?? ''
      const placed = wanted.map((line, at) => ({ ...line, buyer, order, id: orders[at]?._id ?? '' }))
      keep(model, placed)
    },
  })

/** The whole of an order by one of its lines, twice at once: its buyer and an admin cancel it, and one of them does it. */
export const cancelList = (pointer: number) =>
  command({
    name: `cancelList(${pointer})`,
    check: hasLines,
    async run(model, real) {
      const named = pick(model, pointer)
      if (!named) return
      const lines = standing(model, named)
      const id = await orderIdOf(real, named.id)
      const who = [
        real.opened.as.admin,
        ...(model.people[named.buyer]?.isSignedIn ? [clientFor(real, named.buyer)] : []),
      ]
      const answers = await Promise.all(who.map((as) => as.checkouts[':id'].$delete({ param: { id } })))
      const ofLines = lines.every(({ status }) => status === 'unpaid') ? 200 : 409
      const first = lines.length === 0 ? 404 : ofLines
      const wanted = who.map((_, index) => (index > 0 && first === 200 ? 404 : first)).sort()
      expect(answers.map(({ status }) => status as number).sort()).toEqual(wanted)
      if (first === 200) for (const line of lines) close(model, line)
    },
  })

/** One card payment for all lines that still stand, told twice at once. */
export const payList = (pointer: number) =>
  command({
    name: `payList(${pointer})`,
    check: hasLines,
    async run(model, real) {
      const named = pick(model, pointer)
      if (!named || !model.people[named.buyer]?.isSignedIn) return
      const lines = standing(model, named)
      if (lines.length === 0 || lines.some(({ status }) => status !== 'unpaid')) return
      const as = clientFor(real, named.buyer)
      const shown = await as.checkouts[':id'].$get({ param: { id: await orderIdOf(real, named.id) } })
      const checkout = (await shown.json()) as Checkout
      expect(checkout.orders.map(({ _id }) => _id).sort()).toEqual(lines.map(({ id }) => id).sort())
      const intent = await intentForAll(as, checkout)
      await charge(real.opened.shop, intent)
      const told = await Promise.all([1, 2].map(() => confirmedAll(as, checkout, intent)))
      expect(told.map(({ status }) => status)).toEqual([200, 200])
      for (const line of lines) line.status = 'paid'
    },
  })

async function orderIdOf({ opened }: Real, line: string): Promise<string> {
  const { rows } = await opened.shop.pool.query('select order_id as id from order_lines where id = $1', [line])
  return rows[0]?.id
}
