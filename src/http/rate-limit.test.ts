import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Shop } from '../shop.ts'
import { aBrowser, aStranger, type Browser } from '../testing/browser.ts'
import { tokenTo } from '../testing/mails.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { addressOf } from './rate-limit.ts'
import type { Env } from './request-context.ts'

const ANNA = { name: 'Anna', email: 'anna@example.com', password: 'cold-storage-9' }
const ON = { env: { RATE_LIMIT: 'on' } }

async function open() {
  const opened = await openTestShop(ON)
  await opened.shop.auth.createUser(ANNA)
  const browser = aBrowser(opened.origin)
  const enter = (password: string, headers: Record<string, string> = {}, email = ANNA.email) =>
    browser.send('/api/auth/sign-in/email', { json: { email, password }, headers })
  return { ...opened, browser, enter }
}

/** A shop behind a proxy, so that a test can come from many places. */
async function openBehindProxy() {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' } })
  const { shop, origin } = opened
  await shop.auth.createUser(ANNA)
  const clients = (count: number) => Array.from({ length: count }, (_, index) => `203.0.113.${index}`)
  const wrongFrom = async (places: string[], email = ANNA.email) => {
    for (const place of places) await enterFrom(aBrowser(origin), place, 'wrong-wrong', email)
  }
  const reset = async (browser: Browser) => {
    await browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
    const json = { token: await tokenTo(shop, 'reset', ANNA.email), newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/reset-password', { json })).status).toBe(200)
    return json.newPassword
  }
  return { ...opened, browser: { ...aBrowser(origin), origin }, clients, wrongFrom, reset }
}

const enterFrom = (browser: Browser, place: string, password: string, email = ANNA.email) =>
  browser.send('/api/auth/sign-in/email', { json: { email, password }, headers: { 'X-Forwarded-For': place } })

describe('wrong passwords', () => {
  test('the sixth in a minute is a 429 with Retry-After, also with an invented X-Forwarded-For', async () => {
    const { enter } = await open()
    for (let round = 1; round <= 5; round++) {
      expect((await enter('wrong-wrong', { 'X-Forwarded-For': `10.0.0.${round}` })).status).toBe(401)
    }
    const refused = await enter('wrong-wrong', { 'X-Forwarded-For': '10.0.0.99' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(await refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Too many tries\. Wait \d+ seconds/),
    })
    expect((await enter(ANNA.password)).status).toBe(429)
  })

  test('six at once are counted like six in a row', async () => {
    const { enter } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter('wrong-wrong')))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
  })

  test('of one site are sixty in ten minutes, from however many of its networks', async () => {
    const { browser, wrongFrom } = await openBehindProxy()
    await wrongFrom(Array.from({ length: 60 }, (_, at) => `2001:db8:aa:${at.toString(16)}00::1`))
    const tries = ['2001:db8:aa:ff00::1', '2001:db8:ab::1'].map((place) =>
      enterFrom(browser, place, 'wrong-wrong', 'nobody@example.com'),
    )
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([429, 401])
  })

  test('nor may one site register more accounts than an address', async () => {
    const { origin } = await openBehindProxy()
    const signUps = Array.from({ length: 12 }, (_, at) =>
      aBrowser(origin).send('/api/auth/sign-up/email', {
        json: aStranger(),
        headers: { 'X-Forwarded-For': `2001:db8:aa:${at.toString(16)}00::1` },
      }),
    )
    expect((await Promise.all(signUps)).filter(({ status }) => status === 429)).toHaveLength(2)
  })

  test('right ones do not count', async () => {
    const { enter } = await open()
    for (let round = 1; round <= 7; round++) expect((await enter(ANNA.password)).status).toBe(200)
  })

  test('of many places keep no device out: an unknown one waits a minute at most between its tries', async () => {
    const { browser, clients, wrongFrom } = await openBehindProxy()
    await wrongFrom(clients(70))
    const elsewhere = (password: string) => enterFrom(browser, '198.51.100.200', password)
    expect((await elsewhere('wrong-wrong')).status).toBe(401)
    const refused = await elsewhere(ANNA.password)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '4'])
    expect((await enterFrom(browser, '198.51.100.201', ANNA.password)).status).toBe(200)
    await wrongFrom(clients(140).slice(70))
    await enterFrom(aBrowser(browser.origin), '198.51.100.202', 'wrong-wrong')
    const longest = await enterFrom(aBrowser(browser.origin), '198.51.100.202', 'wrong-wrong')
    expect([longest.status, longest.headers.get('retry-after')]).toEqual([429, '60'])
  })

  test.each(['sign-in', 'sign-up', 'a new password'])(
    'of many places do not concern the device that knows the person from %s',
    async (way) => {
      const { browser, wrongFrom, clients, reset } = await openBehindProxy()
      const bo = { name: 'Bo', email: 'bo@example.com', password: ANNA.password }
      const who = way === 'sign-up' ? bo : ANNA
      if (way === 'sign-in') await enterFrom(browser, '198.51.100.200', ANNA.password)
      if (way === 'sign-up') await browser.send('/api/auth/sign-up/email', { json: bo })
      const password = way === 'a new password' ? await reset(browser) : who.password
      await wrongFrom(clients(70), who.email)
      const tries = await Promise.all(
        ['wrong-wrong', 'wrong-wrong'].map((wrong) => enterFrom(browser, '198.51.100.200', wrong, who.email)),
      )
      expect(tries.map(({ status }) => status)).toEqual([401, 401])
      expect((await enterFrom(browser, '198.51.100.200', password, who.email)).status).toBe(200)
    },
  )

  test('also right ones are counted on a device that knows the person, with those of nobody else', async () => {
    const { browser } = await openBehindProxy()
    const place = '198.51.100.200'
    const statuses = []
    for (let round = 1; round <= 32; round++) statuses.push((await enterFrom(browser, place, ANNA.password)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(31)
    expect(statuses.at(-1)).toBe(429)
  })

  test('of its own address keep no device out that knows the person', async () => {
    const { browser, origin } = await openBehindProxy()
    const place = '198.51.100.200'
    await enterFrom(browser, place, ANNA.password)
    const neighbour = aBrowser(origin)
    for (let round = 1; round <= 6; round++) await enterFrom(neighbour, place, 'wrong-wrong')
    for (let round = 1; round <= 100; round++)
      await enterFrom(neighbour, place, 'wrong-wrong', `nobody-${round}@example.com`)
    expect((await enterFrom(neighbour, place, ANNA.password)).status).toBe(429)
    expect((await enterFrom(browser, place, ANNA.password)).status).toBe(200)
    const tries = Array.from({ length: 6 }, () => enterFrom(browser, place, 'wrong-wrong'))
    expect((await Promise.all(tries)).filter(({ status }) => status === 401)).toHaveLength(5)
  })

  test('are forgotten with a new password, and so is every device of before', async () => {
    const { browser, wrongFrom, clients, reset, origin } = await openBehindProxy()
    const old = aBrowser(origin)
    await enterFrom(old, '198.51.100.200', ANNA.password)
    await wrongFrom(clients(70))
    const password = await reset(browser)
    const unknown = aBrowser(origin)
    const twice = [
      await enterFrom(unknown, '198.51.100.201', 'no-no-no'),
      await enterFrom(unknown, '198.51.100.201', password),
    ]
    expect(twice.map(({ status }) => status)).toEqual([401, 200])
    await wrongFrom(clients(70))
    const before = [
      await enterFrom(old, '198.51.100.200', 'no-no-no'),
      await enterFrom(old, '198.51.100.200', password),
    ]
    expect(before.map(({ status }) => status)).toEqual([401, 429])
  })
})

