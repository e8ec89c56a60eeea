import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { totalCents } from '../products/total.ts'
import { type Asked, ask } from './ask.ts'
import type { Person } from './people.ts'

export type Sold = { id: string; name: string; unitPriceCents: number; minOrder: number }
type Try = { status: number; from: number; until: number }
/** A write that was acknowledged, with all its tries; `id` is the order's. */
export type Write = { what: 'order' | 'cancel' | 'intent' | 'card' | 'pay'; id: string; tries: Try[] }

const PAUSE = 250
const AGAIN = 500
/** The sandbox's secret key while the shop has none of Stripe's. */
const STRIPE_KEY = 'Bearer sk_test_sandbox'

/** The order in an answer; of a checkout its first line. */
function lineOf({ _id, orders }: { _id?: unknown; orders?: unknown }) {
  const [line] = (orders ?? []) as { _id: string }[]
  return line?._id ?? String(_id ?? '')
}

function openWriter() {
  const writes: Write[] = []
  const wrong: string[] = []

  /** Repeats a request with one Idempotency-Key until a 2xx. Any answer other than 503 or none counts as a fault. */
  async function write(what: Write['what'], asked: Asked, id = ''): Promise<Record<string, unknown>> {
    const tries: Try[] = []
    const key = randomUUID()
    for (;;) {
      const answer = await ask({ ...asked, headers: { 'Idempotency-Key': key, ...asked.headers } })
      tries.push({ status: answer.status, from: answer.from, until: answer.until })
      if (answer.status >= 200 && answer.status < 300) {
        const body = JSON.parse(answer.text) as Record<string, unknown>
        writes.push({ what, id: id || lineOf(body), tries })
        return body
      }
      const isKnown = [0, 502, 503, 504].includes(answer.status)
      // The sandbox keeps its state in the database: it answers 500 without one, and 409 to a key in use.
      if (!isKnown && !(what === 'card' && [409, 500].includes(answer.status))) {
        wrong.push(`${what} was answered ${answer.status}: ${answer.text.slice(0, 200)}`)
      }
      await wait(AGAIN)
    }
  }
  return { writes, wrong, write }
}

/**
 * Each buyer orders repeatedly, by both calls in turn; every third order is cancelled and every third paid. A write is
 * repeated until it is acknowledged.
 */
export function openBuyers(people: Person[], sold: Sold[]) {
  const { writes, wrong, write } = openWriter()
  let paused: Promise<void> | undefined
  let release = () => {}
  let busy = 0

  async function round({ token, email }: Person, count: number) {
    const product = sold[count % sold.length] as Sold
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const price = totalCents(product.unitPriceCents, product.minOrder, product.minOrder) / 100
    const address = { country: 'Norway', address: 'Storgata 1, Oslo', phone: '22 00 01 40' }
    const line = { productId: product.id, quantity: product.minOrder }
    const [path, wanted] =
      count % 2
        ? ['/api/checkouts', { lines: [line], price, ...address }]
        : ['/api/order', { ...line, productName: product.name, price, ...address, email }]
    const id = lineOf(await write('order', { path, method: 'POST', headers, body: JSON.stringify(wanted) }))
    if (count % 3 === 0) await write('cancel', { path: `/api/orders/${id}`, method: 'DELETE', headers }, id)
    if (count % 3 === 1) await pay({ id, price, headers })
  }

  async function pay({ id, price, headers }: { id: string; price: number; headers: Record<string, string> }) {
    const body = JSON.stringify({ price, orderId: id })
    const intent = await write('intent', { path: '/api/create-payment-intent', method: 'POST', headers, body }, id)
    const transactionId = String(intent.clientSecret).split('_secret_')[0]
    const card = { Authorization: STRIPE_KEY, 'Content-Type': 'application/x-www-form-urlencoded' }
    const path = `/stripe-sandbox/v1/payment_intents/${transactionId}/confirm`
    await write('card', { path, method: 'POST', headers: card, body: 'payment_method=pm_card_visa' }, id)
    const back = JSON.stringify({ order: id, transactionId })
    await write('pay', { path: `/api/orders/${id}`, method: 'PATCH', headers, body: back }, id)
  }

  async function buy(person: Person, first: number) {
    for (let count = first; ; count++) {
      await paused
      busy++
      await round(person, count).finally(() => busy--)
      await wait(PAUSE)
    }
  }

  void Promise.all(people.map(buy))
  return {
    writes,
    wrong,
    /** Lets every buyer finish the request under way. */
    async pause() {
      paused ??= new Promise((resolve) => {
        release = resolve
      })
      while (busy > 0) await wait(20)
    },
    resume() {
      release()
      paused = undefined
    },
  }
}

export type Buyers = ReturnType<typeof openBuyers>
