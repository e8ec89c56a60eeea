import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import type { Shop } from '../shop.ts'
import { createApp } from '../start/app.ts'
import { openShop } from '../start/open-shop.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'

export const PROCESSES = [1, 2] as const

type Options = Parameters<typeof openTestShop>[0] & { processes: number }

/** A test shop, or two that stand on one database; `at(i)` deals their addresses out in turn. */
export async function openShops({ processes, env = {}, ...options }: Options) {
  const first = await openTestShop({ ...options, env: { MAX_UNPAID_ORDERS: '1000', ...env } })
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => openTwin(first, env)))
  const all = [{ shop: first.shop, origin: first.origin }, ...others]
  const at = (index: number) => all[index % all.length]?.origin ?? first.origin
  return { ...first, shops: all.map(({ shop }) => shop), at }
}

export type Shops = Awaited<ReturnType<typeof openShops>>

async function openTwin({ shop, origin, clock, dataDir }: TestShop, env: Record<string, string>) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { databaseUrl = '', authSecret } = shop.config
  const own = { PORT: String(port), APP_ORIGIN: origin, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  const config = readConfig({
    ...own,
    AUTH_SECRET: authSecret,
    RATE_LIMIT: 'off',
    MAX_UNPAID_ORDERS: '1000',
    ...env,
  })
  const opened = await openShop(config, openLog('silent'), clock)
  server.on('request', getRequestListener(createApp(opened.shop, opened.standIns).fetch))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await opened.close()
  })
  return { shop: opened.shop as Shop, origin: `http://localhost:${port}` }
}
