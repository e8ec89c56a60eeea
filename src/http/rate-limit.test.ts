import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { Shop } from '../shop.ts'
import { aBrowser } from '../testing/browser.ts'
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

  test('right ones do not count', async () => {
    const { enter } = await open()
    for (let round = 1; round <= 7; round++) expect((await enter(ANNA.password)).status).toBe(200)
  })

  test('of many places do not lock out the device that the person used before', async () => {
    const { enter, browser, shop, origin } = await open()
    expect((await enter(ANNA.password)).status).toBe(200)
    browser.jar.delete('parts-house.session_token')
    await shop.db.execute(sql`update rate_limits set points = 1000 where key like 'wrong passwords for an account%'`)
    await shop.db.execute(sql`
      insert into rate_limits select regexp_replace(key, '^wrong password:', 'wrong passwords for an account:'), 1000, expire
      from rate_limits where key like 'wrong password:%' on conflict (key) do update set points = 1000`)
    expect((await enter(ANNA.password)).status).toBe(200)
    const stranger = aBrowser(origin)
    for (let round = 0; round < 60; round++) {
      await shop.db.execute(
        sql`delete from rate_limits where key like 'wrong password:%' or key like 'wrong passwords of%'`,
      )
      const { status } = await stranger.send('/api/auth/sign-in/email', { json: { ...ANNA, password: 'wrong-wrong' } })
      if (status === 429) break
      expect(round).toBeLessThan(51)
    }
    expect((await stranger.send('/api/auth/sign-in/email', { json: ANNA })).status).toBe(429)
    await shop.db.execute(sql`delete from rate_limits where key like 'wrong password:%'`)
    expect((await enter(ANNA.password)).status).toBe(200)
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
    ['10.0.0.1', '6.6.6.6, [2001:db8:1:2::7]', ['10.0.0.0/8'], '2001:db8:1:2'],
    ['10.0.0.1', '6.6.6.6, [2001:db8:1:2::7]:4711', ['10.0.0.0/8'], '2001:db8:1:2'],
    ['10.0.0.1', '6.6.6.6, ::ffff:198.51.100.7', ['10.0.0.0/8'], '198.51.100.7'],
    ['10.0.0.1', '6.6.6.6, unknown', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, unknown, 10.0.0.2', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, _hidden', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6,', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, [unknown]:1', ['10.0.0.0/8'], '10.0.0.1'],
    ['10.0.0.1', '6.6.6.6, 198.51.100.7:', ['10.0.0.0/8'], '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '', [], '2001:db8:1:2'],
    ['2001:db8::1', '', [], '2001:db8:0:0'],
    ['::1', '', [], '0:0:0:0'],
  ])('from %s, forwarded for "%s", trusting %o: %s', async (peer, forwarded, trusted, address) => {
    expect(await asked(peer, forwarded, trusted)).toBe(address)
  })
})
