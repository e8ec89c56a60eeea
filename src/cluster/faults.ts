import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { balancerOf, type Cluster } from './cluster.ts'
import { cable, POOLS } from './machines.ts'
import { switchOver } from './members.ts'
import { restartNode, rollOut } from './next-build.ts'

const SECOND = 1000

/**
 * Milliseconds. `gap` is the longest time without an acknowledged write; `back` counts from the end of the fault
 * instead.
 */
export type Fault = {
  name: string
  says: string
  floor: { gap: number } | { back: number }
  /** Milliseconds during which no write may be acknowledged. */
  silent?: number
  /** No request may fail, not even at its first try. */
  spotless?: boolean
  strike: (cluster: Cluster, untilSold: () => Promise<void>) => Promise<(() => Promise<void>) | void>
}

const POSTGRES = '/bin/postgres'

/** libfaketime changes the wall clock and leaves timers alone. */
const AN_HOUR_AHEAD = {
  LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
  FAKETIME: '+1h',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
}

/** Fills the disk completely. */
function fillDisk(file: string) {
  const open = openSync(file, 'w')
  const chunk = Buffer.alloc(2 ** 20)
  try {
    for (;;) writeSync(open, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(open)
  }
}

/** The name of the restore; it runs after all faults. */
export const RESTORE = 'restore'

/** All faults in their order; `strike` answers the function that ends the fault. */
export const FAULTS: Fault[] = [
  {
    name: 'postmaster',
    says: "the primary's postmaster killed (-9)",
    floor: { gap: 10 * SECOND },
    strike: async ({ at, primary }) => {
      const machine = at(await primary())
      const [postmaster] = machine.pids(POSTGRES).sort((a, b) => a - b)
      if (postmaster) process.kill(postmaster, 'SIGKILL')
    },
  },
  {
    name: 'primary',
    says: 'the primary and its Patroni killed (-9)',
    floor: { gap: 30 * SECOND },
    strike: async ({ at, primary, patroni }, untilSold) => {
      const name = await primary()
      const dead = at(name).stop('patroni', 'SIGKILL')
      at(name).signal('SIGKILL', POSTGRES)
      await dead
      return async () => {
        await untilSold()
        patroni(name)
      }
    },
  },
  {
    name: 'network',
    says: "the primary's network cut; it must step down",
    floor: { gap: 30 * SECOND },
    strike: async ({ primary }, untilSold) => {
      const name = await primary()
      await cable(name, 'down')
      return async () => {
        await untilSold()
        await wait(5 * SECOND)
        await cable(name, 'up')
      }
    },
  },
  {
    name: 'switchover',
    says: 'the primary switched over to its synchronous standby',
    floor: { gap: 10 * SECOND },
    strike: () => switchOver(),
  },
  {
    name: 'freeze',
    says: 'the machine of the primary frozen (SIGSTOP) for 40 s',
    floor: { back: 60 * SECOND },
    strike: async ({ at, primary }) => {
      const machine = at(await primary())
      machine.signal('SIGSTOP')
      return async () => {
        await wait(40 * SECOND)
        machine.signal('SIGCONT')
      }
    },
  },
  {
    name: 'node',
    says: 'a shop node killed (-9)',
    floor: { gap: 10 * SECOND },
    strike: async ({ at, shop }) => {
      await at('shop1').stop('shop', 'SIGKILL')
      return async () => {
        await wait(3 * SECOND)
        shop('shop1')
      }
    },
  },
  {
    name: 'standbys',
    says: 'both standbys away for 20 s: writes wait, nobody is told yes',
    floor: { back: 60 * SECOND },
    silent: 18 * SECOND,
    strike: async ({ standbys }) => {
      const names = await standbys()
      for (const name of names) await cable(name, 'down')
      return async () => {
        await wait(20 * SECOND)
        for (const name of names) await cable(name, 'up')
      }
    },
  },
  {
    name: 'etcd',
    says: "etcd's majority away for 30 s",
    floor: { back: 60 * SECOND },
    strike: async ({ at, etcd }) => {
      for (const name of ['db1', 'db2'] as const) await at(name).stop('etcd', 'SIGKILL')
      return async () => {
        await wait(30 * SECOND)
        for (const name of ['db1', 'db2'] as const) etcd(name)
      }
    },
  },
  {
    name: 'build',
    says: 'all nodes rolled to a new build with a migration that adds a column',
    floor: { gap: 10 * SECOND },
    spotless: true,
    strike: (cluster) => rollOut(cluster),
  },
  {
    name: 'disk',
    says: "the primary's disk full for 20 s",
    floor: { back: 60 * SECOND },
    strike: async ({ at, primary }) => {
      const { root } = at(await primary())
      const ballast = join(root, '/var/lib/postgresql/parts-house/ballast')
      fillDisk(ballast)
      return async () => {
        await wait(20 * SECOND)
        rmSync(ballast)
      }
    },
  },
  {
    name: 'clock',
    says: 'the clock of one shop node an hour ahead',
    floor: { gap: 10 * SECOND },
    strike: async (cluster) => {
      await restartNode(cluster, 'shop2', { env: AN_HOUR_AHEAD })
      return async () => {
        await wait(15 * SECOND)
        await restartNode(cluster, 'shop2')
      }
    },
  },
  {
    name: 'poolers',
    says: 'both PgBouncers restarted, one after the other',
    floor: { gap: 10 * SECOND },
    strike: async ({ at, pooler }) => {
      for (const name of POOLS) {
        // PgBouncer takes SIGINT as SHUTDOWN WAIT_FOR_SERVERS: open transactions finish first.
        await at(name).stop('pgbouncer', 'SIGINT')
        pooler(name)
        await wait(3 * SECOND)
      }
    },
  },
  {
    name: 'balancers',
    says: 'every HAProxy reloaded; what the old processes still held ends after 15 s',
    floor: { gap: 10 * SECOND },
    strike: async ({ at }) => {
      for (const name of ['front', ...POOLS] as const) process.kill(at(name).pidOf(balancerOf(name)), 'SIGUSR2')
      await wait(20 * SECOND)
    },
  },
]
