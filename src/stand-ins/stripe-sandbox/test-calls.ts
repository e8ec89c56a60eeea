import { eq, sql } from 'drizzle-orm'
import { Hono } from 'hono'
import type { Db } from '../../database/db.ts'
import { Knobs } from './faults.ts'
import { keyKindOf, requireSecret } from './keys.ts'
import { StripeProblem } from './problem.ts'
import type { Sandbox } from './sandbox.ts'
import { sandboxCharges, sandboxIntents, sandboxRefunds } from './table.server.ts'

/** Calls for tests alone: what to break, and the books to check the laws of money against. */
export function testCalls(sandbox: Sandbox) {
  const { faults, db } = sandbox
  const app = new Hono()
  app.use(async (c, next) => {
    requireSecret(keyKindOf(c.req.header('Authorization'), sandbox))
    await next()
  })
  app.get('/knobs', (c) => c.json(faults.knobs))
  app.post('/knobs', async (c) => {
    const change = Knobs.partial().safeParse(await c.req.json().catch(() => null))
    if (!change.success) return c.json({ error: { type: 'invalid_request_error', message: change.error.message } }, 400)
    return c.json(Object.assign(faults.knobs, change.data))
  })
  app.delete('/knobs', (c) => c.json(faults.calm()))
  app.get('/ledger', async (c) => c.json(await ledgerOf(db)))
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.json({ error: error.error }, error.status)
    throw error
  })
  return app
}

/** Sums in cents of what was charged and given back for each intent, oldest first. */
async function ledgerOf(db: Db) {
  const intents = await db
    .select({
      payment_intent: sandboxIntents.id,
      status: sandboxIntents.status,
      amount: sandboxIntents.amount,
      currency: sandboxIntents.currency,
      metadata: sandboxIntents.metadata,
      charges: sql<number>`(select count(*) from ${sandboxCharges} where ${eq(sandboxCharges.intentId, sandboxIntents.id)} and ${sandboxCharges.status} = 'succeeded')::int`,
      charged: sql<number>`(select coalesce(sum(${sandboxCharges.amount}), 0) from ${sandboxCharges} where ${eq(sandboxCharges.intentId, sandboxIntents.id)} and ${sandboxCharges.status} = 'succeeded')::int`,
      refunded: sql<number>`(select coalesce(sum(${sandboxRefunds.amount}), 0) from ${sandboxRefunds} where ${eq(sandboxRefunds.intentId, sandboxIntents.id)})::int`,
    })
    .from(sandboxIntents)
    .orderBy(sandboxIntents.position)
  const total = (of: (intent: (typeof intents)[number]) => number) =>
    intents.reduce((sum, intent) => sum + of(intent), 0)
  return { intents, charged: total((intent) => intent.charged), refunded: total((intent) => intent.refunded) }
}
