import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openLog } from '../../src/log.ts'
import { startPostgres } from '../../src/stand-ins/postgres.ts'
import { answersASecond } from '../load.ts'
import { median, type Row } from '../row.ts'
import { end, startShop } from '../shop.ts'

const ROUNDS = 5
const REQUESTS = 100_000
const MB = 1e6

/** From the command to the first 200 on a database that is there, and against what Node and PostgreSQL take themselves. */
export async function coldStart(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-bench-'))
  const log = openLog('silent')
  try {
    await end((await startShop(dataDir)).child)
    const [shop, node, postgres]: number[][] = [[], [], []]
    for (let round = 0; round < ROUNDS; round++) {
      const { child, ms } = await startShop(dataDir)
      shop?.push(ms)
      await end(child)
      node?.push(timeOf(() => spawnSync(process.execPath, ['-e', '0'])))
      const began = performance.now()
      const server = await startPostgres({ dataDir, log })
      postgres?.push(performance.now() - began)
      await server.stop()
    }
    const [ms, bare] = [median(shop ?? []), median(node ?? []) + median(postgres ?? [])]
    const what = 'Cold start to the first 200, on an existing database'
    const detail = `${Math.round(ms)} ms; node -e 0 ${Math.round(median(node ?? []))} ms, PostgreSQL ${Math.round(median(postgres ?? []))} ms`
    return [
      { what, measured: ms / 1000, floor: 1, is: 'at most', unit: 's', detail },
      {
        what: `${what}, against node -e 0 and PostgreSQL`,
        measured: ms / bare,
        floor: 4,
        is: 'at most',
        unit: '×',
        detail,
      },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

function timeOf(work: () => unknown) {
  const began = performance.now()
  work()
  return performance.now() - began
}

/** What the shop's own process holds: some seconds after the start, and after many requests of all kinds. */
export async function memory(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-bench-'))
  const { child, origin } = await startShop(dataDir)
  try {
    await wait(5000)
    const idle = await residentOf(child.pid)
    const paths = ['/', '/products', '/api/products', '/api/reviews', '/blog', '/api/products?limit=5&t=']
    let asked = 0
    for (let turn = 0; asked < REQUESTS; turn++) {
      const path = paths[turn % paths.length] ?? '/'
      const seconds = 2
      asked += seconds * (await answersASecond(origin + (path.endsWith('=') ? path + turn : path), { seconds }))
    }
    const used = await residentOf(child.pid)
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
    await end(child)
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function residentOf(pid = 0) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return (Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024) / MB
}
