import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { commandOf, isGone } from '../stand-ins/postgres/processes.ts'
import type { BuiltShop } from '../testing/built-shop.ts'
import { filledDatabase } from '../testing/filled-database.ts'
import { openRealShop } from './real-shop.ts'

/** Starts a shop that ends by itself, and answers with what code. */
async function failedStart(real: BuiltShop) {
  const [code] = await once(real.launch(), 'close')
  return code
}

/** Asks until the shop listens. */
async function firstAnswer(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) return answer
    await wait(1)
  }
}

test.each([
  ['a setting is wrong', { PORT: 'door' }, /^PORT must be a port from 1 to 65535\.\n$/],
  [
    'its folder cannot be used',
    { DATA_DIR: '/dev/null/shop' },
    /^DATA_DIR \/dev\/null\/shop cannot be read and written \(E\w+\)\.\n$/,
  ],
  [
    'it can be reached from outside and has no address',
    { HOST: '0.0.0.0' },
    /^APP_ORIGIN must be set, since HOST 0\.0\.0\.0 can be reached from other machines\.\n$/,
  ],
  [
    'its first admin has a password that everybody tries',
    { ADMIN_EMAIL: 'boss@example.com', ADMIN_PASSWORD: '123456' },
    /^ADMIN_PASSWORD is one of the most used passwords in the world; choose another\.\n$/m,
  ],
  [
    'its database is not there',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^The database at DATABASE_URL does not answer \(.*ECONNREFUSED.*\)\.\n$/,
  ],
])('a start ends with one sentence and code 1 when %s', async (_, env: Record<string, string>, sentence) => {
  const real = await openRealShop({ env })
  expect(await failedStart(real)).toBe(1)
  expect(real.said()).toMatch(sentence)
})

test('a fresh shop is filled before it answers: its first answers hold the catalogue, and its admin signs in', async () => {
  const real = await openRealShop()
  real.launch()
  const products = await firstAnswer(`${real.origin}/api/products`)
  expect(await products.json()).toHaveLength(500)
  expect(products.headers.get('x-total-count')).toBe('751')
  const signIn = await fetch(`${real.origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: real.origin },
    body: JSON.stringify({ email: 'admin@parts-house.example', password: 'parts-house' }),
  })
  expect(signIn.status).toBe(200)
})

test("the server's script holds ASCII alone: with one other letter V8 keeps all of it at two bytes a letter", () => {
  const folder = resolve(import.meta.dirname, '..', '..', 'build', 'server', 'assets')
  const scripts = readdirSync(folder).filter((name) => /^(?:start|shop)-/.test(name))
  expect(scripts.length).toBeGreaterThan(1)
  for (const script of scripts) expect(readFileSync(join(folder, script), 'utf8')).not.toMatch(/[^\0-\x7f]/)
})

test('pages at another name of this machine lead to where signing in works; calls and files answer there', async () => {
  const real = await openRealShop({ env: { DATABASE_URL: await filledDatabase() } })
  await real.start()
  const other = `http://127.0.0.1:${real.port}`
  const at = (path: string) => fetch(other + path, { redirect: 'manual' })
  for (const path of ['/', '/products?q=motor', '/login', '/nowhere']) {
    const answer = await at(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, real.origin + path])
  }
  for (const path of ['/api/products', '/favicon.svg', '/healthz']) expect((await at(path)).status).toBe(200)
})

