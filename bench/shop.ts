import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { openLog } from '../src/config/log.ts'
import { borrowPostgres } from '../src/stand-ins/postgres/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const READY_WITHIN = 60_000

export type BuiltShop = { origin: string; pid: number; pool: pg.Pool; stop(): Promise<void> }

/** The built shop in a process of its own, as a person starts it, and a way to its database. */
export async function openBuiltShop(dataDir?: string, env: Record<string, string> = {}): Promise<BuiltShop> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'parts-house-bench-')))
  const { child, origin } = await startShop(folder, env)
  while (!(await answers(`${origin}/readyz`)) || !(await isFilled(origin))) await wait(50)
  const { url } = await borrowPostgres({ dataDir: folder, log: openLog('silent') })
  const pool = new pg.Pool({ connectionString: url, max: 16 })
  return {
    origin,
    pid: child.pid ?? 0,
    pool,
    stop: async () => {
      await pool.end()
      await end(child)
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts the shop and waits until `path` is answered with 200. */
export async function startShop(dataDir: string, env: Record<string, string> = {}, path = '/healthz') {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, ['build/server/index.js'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await answers(origin + path))) {
    if (child.exitCode !== null || performance.now() - began > READY_WITHIN) throw new Error('the shop did not open')
    await wait(5)
  }
  return { child, origin, ms: performance.now() - began }
}

export async function end(child: ChildProcess) {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** A fresh shop listens before its shelves are full. */
const isFilled = async (origin: string) => (await (await fetch(`${origin}/api/products?limit=1`)).json()).length > 0

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 0
}
