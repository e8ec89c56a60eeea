import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../stand-ins/postgres/free-port.ts'
import { shopUrlOf } from '../stand-ins/postgres/home.ts'
import { isGone } from '../stand-ins/postgres/processes.ts'

const ROOT = resolve(import.meta.dirname, '..', '..')
const BUILT = join(ROOT, 'build', 'server', 'index.js')
const READY_WITHIN = 150_000

type Options = {
  env?: Record<string, string>
  dataDir?: string
  node?: string[]
  /** Another command that starts it. */
  by?: string[]
  /** Its log is off, since writing it would take time from what is measured. */
  quiet?: boolean
}

/** The built shop as a process of its own, not started yet; it may be killed and started again in the same folder. */
export async function aBuiltShop({ env = {}, dataDir: given, node = [], by, quiet = false }: Options = {}) {
  if (!existsSync(BUILT)) throw new Error('There is no built shop to try; npm run build makes it.')
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'parts-house-built-')))
  const port = await portOfShop()
  const origin = `http://localhost:${port}`
  const [command = '', ...args] = by ?? [process.execPath, ...node, BUILT]
  const own = { NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT: 'off' }
  let shop: ChildProcess | undefined
  let heard = openEar()

  function launch() {
    const settings = { PATH: process.env.PATH, ...own, ...env }
    const output = quiet ? 'ignore' : 'pipe'
    const child = spawn(command, args, { cwd: ROOT, env: settings, stdio: ['ignore', output, 'pipe'] })
    heard = openEar()
    child.stdout?.on('data', heard.hear)
    child.stderr?.on('data', heard.hear)
    shop = child
    return child
  }

  /** Starts it and answers how many milliseconds passed until `path` was answered with 200. */
  async function start(path = '/readyz') {
    const begin = performance.now()
    const child = launch()
    const untilItIs = async (done: () => boolean | Promise<boolean>) => {
      const isOver = () => child.exitCode !== null || performance.now() - begin > READY_WITHIN
      if (!(await isDoneBefore(isOver, done))) throw new Error(`The shop did not open.\n${heard.said()}`)
    }
    await untilItIs(() => isReady(origin, path))
    const ms = Math.round(performance.now() - begin)
    // The shop prints its address once its jobs run.
    await untilItIs(() => quiet || heard.said().includes(' is open at '))
    return ms
  }

  /** Sends a signal and waits for the end; answers the exit code and the milliseconds. */
  async function end(signal: NodeJS.Signals = 'SIGTERM') {
    const begin = performance.now()
    if (shop) await endProcess(shop, signal)
    return { code: shop?.exitCode ?? null, ms: Math.round(performance.now() - begin) }
  }

  /** Ends it and takes its folder away, unless that was given. */
  async function close() {
    await end()
    if (!given) await rm(dataDir, { recursive: true, force: true })
  }

  return {
    ...{ origin, port, dataDir, launch, start, end, close },
    pid: () => shop?.pid ?? 0,
    said: () => heard.said(),
    /** The inspector's URL, when the process was started with --inspect=0. */
    inspector: () => heard.inspector(),
    databaseUrl: () => env.DATABASE_URL ?? databaseUrlIn(dataDir),
  }
}

/** What a process prints: its last 50,000 characters. */
function openEar() {
  let said = ''
  let inspector = ''
  const hear = (chunk: Buffer) => {
    said = (said + chunk).slice(-50_000)
    // The line is printed once, early: a busy shop's kept log no longer holds it.
    inspector = /ws:\/\/\S+/.exec(said)?.[0] ?? inspector
  }
  return { hear, said: () => said, inspector: () => inspector }
}

async function isDoneBefore(isOver: () => boolean, done: () => boolean | Promise<boolean>) {
  while (!(await done())) {
    if (isOver()) return false
    await wait(5)
  }
  return true
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

export type BuiltShop = Awaited<ReturnType<typeof aBuiltShop>>

/**
 * A port that systems give to nobody by themselves: the shop's own PostgreSQL takes one of those before the shop listens,
 * which may be the very port that was free for it.
 */
async function portOfShop(): Promise<number> {
  for (;;) {
    const port = await freePort(randomInt(20_000, 32_000)).catch(() => undefined)
    if (port) return port
  }
}

export const isReady = (origin: string, path = '/readyz') =>
  fetch(`${origin}${path}`, { signal: AbortSignal.timeout(3000) }).then(
    async (answer) => answer.ok && (path !== '/readyz' || (await answer.json()).database === 'up'),
    () => false,
  )

const pidFile = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')

function databaseUrlIn(dataDir: string) {
  const password = readFileSync(join(dataDir, 'postgres', 'password'), 'utf8')
  return shopUrlOf(password, Number(pidFile(dataDir)[3]))
}

/** The process of the PostgreSQL that a shop has started. */
export const databasePidOf = ({ dataDir }: BuiltShop) => Number(pidFile(dataDir)[0])

export async function killDatabaseOf(shop: BuiltShop) {
  const pid = databasePidOf(shop)
  process.kill(pid, 'SIGKILL')
  await isGone(pid, 5000)
}