test('a start on a port in use says so, and takes its database along', async () => {
  const real = await openRealShop()
  const other = createServer().listen(real.port, '127.0.0.1')
  await once(other, 'listening')
  expect(await failedStart(real)).toBe(1)
  expect(real.said()).toContain(`Port ${real.port} is in use; set PORT to another.\n`)
  expect(existsSync(join(real.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  other.close()
})

test('who asks in the first moment is answered: a page, a call, and a message that is written as a job', async () => {
  const real = await openRealShop({ env: { DATABASE_URL: await filledDatabase() } })
  real.launch()
  await firstAnswer(`${real.origin}/healthz`)
  const headers = { 'Content-Type': 'application/json' }
  const message = JSON.stringify({ email: 'visitor@example.com', message: 'Do you have EF-230?' })
  const answers = await Promise.all([
    fetch(`${real.origin}/products`),
    fetch(`${real.origin}/api/products`),
    fetch(`${real.origin}/api/contact`, { method: 'POST', headers, body: message }),
    fetch(`${real.origin}/readyz`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200])
  expect((await real.end('SIGTERM')).code).toBe(0)
})

test('a node that is told to stop says so, answers for its grace, and then stops', async () => {
  const real = await openRealShop({ env: { DATABASE_URL: await filledDatabase(), STOP_GRACE_SECONDS: '3' } })
  await real.start()
  const over = real.end('SIGTERM')
  await expect.poll(async () => (await fetch(`${real.origin}/readyz`)).status, { timeout: 2500 }).toBe(503)
  expect((await fetch(`${real.origin}/livez`)).status).toBe(200)
  expect((await fetch(`${real.origin}/products`)).status).toBe(200)
  expect((await over).code).toBe(0)
})

/** The first line of the answer to a request that is sent as it stands. */
async function rawStatus(port: number, request: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(request)
  const [line] = String(await text(socket)).split('\r\n')
  return line
}

test('probes of HTTP/1.0 without a Host are answered, as load balancers send them', async () => {
  const real = await openRealShop({ env: { DATABASE_URL: await filledDatabase() } })
  await real.start()
  for (const path of ['/livez', '/healthz', '/readyz', '/products'])
    expect([path, await rawStatus(real.port, `GET ${path} HTTP/1.0\r\n\r\n`)]).toEqual([path, 'HTTP/1.1 200 OK'])
  expect(await rawStatus(real.port, 'GET /readyz HTTP/1.1\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
})

const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')[0])

test('npm start that is told to stop ends with the shop and not before; one that is killed takes it along', async () => {
  const real = await openRealShop({ by: ['npm', 'start'], env: { DATABASE_URL: '' } })
  await real.start()
  expect((await real.end('SIGTERM')).code).toBe(0)
  expect(existsSync(join(real.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  await real.start()
  const shop = childOf(childOf(real.pid()))
  await real.end('SIGKILL')
  const isOver = await isGone(shop, 30_000)
  if (!isOver) process.kill(shop)
  expect(isOver).toBe(true)
  expect(existsSync(join(real.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
})

/** Waits until the shop's own process is there, the child of the script that `npm start` runs. */
async function shopOf(script: number) {
  for (;;) {
    const shop = childOf(script)
    if (shop && commandOf(shop).includes('build/server/index.js')) return shop
    await wait(1)
  }
}

test('a start that is told to stop ends in each of its moments, with its database, and the next one opens a whole shop', async () => {
  const real = await openRealShop({
    by: [process.execPath, 'scripts/run.mjs', 'start'],
    env: { DATABASE_URL: '', NODE_ENV: '' },
  })
  const moments = [
    () => Promise.resolve(),
    () => expect.poll(() => existsSync(join(real.dataDir, 'shop.lock')), { timeout: 30_000 }).toBe(true),
    () => expect.poll(real.said, { timeout: 30_000 }).toContain('PostgreSQL started'),
  ]
  for (const moment of moments) {
    real.launch()
    const shop = await shopOf(real.pid())
    await moment()
    // 0 where the start was over before the signal came.
    expect([0, 128 + constants.signals.SIGINT]).toContain((await real.end('SIGTERM')).code)
    expect(await isGone(shop, 5000)).toBe(true)
  }
  await real.start()
  const products = await fetch(`${real.origin}/api/products`)
  expect(products.headers.get('x-total-count')).toBe('751')
})

// Vite reads each module of the shop once, on the way of the first request.
test('npm run dev serves the shop from its sources, and ends with it', { timeout: 240_000 }, async () => {
  const real = await openRealShop({ by: ['npm', 'run', 'dev'], env: { DATABASE_URL: '' } })
  await real.start()
  const page = await fetch(`${real.origin}/products`)
  const [script] = /\/src\/[\w.]*client\.tsx/.exec(await page.text()) ?? []
  expect([page.status, script]).toEqual([200, '/src/entry.client.tsx'])
  expect(page.headers.get('content-security-policy')).toContain("; connect-src 'self' ws:; ")
  expect((await fetch(real.origin + script)).status).toBe(200)
  expect((await real.end('SIGTERM')).code).toBe(0)
})