test('counting waits for no disk, and what a crash of the database takes is counted anew', async () => {
  const { enter, shop } = await open()
  for (let round = 1; round <= 5; round++) await enter('wrong-wrong')
  expect((await enter('wrong-wrong')).status).toBe(429)
  const { rows } = await shop.pool.query(
    "select relpersistence as is from pg_class where oid = 'rate_limits'::regclass",
  )
  expect(rows).toEqual([{ is: 'u' }])
  // PostgreSQL does this by itself with an unlogged table when it starts after a crash.
  await shop.pool.query('truncate rate_limits')
  expect((await enter('wrong-wrong')).status).toBe(401)
})

test('mails to one address are few, and neither addresses nor e-mails are kept', async () => {
  const { browser, shop } = await open()
  const ask = () => browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
  for (let round = 1; round <= 4; round++) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  const { rows } = await shop.db.execute(sql`select * from rate_limits`)
  expect(JSON.stringify(rows)).not.toMatch(/anna|127\.0/)
})

describe('whose request it is', () => {
  const asked = async (peer: string, forwarded: string, trustedProxies: string[] = []) => {
    const app = new Hono<Env>().get('/', (c) => {
      c.set('shop', { config: { trustedProxies } } as unknown as Shop)
      return c.text(addressOf(c))
    })
    const headers: Record<string, string> = forwarded ? { 'X-Forwarded-For': forwarded } : {}
    return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } })).text()
  }

  test.each([
    ['203.0.113.9', '', [], '203.0.113.9'],
    ['203.0.113.9', '1.2.3.4', [], '203.0.113.9'],
    ['::ffff:203.0.113.9', '', [], '203.0.113.9'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.0.0.1', 'nonsense', ['10.0.0.1'], '10.0.0.1'],
    ['10.0.0.1', '10.0.0.3', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.7:4711', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.7:4711, 10.0.0.2:80', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.0.0.1', '6.6.6.6, [2001:db8:1:2::7]', ['10.0.0.0/8'], '2001:db8:1:0'],
    ['10.0.0.1', '6.6.6.6, [2001:db8:1:2::7]:4711', ['10.0.0.0/8'], '2001:db8:1:0'],
    ['10.0.0.1', '6.6.6.6, ::ffff:198.51.100.7', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.0.0.1', '6.6.6.6, unknown', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, unknown, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, _hidden', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6,', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, [unknown]:1', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.7:', ['10.0.0.0/8'], '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '', [], '2001:db8:1:0'],
    ['2001:db8:1:abcd:3:4:5:6', '', [], '2001:db8:1:ab00'],
    ['0:0:0:0:0:ffff:cb00:7109', '', [], '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '', [], '203.0.113.9'],
    ['fe80::1%eth0', '', [], 'fe80:0:0:0'],
    ['2001:db8::1', '', [], '2001:db8:0:0'],
    ['::1', '', [], '0:0:0:0'],
  ])('from %s, forwarded for "%s", trusting %o: %s', async (peer, forwarded, trusted, address) => {
    expect(await asked(peer, forwarded, trusted)).toBe(address)
  })
})
