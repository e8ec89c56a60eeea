import type { Context } from 'hono'
import type { Db } from '../database/db.ts'
import { once } from '../database/once.ts'
import type { Shop } from '../shop.ts'
import type { Env } from './request-context.ts'

/** Does what a call of somebody signed in asks once for each Idempotency-Key; `sent` is its body as it was checked. */
export const onceForKey = <T>(c: Context<Env>, sent: unknown, work: Work<T>): Promise<T> =>
  once(c.get('shop').db, askedBy(c, sent), inShop(c, work))

/** Like `onceForKey`, of a call that makes something: once that is deleted, the key makes it anew. */
export const makeOnce = <T extends { _id: string }>(c: Context<Env>, sent: unknown, work: Work<T>): Promise<T> =>
  once(c.get('shop').db, { ...askedBy(c, sent), madeIn: ({ _id }: T) => _id }, inShop(c, work))

type Work<T> = (shop: Shop) => Promise<T>

const askedBy = (c: Context<Env>, sent: unknown) => ({
  userId: c.get('user').id,
  key: c.req.header('idempotency-key'),
  request: { call: `${c.req.method} ${c.req.path}`, sent },
  at: c.get('shop').clock.now(),
})

const inShop =
  <T>(c: Context<Env>, work: Work<T>) =>
  (db: Db) =>
    work({ ...c.get('shop'), db })
