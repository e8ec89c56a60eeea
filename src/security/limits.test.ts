import { expect, test } from 'vitest'
import { routesOf } from '../http/openapi.ts'
import { actionsOf } from '../testing/actions.ts'
import { manyTimes } from '../testing/many-times.ts'
import { stretchLimits } from '../testing/stretch-limits.ts'
import { CALLS, methodOf, OPEN } from './calls.ts'
import { aForm, FORM_CALLS } from './form-calls.ts'
import { aWorld } from './world.ts'

const world = aWorld({ env: { RATE_LIMIT: 'on', MAX_UNPAID_ORDERS: '1000' } })
const withPages = aWorld({ env: { RATE_LIMIT: 'on' }, pages: actionsOf })

/** Calls that cost something or write to somebody, and how many of them one person or place may send in a while. */
const LIMITED: Record<string, number> = {
  // First, while its order can be made and its intent asked for.
  'PATCH /api/orders/:id': 60,
  'PATCH /api/orders/:id/delivery': 60,
  'GET /api/checkouts': 120,
  'GET /api/checkouts/placed/:key': 60,
  // Counts the page of an order and the list of orders, too, by their lines.
  'GET /api/checkouts/:id': 480,
  'POST /api/auth/sign-up/email': 10,
  'POST /api/auth/sign-in/email': 5,
  'POST /api/auth/send-verification-email': 4,
  'POST /api/auth/request-password-reset': 4,
  'POST /api/auth/verify-email': 30,
  'POST /api/auth/not-me': 30,
  'POST /api/auth/confirm-email': 30,
  'POST /api/auth/take-back': 30,
  'GET /api/auth/callback/google': 30,
  'PUT /api/account/name': 20,
  'PUT /api/account/email': 10,
  'POST /api/account/proof': 5,
  'GET /api/search': 240,
  'GET /api/orders': 240,
  'GET /api/products': 240,
  'GET /api/products/facets': 240,
  'GET /api/models': 240,
  'GET /api/goes-with': 240,
  // Counts the other form, of many products, too.
  'GET /api/fit': 240,
  // Counts the other form, of many products, too.
  'GET /api/product/:id/price': 240,
  'GET /api/mail-links/:token': 240,
  'GET /api/account/data': 6,
  'GET /api/account/data/counts': 60,
  'POST /api/account/delete': 10,
  'POST /api/auth/reset-password': 10,
  'POST /api/auth/change-password': 5,
  'POST /api/create-payment-intent': 29,
  'PUT /api/user/:email': 60,
  'POST /api/questions/:id/answers': 30,
  'DELETE /api/orders/:id': 30,
  'GET /api/checkouts/:id/events': 120,
  'PATCH /api/checkouts/:id/arrived': 60,
  'PUT /api/appliances': 60,
  'PATCH /api/account/mails': 30,
  'GET /api/auth/google/start': 30,
  'POST /api/order': 22,
  'POST /api/checkouts': 30,
  'PUT /api/cart': 240,
  'POST /api/cart/join': 30,
  'POST /api/quick-order': 180,
  'PUT /api/quick-order/columns': 60,
  'POST /api/quote': 180,
  'POST /api/addresses': 60,
  'POST /api/lists': 60,
  'GET /api/lists/:id': 120,
  'GET /api/cart': 120,
  'GET /api/shared-lists/:token': 60,
  // Counts the other form of the feed, too.
  'GET /feed/products.tsv': 20,
  'POST /api/review': 5,
  'POST /api/product/:id/review': 20,
  'POST /api/product/:id/questions': 5,
  'POST /api/contact': 5,
  'POST /api/part-requests': 5,
  'POST /api/newsletter': 5,
  'POST /api/product/:id/notify': 10,
  // Counts the way out of such mails, too.
  'POST /api/notify/confirm': 30,
  // Counts the other link of a newsletter, too.
  'POST /api/newsletter/confirm': 30,
}

test.each(Object.entries(LIMITED))(
  '%s: after %i comes a 429 with Retry-After, from any invented address',
  async (call, most) => {
    const here = world()
    const { ask } = CALLS[call] ?? OPEN[call] ?? {}
    const asked = (await ask?.(here)) ?? { path: '' }
    // What is not made for the cache has a count of its own, which these calls share.
    await here.shop.pool.query(`delete from rate_limits where key like 'made beside the cache:%'`)
    const send = (round: number) => {
      const address = `198.51.100.${round}`
      const invented = {
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        Forwarded: `for=${address}`,
        'CF-Connecting-IP': address,
      }
      const headers = { ...asked.headers, ...invented }
      return here.send({ ...asked, method: methodOf(call), headers, token: here.buyer.token })
    }
    const expectTaken = async (round: number) => {
      const answer = await send(round)
      expect([round, answer.status === 429]).toEqual([round, false])
      // A stream would go on.
      await answer.body?.cancel()
    }
    await expectTaken(1)
    await stretchLimits(here.shop)
    await manyTimes(here.shop, most - 1, (round) => expectTaken(round + 1))
    const refused = await send(most + 1)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
  },
)

test('every limit of the routes has a row', () => {
  const routes = routesOf(world().app)
  const namesOf = (some: typeof routes) => some.flatMap(({ limit }) => limit ?? [])
  const counted = namesOf(routes.filter(({ method, path }) => `${method} ${path}` in LIMITED))
  expect(namesOf(routes).filter((name) => !counted.includes(name))).toEqual([])
})

const FORMS = Object.entries(FORM_CALLS).filter(([, call]) => call in LIMITED)

test.each(FORMS)('%s counts together with %s', async (form, call) => {
  const here = withPages()
  const asked = await CALLS[call]?.ask(here)
  if (!asked) throw new Error(`${call} has no row`)
  const sent = aForm(here, form, asked.json as Record<string, string>)
  // All forms together have a count as well.
  await here.shop.pool.query(`delete from rate_limits where key like 'forms:%'`)
  await manyTimes(here.shop, LIMITED[call] ?? 0, async (round) =>
    expect([round, (await here.send(sent)).status === 429]).toEqual([round, false]),
  )
  for (const one of [asked, sent]) {
    const refused = await here.send(one)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
  }
})
