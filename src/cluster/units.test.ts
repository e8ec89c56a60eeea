import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { OF_TRIAL } from './cluster.ts'
import { ETC, type Service, unitOf } from './units.ts'

const FILES = 'deploy/cluster'
const SERVICES: Service[] = ['etcd', 'patroni', 'haproxy', 'haproxy-database', 'pgbouncer', 'shop']

/** The root folder of a machine that has the files of deploy/cluster in their place. */
function aMachine(name: 'db2') {
  const root = mkdtempSync(join(tmpdir(), 'parts-house-units-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  cpSync(FILES, join(root, ETC), { recursive: true })
  return { root, name }
}

test('the trial starts each service as its unit says: the program, its user, its folder, and the machine’s own name', () => {
  const machine = aMachine('db2')
  expect(unitOf(machine, 'etcd')).toMatchObject({
    program: '/usr/bin/etcd',
    user: 'etcd:etcd',
    env: {
      ETCD_NAME: 'db2',
      ETCD_ADVERTISE_CLIENT_URLS: 'http://db2:2379',
      ETCD_INITIAL_CLUSTER: 'db1=http://db1:2380,db2=http://db2:2380,db3=http://db3:2380',
    },
  })
  expect(unitOf(machine, 'haproxy')).toMatchObject({
    program: '/usr/sbin/haproxy',
    args: ['-W', '-f', `${ETC}/haproxy-database.cfg`, '-f', `${ETC}/haproxy.cfg`],
    user: 'root:root',
  })
  expect(unitOf(machine, 'shop')).toMatchObject({
    cwd: '/srv/shop',
    env: { MAIL_FROM: 'Parts House <desk@parts-house.example>', STOP_GRACE_SECONDS: '3' },
  })
})

test('the settings of the trial let the shop start, though its nodes reach one another and no Stripe is set', () => {
  const { env } = unitOf(aMachine('db2'), 'shop')
  expect(readConfig({ ...env, ...OF_TRIAL, AUTH_SECRET: randomBytes(32).toString('base64') })).toMatchObject({
    host: '0.0.0.0',
    demo: true,
    rateLimit: false,
  })
})

test('each unit names files of deploy/cluster that are there, and there is no other unit', () => {
  const machine = aMachine('db2')
  for (const service of SERVICES) {
    const named = unitOf(machine, service).args.filter((one) => one.startsWith(ETC))
    for (const file of named) expect(existsSync(join(machine.root, file)), file).toBe(true)
  }
  const units = readdirSync(FILES).filter((file) => file.endsWith('.service'))
  expect(units.sort()).toEqual(SERVICES.map((service) => `parts-house-${service}.service`).sort())
})
