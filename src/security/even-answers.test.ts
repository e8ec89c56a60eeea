import { expect, test } from 'vitest'
import { EVEN_TIME } from '../http/even-time.ts'
import { aProduct } from '../testing/open-test-shop.ts'
import { aWorld } from './world.ts'

const world = aWorld()

/** Forms that take an address from anybody, and answer the same whether it is known. */
const FORMS = [
  ['POST /api/newsletter', '/api/newsletter'],
  ['POST /api/product/:id/notify', '/api/product/:id/notify'],
  ['POST /api/auth/send-verification-email', '/api/auth/send-verification-email'],
  ['POST /api/auth/request-password-reset', '/api/auth/request-password-reset'],
] as const

test.each(FORMS)('%s takes as long for an address that is known as for one that is not', async (_, path) => {
  const { send, shop, buyer } = world()
  const { id } = await aProduct(shop, { stock: 0 })
  const ask = async (email: string) => {
    const before = performance.now()
    const answer = await send({ path: path.replace(':id', id), json: { email } })
    expect(answer.ok).toBe(true)
    return performance.now() - before
  }
  const unknown = `nobody-${crypto.randomUUID()}@example.com`
  // A timer may end a millisecond early.
  for (const email of [unknown, unknown, buyer.email, buyer.email])
    expect(await ask(email)).toBeGreaterThan(EVEN_TIME - 2)
})
