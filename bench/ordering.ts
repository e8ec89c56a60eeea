import { Agent, request } from 'node:http'
import { AT_ONCE, answersASecond } from './load.ts'
import { aPerson, bearer, type Person } from './people.ts'
import type { MeasuredShop } from './shop.ts'

export type Sold = { id: string; name: string; number: string; cents: number; min: number }

const BUYERS = 400
export const JSON_TYPE = { 'content-type': 'application/json' }

/** Buyers, and some products with enough for all of them. */
export async function openOrdering({ origin, pool }: MeasuredShop, products = 8) {
  const buyers: Person[] = []
  for (let count = 0; count < BUYERS; count++) buyers.push(await aPerson(pool))
  const { rows } = await pool.query<Sold>(
    'select id, name, number, unit_price_cents as cents, min_order as min from products order by id limit $1',
    [products],
  )
  // Stock and its movements stay in step (law S2).
  await pool.query(
    `with more as (update products set stock = stock + 900000 where id = any($1) returning id)
     insert into stock_movements (id, product_id, quantity, reason, at) select gen_random_uuid(), id, 900000, 'restock', now() from more`,
    [rows.map(({ id }) => id)],
  )
  // An idle connection may be closed by the shop just as it is used again, so connections close early here.
  const agent = new Agent({ keepAlive: true, maxSockets: 16, timeout: 2000 })
  let turn = 0
  const place = () => {
    const buyer = buyers[turn % buyers.length] as Person
    const product = rows[turn++ % rows.length] as Sold
    return post(`${origin}/api/order`, bodyOf(product), { agent, headers: bearer(buyer.token) })
  }
  /** Each connection has its own buyers and one product; as on the bare side, two at a time order the same product. */
  const requestsOf = (connection: number) =>
    buyers
      .filter((_, index) => index % AT_ONCE === connection % AT_ONCE)
      .map(({ token }) => ({
        method: 'POST' as const,
        path: '/api/order',
        headers: { ...bearer(token), ...JSON_TYPE },
        body: bodyOf(rows[connection % rows.length] as Sold),
      }))
  const [product] = rows as [Sold]
  return {
    buyers,
    products: rows,
    product,
    place,
    rate: () => answersASecond(origin, { requestsOf }),
    atPace: (aSecond: number) => atPace(aSecond, place),
    forget: () => clear(pool),
  }
}

export const bodyOf = ({ id, name, cents, min }: Sold) =>
  JSON.stringify({
    productId: id,
    productName: name,
    quantity: min,
    price: cents / 100,
    country: 'Norway',
    address: 'Storgata 1, Oslo',
    phone: '22 00 01 40',
  })

/** Closes the orders placed so far, so that no buyer reaches the limit of unpaid ones. */
const clear = (pool: MeasuredShop['pool']) =>
  pool.query(
    `with closed as (update orders set status = 'expired', closed_at = now() where status = 'unpaid' returning id)
     update order_lines set status = 'expired' from closed where order_id = closed.id`,
  )

type Post = { agent: Agent; headers: Record<string, string> }

function post(url: string, body: string, { agent, headers }: Post) {
  return new Promise<void>((resolve, reject) => {
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...JSON_TYPE, ...length } }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () =>
        answer.statusCode === 201 ? resolve() : reject(new Error(`${answer.statusCode} ${text}`)),
      )
    })
    sent.on('error', reject).end(body)
  })
}

/** Places so many orders a second until it is stopped; answers how many were placed. */
function atPace(aSecond: number, place: () => Promise<void>) {
  const began = performance.now()
  let begun = 0
  let placed = 0
  const running = new Set<Promise<void>>()
  let failure: unknown
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * aSecond
    for (; begun < due; begun++) {
      const one: Promise<void> = place()
        .then(
          () => void placed++,
          (error) => (failure = error),
        )
        .finally(() => running.delete(one))
      running.add(one)
    }
  }, 10)
  return async () => {
    clearInterval(timer)
    await Promise.all(running)
    if (failure) throw failure
    return placed
  }
}
