import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { LOGS } from './debian-root.ts'
import {
  DATABASES,
  type Machine,
  type MachineName,
  mountIn,
  NODES,
  openMachine,
  openNetwork,
  POOLS,
} from './machines.ts'
import { memberRows, untilHealthy } from './members.ts'
import { ETC, type Service, unitOf } from './units.ts'

const PROJECT = resolve(import.meta.dirname, '..', '..')
const FILES = join(PROJECT, 'deploy', 'cluster')
const ARCHIVE = '/var/lib/parts-house/archive'
const DISK = '/var/lib/postgresql/parts-house'
/** The uid of Debian's user postgres, read from the root folder. */
const uidOf = (root: string, user: string) => {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${user}:`))
  const [, , uid, gid] = (line ?? '').split(':').map(Number)
  return [uid ?? 0, gid ?? 0] as const
}

export const ORIGIN = 'http://localhost:8080'
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/**
 * Three etcd, three PostgreSQL under Patroni, two PgBouncers, three shop nodes and HAProxy, with the files of
 * deploy/cluster.
 */
export async function openCluster(packages: string, run: string) {
  const secret = randomBytes(32).toString('base64url')
  const archive = join(run, 'archive')
  for (const part of [LOGS, 'archive']) mkdirSync(join(run, part), { recursive: true })
  await openNetwork(run)
  const machines = new Map<MachineName, Machine>()
  for (const name of [...DATABASES, ...POOLS, ...NODES, 'spare', 'front'] as const) {
    const machine = await openMachine({ packages, run, name })
    machines.set(name, machine)
    writeSettings(machine, secret)
    if (isOneOf(DATABASES, name) || name === 'spare') await prepareDatabase(machine, archive)
    if (isOneOf(NODES, name)) await prepareNode(machine)
  }
  const at = (name: MachineName) => machines.get(name) as Machine
  const services = servicesOf(at)
  for (const name of DATABASES) services.etcd(name)
  for (const name of DATABASES) services.patroni(name)
  for (const name of ['front', ...POOLS] as const) services.balancer(name)
  for (const name of POOLS) services.pooler(name)
  await untilHealthy()
  return {
    at,
    ...services,
    run,
    archive,
    secret,
    url: `postgres://parts_house:${secret}@front:5000/parts_house`,
    /** The machine of the primary, according to Patroni. */
    primary: async () => nameOf(await memberRows(), (role) => role === 'leader'),
    standbys: async () =>
      (await memberRows()).filter(({ role }) => role !== 'leader').map(({ name }) => name as MachineName),
  }
}

const nameOf = (rows: Awaited<ReturnType<typeof memberRows>>, is: (role: string) => boolean) => {
  const found = rows.find(({ role }) => is(role))
  if (!found) throw new Error('No primary is there.')
  return found.name as MachineName
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T => names.includes(name as T)

/** The files of deploy/cluster in the machine's /etc, with a secret of this run. */
function writeSettings({ root }: Machine, secret: string) {
  const place = join(root, ETC)
  mkdirSync(place, { recursive: true })
  const [uid, gid] = uidOf(root, 'postgres')
  for (const file of readdirSync(FILES)) {
    const text = readFileSync(join(FILES, file), 'utf8').replaceAll('CHANGE-ME', secret)
    writeFileSync(join(place, file), text)
    chownSync(join(place, file), uid, gid)
    chmodSync(join(place, file), file.endsWith('.sh') ? 0o700 : 0o600)
  }
}

async function prepareDatabase(machine: Machine, archive: string) {
  await mountIn(machine, DISK)
  await mountIn(machine, ARCHIVE, archive)
  mkdirSync(join(machine.root, '/var/lib/etcd'), { recursive: true })
  for (const place of [DISK, ARCHIVE]) chownSync(join(machine.root, place), ...uidOf(machine.root, 'postgres'))
  chownSync(join(machine.root, '/var/lib/etcd'), ...uidOf(machine.root, 'etcd'))
}

async function prepareNode(machine: Machine) {
  await mountIn(machine, '/srv/shop', PROJECT)
  mkdirSync(join(machine.root, '/var/lib/parts-house/shop'), { recursive: true })
  cpSync(process.execPath, join(machine.root, '/usr/local/bin/node'))
}

function servicesOf(at: (name: MachineName) => Machine) {
  const start = (name: MachineName, service: Service) => at(name).start(service, unitOf(at(name), service))
  return {
    etcd: (name: MachineName) => start(name, 'etcd'),
    patroni: (name: MachineName) => start(name, 'patroni'),
    balancer: (name: MachineName) => start(name, balancerOf(name)),
    pooler: (name: MachineName) => start(name, 'pgbouncer'),
    shop(name: MachineName, { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
      const unit = unitOf(at(name), 'shop')
      return at(name).start('shop', {
        ...unit,
        // The project's folder may be one that only root reads.
        user: 'root',
        cwd: cwd ?? unit.cwd,
        env: { ...unit.env, ...OF_TRIAL, ...env },
      })
    },
  }
}

/** Stand-ins play Stripe and Google, and all buyers share one address and order without pauses. */
export const OF_TRIAL = { DEMO: '1', RATE_LIMIT: 'off', MAX_UNPAID_ORDERS: '1000' }

/** The HAProxy of a machine: front has the shop besides the databases. */
export const balancerOf = (name: MachineName): Service => (name === 'front' ? 'haproxy' : 'haproxy-database')

/** Polls until `is` answers true; throws the sentence after so many milliseconds. */
export async function until(is: () => Promise<boolean>, within: number, otherwise: string) {
  const end = performance.now() + within
  while (!(await is().catch(() => false))) {
    if (performance.now() > end) throw new Error(otherwise)
    await wait(200)
  }
}
