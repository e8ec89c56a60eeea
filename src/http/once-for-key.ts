import type { Context } from 'hono'
import { once } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import type { Env } from './request-context.ts'

/** Does what a call of somebody signed in asks once for each Idempotency-Key; `sent` is its body as it was checked. */
export function onceForKey<T>(c: Context<Env>, sent: unknown, work: (shop: Shop) => Promise<T>): Promise<T> {
  const shop = c.get('shop')
  const request = { call: `${c.req.method} ${c.req.path}`, sent }
  const asked = { userId: c.get('user').id, key: c.req.header('idempotency-key'), request, at: shop.clock.now() }
  return once(shop.db, asked, (db) => work({ ...shop, db }))
}
