import pg from 'pg'
import { aBuiltShop } from '../src/testing/built-shop.ts'

export type MeasuredShop = Awaited<ReturnType<typeof openMeasuredShop>>

/** The built shop in a process of its own, and a way to its database. */
export async function openMeasuredShop(dataDir?: string, env: Record<string, string> = {}) {
  const shop = await aBuiltShop({ env, quiet: true, ...(dataDir && { dataDir }) })
  await shop.start()
  const pool = new pg.Pool({ connectionString: shop.databaseUrl(), max: 16 })
  const stop = async () => {
    await pool.end()
    await shop.close()
  }
  return { origin: shop.origin, pid: shop.pid(), databaseUrl: shop.databaseUrl(), pool, stop }
}
