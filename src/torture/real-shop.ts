import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { openLog } from '../config/log.ts'
import { openDb, openPool } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { urlOf } from '../stand-ins/postgres/home.ts'
import { isGone } from '../stand-ins/postgres/processes.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const BUILT = join(ROOT, 'build', 'server', 'index.js')
const READY_WITHIN = 60_000

type Options = {
  env?: Record<string, string>
  dataDir?: string
  node?: string[]
  /** Another command that starts it. */
  by?: string[]
}

/** The built shop as a process of its own, which may be killed and started again in the same folder. */
export async function openRealShop({ env = {}, dataDir: given, node = [], by }: Options = {}) {
  if (!existsSync(BUILT)) throw new Error('There is no built shop to try; npm run build makes it.')
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'parts-house-real-')))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let shop: ChildProcess | undefined
  let said = ''
  let inspector = ''

  function launch() {
    const own = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off' }
    const [command = process.execPath, ...args] = by ?? [process.execPath, ...node, BUILT]
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { PATH: import.meta.env.PATH, ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const hear = (chunk: Buffer) => {
      said = (said + chunk).slice(-50_000)
      // Said once, long before what is kept of a busy shop's log.
      inspector = /ws:\/\/\S+/.exec(said)?.[0] ?? inspector
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    shop = child
    return child
  }

  /** Starts it and answers how many milliseconds passed until it was ready. */
  async function start() {
    const begin = performance.now()
    said = ''
    const child = launch()
    while (!(await isReady(origin))) {
      if (child.exitCode !== null || performance.now() - begin > READY_WITHIN) {
        throw new Error(`The shop did not open.\n${said}`)
      }
      await wait(20)
    }
    const ms = Math.round(performance.now() - begin)
    // It says its address once it is filled and its jobs are at work.
    while (!said.includes(`is open at ${origin}`) && child.exitCode === null) await wait(20)
    return ms
  }

  /** Sends a signal and waits for the end; answers the exit code and the milliseconds. */
  async function end(signal: NodeJS.Signals) {
    const begin = performance.now()
    if (shop && shop.exitCode === null && shop.signalCode === null) {
      const exited = once(shop, 'exit')
      shop.kill(signal)
      await exited
    }
    return { code: shop?.exitCode ?? null, ms: Math.round(performance.now() - begin) }
  }

  const databasePid = () => Number(pidFile(dataDir)[0])
  const killDatabase = async () => {
    const pid = databasePid()
    process.kill(pid, 'SIGKILL')
    await isGone(pid, 5000)
  }
  onTestFinished(async () => {
    await end('SIGTERM')
    if (!given) await rm(dataDir, { recursive: true, force: true })
  })
  return {
    origin,
    port,
    dataDir,
    start,
    end,
    launch,
    killDatabase,
    databasePid,
    get pid() {
      return shop?.pid ?? 0
    },
    said: () => said,
    /** Where the process may be looked into, when it was started with --inspect=0. */
    inspector: () => inspector,
    databaseUrl: () => env.DATABASE_URL ?? urlOfFolder(dataDir),
  }
}

export type RealShop = Awaited<ReturnType<typeof openRealShop>>

const pidFile = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')

function urlOfFolder(dataDir: string) {
  const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8')
  return urlOf(password, Number(pidFile(dataDir)[3]))
}

export const isReady = (origin: string) =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The books of a real shop, read beside it: what factories and laws need of one. */
export async function withBooks<T>(url: string, work: (books: Shop) => Promise<T>): Promise<T> {
  const pool = openPool(url, openLog('silent'))
  try {
    return await work({ pool, db: openDb(pool), clock: { now: () => new Date() } } as Shop)
  } finally {
    await pool.end()
  }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
}
