import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openLog } from '../../src/config/log.ts'
import { startPostgres } from '../../src/stand-ins/postgres/postgres.ts'
import { aBuiltShop } from '../../src/testing/built-shop.ts'
import { answersASecond } from '../load.ts'
import { median, type Row } from '../row.ts'

const ROUNDS = 7
const REQUESTS = 100_000
const MB = 1e6
/** The ratio is of the first answer: a page's share grows with the catalogue, so it has its seconds alone. */
const FIRST = [
  { path: '/healthz', what: 'Cold start to the first 200', isRatio: true },
  { path: '/products', what: 'Cold start to the first page of products', isRatio: false },
]

/** From the command to the first answer with an existing database, and against Node and PostgreSQL alone. */
export async function coldStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-bench-'))
  try {
    const first = await aBuiltShop({ dataDir, quiet: true })
    await first.start()
    await first.end()
    const rows: Row[] = []
    for (const answer of FIRST) rows.push(...(await startsUntil(dataDir, answer)))
    return rows
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function startsUntil(dataDir: string, { path, what, isRatio }: (typeof FIRST)[number]): Promise<Row[]> {
  const rounds: { shop: number; node: number; postgres: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const shop = await aBuiltShop({ dataDir, quiet: true })
    const ms = await shop.start(path)
    await shop.end()
    const node = timeOf(() => spawnSync(process.execPath, ['-e', '0']))
    rounds.push({ shop: ms, node, postgres: await postgresAlone(dataDir) })
  }
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  const [ms, node, postgres] = [middle(({ shop }) => shop), middle((r) => r.node), middle((r) => r.postgres)].map(
    Math.round,
  )
  const detail = `${ms} ms to a 200 of ${path}; node -e 0 ${node} ms, PostgreSQL ${postgres} ms`
  const measured = middle(({ shop }) => shop) / 1000
  const seconds: Row = { what, measured, floor: 1, is: 'at most', unit: 's', detail }
  if (!isRatio) return [seconds]
  const ratio = middle((r) => r.shop / (r.node + r.postgres))
  const against = `${what}, against node -e 0 and PostgreSQL`
  return [seconds, { what: against, measured: ratio, floor: 4, is: 'at most', unit: '×', detail }]
}

/** Until PostgreSQL, started alone, has answered a first query. */
async function postgresAlone(dataDir: string) {
  const began = performance.now()
  const server = await startPostgres({ dataDir, log: openLog('silent') })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('select 1')
  const ms = performance.now() - began
  await client.end()
  await server.stop()
  return ms
}

function timeOf(work: () => unknown) {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** Memory of the shop's own process: some seconds after the start, and after many requests of all kinds. */
export async function memory(): Promise<Row[]> {
  const shop = await aBuiltShop({ quiet: true })
  const { origin } = shop
  try {
    await shop.start()
    await wait(5000)
    const idle = await residentOf(shop.pid())
    const paths = ['/', '/products', '/api/products', '/api/reviews', '/blog', '/api/products?limit=5&t=']
    let asked = 0
    for (let turn = 0; asked < REQUESTS; turn++) {
      const path = paths[turn % paths.length] ?? '/'
      const seconds = 2
      asked += seconds * (await answersASecond(origin + (path.endsWith('=') ? path + turn : path), { seconds }))
    }
    const used = await residentOf(shop.pid())
    const detail = `${Math.round(asked).toLocaleString('en-US')} requests`
    return [
      {
        what: "Memory of the shop's process, idle",
        measured: idle,
        floor: 150,
        is: 'at most',
        unit: 'MB',
        detail: 'resident, 5 s after the start',
      },
      {
        what: "Memory of the shop's process after 100,000 requests",
        measured: used,
        floor: 250,
        is: 'at most',
        unit: 'MB',
        detail,
      },
    ]
  } finally {
    await shop.close()
  }
}

async function residentOf(pid: number) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / MB
}
