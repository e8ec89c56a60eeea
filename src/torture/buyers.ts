import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { breachesOf } from '../laws.ts'
import { orderLines } from '../orders/table.server.ts'
import type { Shop } from '../shop.ts'
import { aPerson, clientOf } from '../testing/open-test-shop.ts'
import { anOrder } from '../testing/orders.ts'

type Sold = { id: string; name: string; unitPriceCents: number; minOrder: number }
type Place = { origin: string; product: Sold }

/** `status` 0: no answer came. `refused`: since nobody took the request. */
export type Answer = {
  status: number
  ms: number
  retryAfter: string | null
  id: string | undefined
  what: string
  refused: boolean
}

export const somePeople = (books: Shop, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => aPerson(books, `buyer${index}`)))

type Person = Awaited<ReturnType<typeof aPerson>>
type Buyers = ReturnType<typeof ordering>

/** The port was closed, or closed before the connection was accepted: the shop has read nothing of the request. */
function isRefused({ cause }: Error) {
  const { code, socket } = cause as NodeJS.ErrnoException & { socket?: { bytesRead: number } }
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || (code === 'UND_ERR_SOCKET' && socket?.bytesRead === 0)
}

/** Everybody orders, and cancels every third order, one after another until told to stop. */
export function ordering({ origin, product }: Place, people: Person[]) {
  const answers: Answer[] = []
  let stopped = false

  async function ask(what: string, call: Promise<{ status: number; headers: Headers; json(): Promise<unknown> }>) {
    const start = performance.now()
    const answer = await call.then(
      async (response) => {
        const body = (await response.json()) as { _id?: string }
        return {
          status: response.status,
          retryAfter: response.headers.get('retry-after'),
          id: body._id,
          refused: false,
        }
      },
      (error: Error) => ({ status: 0, retryAfter: null, id: undefined, refused: isRefused(error) }),
    )
    answers.push({ ...answer, ms: performance.now() - start, what })
    return answer
  }

  async function buy({ token }: Person) {
    const as = clientOf(origin, token)
    for (let count = 1; !stopped; count++) {
      const { status, id } = await ask('order', as.order.$post({ json: anOrder(product) }))
      if (status === 201 && id && count % 3 === 0) {
        await ask('cancel', as.orders[':id'].$delete({ param: { id } }))
      }
      await wait(status === 201 ? 20 : 200)
    }
  }

  const lanes = people.map(buy)
  const stop = async () => {
    stopped = true
    await Promise.all(lanes)
    return answers
  }
  return { answers, stop }
}

/** Waits until so many more orders have gone through. */
export const untilSold = (buyers: Buyers, count = 6) => untilAnswered(buyers, 201, count)

/** Waits until so many more answers were 503. */
export const untilTold = (buyers: Buyers, count = 1) => untilAnswered(buyers, 503, count)

async function untilAnswered({ answers }: Buyers, status: number, count: number) {
  const from = counted(answers, status)
  await expect.poll(() => counted(answers, status) - from, { timeout: 60_000 }).toBeGreaterThanOrEqual(count)
}

/** Every write that was answered with a 2xx is there, and every law holds. */
export async function expectNothingLost({ db }: Pick<Shop, 'db'>, answers: Answer[]) {
  const kept = new Map((await db.select().from(orderLines)).map(({ id, status }) => [id, status]))
  for (const { status, id, what } of answers) {
    if (status < 200 || status > 299) continue
    const now = kept.get(id ?? '')
    if (what === 'cancel') expect(now).toBe('cancelled')
    else expect(now).toMatch(/unpaid|cancelled/)
  }
  expect(await breachesOf(db, new Date())).toEqual([])
}

/** The converse: no order changed without an acknowledgement to some client. */
export async function expectNothingUntold({ db }: Pick<Shop, 'db'>, answers: Answer[]) {
  const kept = await db.select({ status: orderLines.status }).from(orderLines)
  expect(kept).toHaveLength(counted(answers, 201))
  expect(kept.filter(({ status }) => status === 'cancelled')).toHaveLength(counted(answers, 200))
}

export const slowestMs = (answers: Answer[]) => Math.round(Math.max(0, ...answers.map(({ ms }) => ms)))
export const counted = (answers: Answer[], ...statuses: number[]) =>
  answers.filter(({ status }) => statuses.includes(status)).length
