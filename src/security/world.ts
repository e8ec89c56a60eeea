import { request as rawRequest } from 'node:http'
import { beforeAll } from 'vitest'
import { ROUNDS } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'

export type Asked = {
  path: string
  method?: string
  json?: unknown
  /** Instead of `json`: the body as it is. */
  body?: string | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
  token?: string | undefined
}
export type World = TestShop & { send(asked: Asked): Promise<Response> }
type Options = Parameters<typeof sharedTestShop>[0]

/** One test shop for a whole file; call what it returns inside the tests. */
export function aWorld(options: Options = {}): () => World {
  const sharedShop = sharedTestShop({ stock: 900_000, fullPools: true, ...options })
  let world: World | undefined
  beforeAll(async () => {
    const shop = await sharedShop()
    world = { ...shop, send: (asked) => send(shop.origin, asked) }
  })
  return () => {
    if (!world) throw new Error('The shop is not open yet.')
    return world
  }
}

function send(origin: string, { path, method, json, body, headers = {}, token }: Asked) {
  const sent = json === undefined ? body : JSON.stringify(json)
  const all = new Headers(headers)
  if (json !== undefined && !all.has('Content-Type')) all.set('Content-Type', 'application/json')
  if (token) all.set('Authorization', `Bearer ${token}`)
  return fetch(`${origin}${path}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: all,
    redirect: 'manual',
    ...(sent !== undefined && { body: sent }),
  })
}

/** The status for a path that goes over the wire exactly as it is written. */
export function statusOfRaw(origin: string, path: string, method = 'GET', headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(origin)
  return new Promise<number>((resolve, reject) => {
    const asked = rawRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** Jobs that come each minute, whatever anybody sends. */
const OF_THE_CLOCK = [...Object.keys(ROUNDS), '__pgboss__send-it']

/** Every table by its rows' hash, so that two looks tell whether anything changed; counters of the limits aside. */
export async function fingerprint({ pool }: Shop): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'stripe_sandbox') and tablename <> 'rate_limits' order by 1`,
  )
  const names = [...rows.map(({ name }) => name), `(select * from pgboss.job where name <> all('{${OF_THE_CLOCK}}'))`]
  const sums = await Promise.all(
    names.map(async (name) => {
      const { rows: found } = await pool.query<{ sum: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${name} t`,
      )
      return [name, found[0]?.sum ?? ''] as const
    }),
  )
  return Object.fromEntries(sums)
}
