import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { LOGS } from './debian-root.ts'

const exec = promisify(execFile)

const FRONT = '10.99.0.1'
const ADDRESSES = {
  db1: '10.99.0.11',
  db2: '10.99.0.12',
  db3: '10.99.0.13',
  pool1: '10.99.0.21',
  pool2: '10.99.0.22',
  shop1: '10.99.0.31',
  shop2: '10.99.0.32',
  shop3: '10.99.0.33',
  spare: '10.99.0.41',
}
type Inner = keyof typeof ADDRESSES
/** `front` is the trial's own network namespace, with HAProxy, buyers and the mail server. */
export type MachineName = Inner | 'front'
export const DATABASES = ['db1', 'db2', 'db3'] as const
export const POOLS = ['pool1', 'pool2'] as const
export const NODES = ['shop1', 'shop2', 'shop3'] as const

/** The size of a database's disk, a tmpfs: it can be filled, and other work does not slow it down. */
const DISK = '1500m'

type Start = { program: string; args?: string[]; env?: NodeJS.ProcessEnv; user?: string; cwd?: string }
export type Machine = Awaited<ReturnType<typeof openMachine>>

export const ip = (...args: string[]) => exec('ip', args)
const mount = (...args: string[]) => exec('mount', args)

const HOSTS = Object.entries({ front: FRONT, ...ADDRESSES }).map(([name, address]) => `${address} ${name}\n`)

/** The network bridge of all machines; `run` stores their names for the trial itself. */
export async function openNetwork(run: string) {
  mkdirSync('/run/netns', { recursive: true })
  await mount('-t', 'tmpfs', 'tmpfs', '/run/netns')
  writeHosts(run)
  await mount('--bind', join(run, 'hosts'), '/etc/hosts')
  await ip('link', 'set', 'lo', 'up')
  await ip('link', 'add', 'dev', 'house', 'type', 'bridge')
  await ip('addr', 'add', `${FRONT}/24`, 'dev', 'house')
  await ip('link', 'set', 'house', 'up')
}

/** A machine: an overlay of the common root folder, a network namespace, and processes in them. */
export async function openMachine({ packages, run, name }: { packages: string; run: string; name: MachineName }) {
  const own = join(run, name)
  const root = join(own, 'root')
  for (const part of ['upper', 'work', 'root']) mkdirSync(join(own, part), { recursive: true })
  const layers = `lowerdir=${packages},upperdir=${join(own, 'upper')},workdir=${join(own, 'work')}`
  await mount('-t', 'overlay', 'overlay', '-o', layers, root)
  await mount('--rbind', '/dev', join(root, 'dev'))
  await mount('-t', 'proc', 'proc', join(root, 'proc'))
  writeHosts(join(root, 'etc'))
  if (name !== 'front') await connect(name)
  const running = new Map<string, ChildProcess>()

  /** Starts a program as the machine's service manager would, its output in the folder of logs. */
  function start(service: string, { program, args = [], env = {}, user = 'root', cwd = '/' }: Start) {
    const log = openSync(join(run, LOGS, `${name}-${service}.log`), 'a')
    const inside = ['chroot', `--userspec=${user}`, root, 'env', '-C', cwd, program, ...args]
    const [command = '', ...rest] = name === 'front' ? inside : ['ip', 'netns', 'exec', name, ...inside]
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    const child = spawn(command, rest, { env: { PATH: path, LC_ALL: 'C.UTF-8', ...env }, stdio: ['ignore', log, log] })
    child.once('error', () => undefined)
    running.set(service, child)
    return child
  }

  /** The processes with this machine's root, of one program or of all. */
  function pids(program = ''): number[] {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .map(Number)
      .filter((pid) => linkOf(pid, 'root') === root && linkOf(pid, 'exe').includes(program))
  }

  function signal(signal: NodeJS.Signals, program = '') {
    for (const pid of pids(program)) {
      try {
        process.kill(pid, signal)
      } catch {
        // The process has already ended.
      }
    }
  }

  /** Sends a service a signal and waits for its end; answers the exit code. */
  async function stop(service: string, signal: NodeJS.Signals = 'SIGTERM') {
    const child = running.get(service)
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }

  return { name, root, start, stop, pids, signal, pidOf: (service: string) => running.get(service)?.pid ?? 0 }
}

const writeHosts = (place: string) => writeFileSync(join(place, 'hosts'), `127.0.0.1 localhost\n${HOSTS.join('')}`)

async function connect(name: Inner) {
  await ip('netns', 'add', name)
  await ip('link', 'add', 'dev', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
  await ip('link', 'set', name, 'master', 'house', 'up')
  await ip('-n', name, 'link', 'set', 'lo', 'up')
  await ip('-n', name, 'addr', 'add', `${ADDRESSES[name]}/24`, 'dev', 'eth0')
  await ip('-n', name, 'link', 'set', 'eth0', 'up')
}

/** Takes the machine's network link up or down. */
export const cable = (name: MachineName, state: 'up' | 'down') => ip('link', 'set', name, state)

/** Mounts the folder `outside` at `inside` in a machine; without one a tmpfs. */
export async function mountIn({ root }: Pick<Machine, 'root'>, inside: string, outside?: string) {
  const place = join(root, inside)
  if (!existsSync(place)) mkdirSync(place, { recursive: true })
  await (outside ? mount('--rbind', outside, place) : mount('-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', place))
}

function linkOf(pid: number, link: 'root' | 'exe') {
  try {
    return readlinkSync(`/proc/${pid}/${link}`)
  } catch {
    return ''
  }
}
