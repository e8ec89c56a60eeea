import { openEmptyShop, openTestShop, type TestShop } from '../testing/open-test-shop.ts'

export const PROCESSES = [1, 2] as const

type Options = Parameters<typeof openTestShop>[0] & { processes: number }

/** A test shop, or two that stand on one database; `at(i)` deals their addresses out in turn. */
export async function openShops({ processes, env = {}, ...options }: Options) {
  const first = await openTestShop({ ...options, fullPools: true, env: { MAX_UNPAID_ORDERS: '1000', ...env } })
  const others = await Promise.all(Array.from({ length: processes - 1 }, () => openTwin(first, env)))
  const all = [{ shop: first.shop, origin: first.origin }, ...others]
  const at = (index: number) => all[index % all.length]?.origin ?? first.origin
  return { ...first, shops: all.map(({ shop }) => shop), at }
}

export type Shops = Awaited<ReturnType<typeof openShops>>

/** A second node of the same shop, behind one address. */
function openTwin({ shop, origin, clock }: TestShop, env: Record<string, string>) {
  const { databaseUrl = '', authSecret, maxUnpaidOrders } = shop.config
  const same = { APP_ORIGIN: origin, DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret }
  return openEmptyShop({ clock, fullPools: true, env: { ...same, MAX_UNPAID_ORDERS: String(maxUnpaidOrders), ...env } })
}
