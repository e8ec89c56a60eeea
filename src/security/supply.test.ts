import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as unknown
const Versions = z.record(z.string(), z.string()).default({})
const Package = z.object({ dependencies: Versions, devDependencies: Versions, optionalDependencies: Versions })
const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ integrity: z.string().optional() })) })

function packagesOf(folder: string) {
  const { dependencies, devDependencies, optionalDependencies } = Package.parse(read(`${folder}/package.json`))
  const { '': _, ...locked } = Lock.parse(read(`${folder}/package-lock.json`)).packages
  return { named: { ...dependencies, ...devDependencies, ...optionalDependencies }, locked }
}

const FOLDERS = ['.', 'tools']
const shop = packagesOf('.')
const tools = packagesOf('tools')

/** Below these a known attack works. */
const FLOORS = {
  'react-router': '7.12.0',
  hono: '4.12.21',
  'better-auth': '1.7.0',
  '@hono/node-server': '1.19.13',
  nodemailer: '10.0.0',
}

test.each(Object.entries(FLOORS))('%s is not older than %s', (name, floor) => {
  const [have, least] = [shop.named[name] ?? '0.0.0', floor].map((version) => version.split('.').map(Number))
  const order =
    (have ?? []).map((part, index) => Math.sign(part - (least?.[index] ?? 0))).find((sign) => sign !== 0) ?? 0
  expect(order).toBeGreaterThanOrEqual(0)
})

test.each(FOLDERS)(
  'in %s every package is named with one exact version and locked by the hash of its bytes',
  (folder) => {
    const { named, locked } = packagesOf(folder)
    expect(Object.keys(named).length).toBeGreaterThan(5)
    for (const [name, version] of Object.entries(named))
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)])
    const unlocked = Object.entries(locked).filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
    expect(unlocked.map(([path]) => path)).toEqual([])
  },
)

test.each(FOLDERS)('in %s no package runs a script of its own when it is installed', (folder) => {
  expect(readFileSync(`${folder}/.npmrc`, 'utf8')).toMatch(/^ignore-scripts=true$/m)
})

test('the link of a tool takes the place of none of the packages that the shop runs with', () => {
  expect(Object.keys(tools.named).filter((name) => `node_modules/${name}` in shop.locked)).toEqual([])
})

/** Secrets as Stripe, Google, Amazon and GitHub write them, and the head of any private key. */
const KEY =
  /\b(?:[sr]k_live_\w{16,}|whsec_[A-Za-z0-9]{32}\b|GOCSPX-[\w-]{20,}|AKIA[0-9A-Z]{16}\b|ghp_\w{36})|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*\w/

test.skipIf(!existsSync('.git'))('no key was ever written into the project', () => {
  const history = execFileSync('git', ['log', '--all', '-p', '--no-color', '--', ':!*package-lock.json'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
  })
  expect(history.length).toBeGreaterThan(1000)
  expect(KEY.exec(history)?.[0]).toBeUndefined()
})
