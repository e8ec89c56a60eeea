import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR, MINUTE } from '../config/clock.ts'
import { PATIENCE } from '../database/db.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { cancelled, charge, confirmedAll, intentForAll, ledger, times } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { aProduct } from '../testing/open-test-shop.ts'
import { aCheckout, byStatus, expectLaws, ordersIn } from '../testing/orders.ts'
import { somePeople } from './buyers.ts'
import { figure, isLong, long } from './figures.ts'
import { fromOneLine } from './locks.ts'
import { patientClient } from './patient-client.ts'
import { openShops, PROCESSES, type Shops } from './shops.ts'

const PRODUCTS = 30
/** Of each product there is less than all want. */
const STOCK = long(300, 20)
const BUYERS = long(200, 30)
const ROUNDS = long(5, 2)

type Sold = Awaited<ReturnType<typeof aProduct>>
type Client = ReturnType<typeof patientClient>
type Placed = { as: Client; checkout: Checkout; shops: Shops }
type Waiting = Placed & { intent: string }
type Outcome = { statuses: number[]; waiting: Waiting[]; waited: number[] }

const aLine = fc.record({ product: fc.nat(PRODUCTS - 1), quantity: fc.integer({ min: 1, max: 4 }) })
const aList = fc.array(aLine, { minLength: 1, maxLength: 20, size: 'max' })
const LISTS = fc.sample(aList, { numRuns: BUYERS * ROUNDS, seed: 20 })

const listOf = (products: Sold[], index: number) =>
  aCheckout(
    (LISTS[index] ?? []).map(({ product, quantity }, at) => {
      const sold = products[product]
      if (!sold) throw new Error(`there is no product ${product}`)
      return { product: sold, quantity, reference: `Job ${at}` }
    }),
  )

const cancelAll = ({ as, checkout: { _id: id } }: Placed) => as.checkouts[':id'].$delete({ param: { id } })

async function pay({ as, checkout, shops }: Placed) {
  const intent = await intentForAll(as, checkout)
  await charge(shops.shop, intent)
  return confirmedAll(as, checkout, intent)
}

async function payTheRest(placed: Placed) {
  const [line, ...others] = placed.checkout.orders
  if (line && others.length > 0) expect((await cancelled(placed.as, line)).status).toBe(200)
  const rest = await placed.as.checkouts[':id'].$get({ param: { id: placed.checkout._id } })
  return pay({ ...placed, checkout: (await rest.json()) as Checkout })
}

/** The payment may fail at any of its steps, and what was cancelled then stays so. */
async function payAndCancel(placed: Placed) {
  const lines = placed.checkout.orders.slice(0, 2)
  const [answer] = await Promise.all([
    cancelAll(placed),
    pay(placed).catch(() => undefined),
    ...lines.map((line) => cancelled(placed.as, line)),
  ])
  return answer
}

const FATES = [cancelAll, pay, payTheRest, payAndCancel]

/** Everybody places lists, and each list comes to an end of its own; every fifth waits with its intent open. */
async function buy(shops: Shops, products: Sold[], people: { token: string }[]): Promise<Outcome> {
  const outcome: Outcome = { statuses: [], waiting: [], waited: [] }
  const one = async ({ token }: { token: string }, index: number) => {
    const as = patientClient(shops.at(index), token, outcome.waited)
    for (let round = 0; round < ROUNDS; round++) {
      const turn = index * ROUNDS + round
      const answer = await as.checkouts.$post({ json: listOf(products, turn) })
      outcome.statuses.push(answer.status)
      if (answer.status !== 201) continue
      const placed = { as, checkout: (await answer.json()) as Checkout, shops }
      const end = FATES[turn % 5]
      if (end) outcome.statuses.push((await end(placed))?.status ?? 0)
      else outcome.waiting.push({ ...placed, intent: await intentForAll(as, placed.checkout) })
    }
  }
  await Promise.all(people.map(one))
  return outcome
}

/** The holds of all that wait end on every node in the moment in which their buyers pay. */
async function payTooLate({ shops, shop, clock }: Shops, waiting: Waiting[]) {
  clock.advance(25 * HOUR)
  const told = waiting.map(async ({ as, checkout, intent }) => {
    await charge(shop, intent).catch(() => undefined)
    return confirmedAll(as, checkout, intent)
  })
  const [answers] = await Promise.all([Promise.all(told), ...shops.map(reconcile)])
  // Two rounds: one finds the charges that nobody was told of, one gives them back.
  for (const _ of times(2, () => 0)) {
    clock.advance(2 * MINUTE)
    await Promise.all(shops.map(reconcile))
  }
  return byStatus(answers)
}

/** Orders with all their lines: paid lines beside expired ones of one order would be half a payment. */
async function statesOfOrders({ shop }: Shops) {
  const states = new Map<string, Set<string>>()
  for (const { orderId, status, closedAt } of await ordersIn(shop)) {
    if (status === 'cancelled' && closedAt) continue
    states.set(orderId, (states.get(orderId) ?? new Set()).add(status))
  }
  return [...states.values()]
}

test.each(PROCESSES)(
  'lists of 1 to 20 lines over 30 products, cancelled, paid and expired at once in %i shop(s), break no law',
  { timeout: isLong ? 1_200_000 : 180_000 },
  async (processes) => {
    const shops = await openShops({ processes })
    const people = await somePeople(shops.shop, BUYERS)
    const products = await Promise.all(times(PRODUCTS, () => aProduct(shops.shop, { stock: STOCK, minOrder: 1 })))
    const { outcome, waiting } = await fromOneLine(shops.shop, 'products', () => buy(shops, products, people))
    expect(waiting).toBeGreaterThan(1)
    await expectLaws(shops.shop)
    const answered = byStatus(outcome.statuses.map((status) => ({ status })))
    expect(Object.keys(answered).filter((status) => !['200', '201', '404', '409'].includes(status))).toEqual([])
    // A line for a connection or a row, on a busy machine; any other reason for a 503 would be told before.
    expect(outcome.waited.filter((ms) => ms < PATIENCE.connect)).toEqual([])
    const late = await payTooLate(shops, outcome.waiting)
    expect(outcome.waiting.length).toBeGreaterThan(0)

    await expectLaws(shops.shop)
    const states = await statesOfOrders(shops)
    expect(states.filter(({ size }) => size > 1)).toEqual([])
    expect(states.filter((state) => state.has('unpaid'))).toEqual([])
    const { rows } = await shops.shop.pool.query(
      `select coalesce(sum(price_cents), 0)::int as cents from orders where status = 'paid'`,
    )
    const { charged, refunded } = await ledger(shops)
    expect(charged - refunded).toBe(rows[0].cents)
    figure(`lists of ${BUYERS} buyers over ${PRODUCTS} products, ${processes} process(es)`, {
      ...Object.fromEntries(Object.entries(answered).map(([status, count]) => [`answers ${status}`, count])),
      ...Object.fromEntries(Object.entries(late).map(([status, count]) => [`paid late ${status}`, count])),
      'told to come back': outcome.waited.length,
      'paid orders': states.filter((state) => state.has('paid')).length,
    })
  },
)
