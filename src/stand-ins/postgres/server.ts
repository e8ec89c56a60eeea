import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '../../config/clock.ts'
import { StartError } from '../../config/start-error.ts'
import { freePort } from './free-port.ts'
import { commandLine, environment, type Home, superuserUrlOf } from './home.ts'
import { beginOf, commandOf, isGone } from './processes.ts'

export type Running = { pid: number; port: number }

const LOG_LIMIT = 1_000_000
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A refused statement is the shop's to report; PostgreSQL would write its values, which may be personal.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** The server that a killed shop left behind, if it answers; one that does not is stopped. */
export async function adoptServer(home: Home): Promise<Running | undefined> {
  const left = readPidFile(home)
  if (!left || !isServer(left.pid, home)) return undefined
  const now = await answeringServer(home, 3 * SECOND)
  if (!now) await stopServer(left.pid, 2 * SECOND)
  return now
}

/** The server that is running in the folder, if it can be asked within these milliseconds; it is asked once at least. */
export async function answeringServer(home: Home, ms: number): Promise<Running | undefined> {
  const until = performance.now() + ms
  for (;;) {
    const now = readPidFile(home)
    if (now?.ready && (await answers(home, now.port))) return { pid: now.pid, port: now.port }
    if (!now || beginOf(now.pid) === undefined || performance.now() >= until) return undefined
    await pause(50)
  }
}

/** Tells `spawned` as soon as there is a process, which may be long before it is ready. */
export async function startServer(home: Home, spawned: (pid: number) => void, port?: number): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const server = await tryStart(home, spawned, port ?? (await freePort()))
    if (server.ready) return { pid: server.pid, port: server.port }
    // The workers of a killed server may hold its memory a moment longer, and the port may have been taken meanwhile.
    if (attempt === 5) throw new StartError(`The shop's own PostgreSQL does not start (${lastLine(home.log)}).`)
    await pause(attempt * 200)
  }
}

async function tryStart(home: Home, spawned: (pid: number) => void, port: number) {
  disownPidFile(home)
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const line = commandLine(home.run, 'postgres', ['-D', home.data, '-p', String(port), ...settings])
  const output = openSync(home.log, isLarge(home.log) ? 'w' : 'a', 0o600)
  const child = spawn(line.command, line.args, {
    cwd: '/',
    env: environment(),
    uid: home.run.uid,
    gid: home.run.gid,
    stdio: ['ignore', output, output],
    // A group of its own: Ctrl-C in the terminal is for the shop, which then stops its database last.
    detached: true,
  })
  closeSync(output)
  child.unref()
  spawned(child.pid ?? 0)
  return { pid: child.pid ?? 0, port, ready: await isReady(home, child) }
}

/** Waits as long as the server lives: replaying what a crash left may take its time. */
async function isReady(home: Home, child: ChildProcess) {
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  while (!ended) {
    const now = readPidFile(home)
    if (now?.ready && now.pid === child.pid) return true
    await pause(10)
  }
  return false
}

/** First waits for sessions that are just closing, then ends them, then the hard way, which a start recovers from. */
export async function stopServer(pid: number, patience = 5 * SECOND) {
  signal(pid, 'SIGTERM')
  if (await isGone(pid, 300)) return
  signal(pid, 'SIGINT')
  if (await isGone(pid, patience)) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, SECOND)) return
  signal(pid, 'SIGKILL')
  await isGone(pid, SECOND)
}

export function signal(pid: number, name: NodeJS.Signals) {
  try {
    // 0 would be this process's own group.
    if (pid > 0) process.kill(pid, name)
  } catch {
    // The process has ended already.
  }
}

async function answers(home: Home, port: number) {
  const client = new pg.Client({
    connectionString: superuserUrlOf(home.password, port),
    connectionTimeoutMillis: SECOND,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data: string }>("select current_setting('data_directory') as data")
    return rows[0]?.data === home.data
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const pidFile = (home: Home) => join(home.data, 'postmaster.pid')

function readPidFile(home: Home): (Running & { ready: boolean }) | undefined {
  try {
    const [pid, , , port, , , , status] = readFileSync(pidFile(home), 'utf8').split('\n')
    return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

const isServer = (pid: number, home: Home) => beginOf(pid) !== undefined && commandOf(pid).includes(home.data)

/**
 * PostgreSQL does not start while there is a process of the id its pid file names, though that may be a stranger's by
 * now, or wait to be reaped. Naming ourselves, its parent, lets it start and still keeps its check for workers that
 * outlived their server.
 */
function disownPidFile(home: Home) {
  const left = readPidFile(home)
  if (!left || isServer(left.pid, home)) return
  if (!left.pid) return rmSync(pidFile(home))
  const [, ...rest] = readFileSync(pidFile(home), 'utf8').split('\n')
  const mine = `${pidFile(home)}.${process.pid}`
  writeFileSync(mine, [process.pid, ...rest].join('\n'), { mode: 0o600 })
  if (home.run.uid !== undefined && home.run.gid !== undefined) chownSync(mine, home.run.uid, home.run.gid)
  renameSync(mine, pidFile(home))
}

const isLarge = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT

function lastLine(file: string) {
  return readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
}
