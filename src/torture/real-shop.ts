import { onTestFinished } from 'vitest'
import { openLog } from '../config/log.ts'
import { openDb, openPool } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { aBuiltShop } from '../testing/built-shop.ts'

/** The built shop for one test, not started yet. */
export async function openRealShop(options?: Parameters<typeof aBuiltShop>[0]) {
  const shop = await aBuiltShop(options)
  onTestFinished(shop.close)
  return shop
}

/** The books of a real shop, read beside it: what factories and laws need of one. */
export async function withBooks<T>(url: string, work: (books: Shop) => Promise<T>): Promise<T> {
  const pool = openPool(url, openLog('silent'))
  try {
    return await work({ pool, db: openDb(pool), clock: { now: () => new Date() } } as Shop)
  } finally {
    await pool.end()
  }
}
