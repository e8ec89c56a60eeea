import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type ApiClient, ask, connect } from '../client.ts'
import { openStream } from '../testing/event-stream.ts'
import { ownThings, writeOwnThings } from '../testing/own-things.ts'
import type { Buyers, Sold } from './buyers.ts'
import { ORIGIN } from './cluster.ts'
import { NODES } from './machines.ts'
import { aPerson, type Person } from './people.ts'

/** The name of this trial; it runs before all faults. */
export const AGREE = 'agree'

const WITHIN = 1000
const NEW_NAME = 'Zwirbel motor'

type Trial = { pool: pg.Pool; buyers: Buyers }

const FIRST = `http://${NODES[0]}:3000`
/** The other nodes, and HAProxy, which forwards to any of them. */
const OTHERS = [...NODES.slice(1).map((name) => `http://${name}:3000`), ORIGIN]

const clientOf = (origin: string, { token }: Person): ApiClient =>
  connect(origin, (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  })

/**
 * Writes at one node and reads at the others, through poolers and replicas; answers a sentence for each disagreement.
 */
export async function tryAgreement({ pool, buyers }: Trial): Promise<string[]> {
  const [buyer, admin] = [await aPerson(pool, 1001), await aPerson(pool, 1002, 'admin')]
  const product = await someProduct(pool)
  return [
    ...(await ownThingsDiffer(clientOf(FIRST, buyer), buyer, product)),
    ...(await eventIsMissing(clientOf(FIRST, buyer), buyer, buyers)),
    ...(await nameIsOld(clientOf(FIRST, admin), product)),
  ]
}

/** A buyer's write at one node must be visible in the next request to any other. */
async function ownThingsDiffer(first: ApiClient, buyer: Person, product: Product) {
  const written = JSON.stringify(await writeOwnThings(first, product))
  const told = await Promise.all(
    OTHERS.map(async (origin) => ({ origin, own: JSON.stringify(await ownThings(clientOf(origin, buyer), product)) })),
  )
  return told.filter(({ own }) => own !== written).map(({ origin, own }) => `${origin} tells ${own}, not ${written}`)
}

/** An event of an order at one node must reach a stream that is open through HAProxy. */
async function eventIsMissing(first: ApiClient, buyer: Person, { writes }: Buyers) {
  const [order] = await ask(first.orders.$get({ query: { email: buyer.email } }))
  if (!order) return ['the order of a checkout is not there']
  const stream = await openStream(`${ORIGIN}/api/checkouts/${order.checkoutId}/events`, buyer)
  const from = performance.now()
  await ask(first.orders[':id'].$delete({ param: { id: order._id } }))
  const event = await Promise.race([stream.next(), wait(2 * WITHIN)])
  const until = performance.now()
  stream.close()
  // `judge` counts every acknowledged order, so these writes are recorded.
  for (const what of ['order', 'cancel'] as const)
    writes.push({ what, id: order._id, tries: [{ status: 200, from, until }] })
  return event?.what === 'cancelled' ? [] : [`a follower was told ${event?.what ?? 'nothing'} of a cancelled order`]
}

/**
 * A product renamed at one node must have its new name on the pages and in the searches of all nodes within a second.
 */
async function nameIsOld(first: ApiClient, { id }: Product) {
  const param = { id }
  const stored = await ask(first.allproducts[':id'].$get({ param }))
  const { unitPrice, minOrder, description, img: image, category, attributes, version } = stored
  const facts = { unitPrice, minOrder, description, image, attributes, version }
  const json = { ...facts, number: stored.number ?? '', category: category ?? '', name: NEW_NAME }
  await ask(first.product[':id'].$put({ param, json }))
  const from = performance.now()
  const isNew = async (address: string) => (await (await fetch(address)).text()).includes(NEW_NAME)
  const late = async (address: string) => {
    while (!(await isNew(address))) {
      if (performance.now() - from > WITHIN) return [`${address} has the old name after ${WITHIN} ms`]
      await wait(50)
    }
    return []
  }
  const paths = [`/purcess/${id}`, `/api/product/${id}`, '/api/search?q=zwirbel', '/api/products?q=zwirbel']
  return (await Promise.all(OTHERS.flatMap((origin) => paths.map((path) => late(origin + path))))).flat()
}

type Product = Sold & { number: string | null }

async function someProduct(pool: pg.Pool): Promise<Product> {
  const { rows } = await pool.query(
    `select id, name, number, unit_price_cents as "unitPriceCents", min_order as "minOrder"
     from products where number is not null and removed_at is null and stock > 100 order by id desc limit 1`,
  )
  return rows[0] as Product
}
