import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../stand-ins/postgres/free-port.ts'
import { type Home, openHome, shopUrlOf, superuserUrlOf } from '../stand-ins/postgres/home.ts'
import { startServer, stopServer } from '../stand-ins/postgres/server.ts'
import { shopUrl } from '../stand-ins/postgres/shop-role.ts'
import type { OnEnd } from './shared-by-file.ts'

/** A PostgreSQL with a standby that streams from it: a copy of its folder, made before either was started. */
export async function openPair(onEnd: OnEnd) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parts-house-pair-'))
  const home = openHome(dataDir)
  const [port, standbyPort] = [await freePort(), await freePort()]
  const standbyHome = copyOf(home, port)
  const primary = await startServer(home, () => undefined, port)
  const url = await shopUrl(home, port)
  const start = () => startServer(standbyHome, () => undefined, standbyPort)
  let standby = await start()
  const superuser = async (at: number, text: string) => {
    const client = new pg.Client({ connectionString: superuserUrlOf(home.password, at) })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  onEnd(async () => {
    await Promise.all([stopServer(standby.pid), stopServer(primary.pid)])
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    url,
    readUrl: shopUrlOf(home.password, standbyPort),
    onPrimary: (text: string) => superuser(port, text),
    onStandby: (text: string) => superuser(standbyPort, text),
    /** Cuts the standby off from later writes of the primary and promotes it. */
    promoteStandby: async (between: () => Promise<unknown>) => {
      await superuser(standbyPort, "alter system set primary_conninfo = ''")
      await superuser(standbyPort, 'select pg_reload_conf()')
      await between()
      await superuser(standbyPort, 'select pg_promote()')
    },
    stopStandby: () => stopServer(standby.pid),
    startStandby: async () => {
      standby = await start()
    },
  }
}

function copyOf(home: Home, port: number): Home {
  const root = join(home.data, '..', '..', 'standby')
  mkdirSync(root, { mode: 0o700 })
  const data = join(root, 'data')
  const { status, stderr } = spawnSync('cp', ['-a', home.data, data], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The folder of PostgreSQL was not copied: ${stderr}`)
  const { uid, gid } = statSync(data)
  const signal = join(data, 'standby.signal')
  writeFileSync(signal, '')
  chownSync(signal, uid, gid)
  chownSync(root, uid, gid)
  const way = new URL(superuserUrlOf(home.password, port))
  const conninfo = `host=127.0.0.1 port=${port} user=${way.username} password=${decodeURIComponent(way.password)}`
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\nwal_retrieve_retry_interval = 200\n`,
  )
  return { ...home, data, log: join(root, 'standby.log') }
}
