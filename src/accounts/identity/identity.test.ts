import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { aBrowser, type Browser } from '../../testing/browser.ts'
import { linkTo, mailsOf, tokenTo } from '../../testing/mails.ts'
import { openTestShop } from '../../testing/open-test-shop.ts'
import { byStatus } from '../../testing/orders.ts'
import { accounts, mailLinks, sessions, users } from '../table.server.ts'

const ANNA = { name: 'Anna', email: 'anna@example.com', password: 'cold-storage-9' }
const TAKEN = 'User already exists. Use another email.'
const WRONG = { email: ANNA.email, password: 'not-her-password' }

async function open(env: Record<string, string> = {}) {
  const opened = await openTestShop({ env })
  const browser = aBrowser(opened.origin)
  const signUp = (json: object = ANNA) => browser.send('/api/auth/sign-up/email', { json })
  const signIn = (json: object = ANNA) => browser.send('/api/auth/sign-in/email', { json })
  return { ...opened, browser, signUp, signIn }
}

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

describe('signing up', () => {
  test('creates the account, signs in and sends the verification mail', async () => {
    const { shop, browser, signUp, origin } = await open()
    expect((await signUp()).status).toBe(200)
    const answer = await (await browser.send('/api/auth/get-session')).json()
    expect(answer).toMatchObject({ user: { email: ANNA.email, name: 'Anna', emailVerified: false, role: 'customer' } })
    expect(await linkTo(shop, 'verify', ANNA.email)).toMatch(new RegExp(`^${origin}/verify-email\\?token=`))
    await browser.sync(ANNA.email)
  })

  test('takes no role, no picture and no verified mark from the request', async () => {
    const { shop, signUp } = await open()
    await signUp({ ...ANNA, role: 'admin', emailVerified: true, image: 'javascript:alert(1)', id: 'x' })
    const [user] = await shop.db.select().from(users).where(eq(users.email, ANNA.email))
    expect(user).toMatchObject({ role: 'customer', emailVerified: false, image: null })
  })

  test('folds case, spaces and Unicode forms of an address into one account', async () => {
    const { shop, signUp, signIn } = await open()
    await signUp({ ...ANNA, email: '  ＡＮＮＡ@Example.com ' })
    const again = await signUp()
    expect(again.status).toBe(422)
    expect(await messageOf(again)).toBe(TAKEN)
    expect((await signIn({ ...ANNA, email: 'ANNA@EXAMPLE.COM' })).status).toBe(200)
    const rows = await shop.db.select().from(users).where(eq(users.email, ANNA.email))
    expect(rows).toHaveLength(1)
  })

  test('of one address many at once makes one account, and tells the others that it is taken', async () => {
    const { shop, origin } = await open()
    const tries = Array.from({ length: 14 }, () => aBrowser(origin).send('/api/auth/sign-up/email', { json: ANNA }))
    const answers = await Promise.all(tries)
    expect(byStatus(answers)).toEqual({ 200: 1, 422: 13 })
    const told = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    for (const problem of told) expect(problem).toMatchObject({ field: 'email', message: TAKEN })
    const rows = await shop.db.select().from(accounts).where(eq(accounts.providerId, 'credential'))
    expect(rows).toHaveLength(1)
    expect(await mailsOf(shop)).toHaveLength(1)
  })

  test('of thirty people at once holds no connection while passwords are hashed', async () => {
    const { shop, origin } = await open()
    let most = 0
    const signUps = Array.from({ length: 30 }, (_, n) =>
      aBrowser(origin).send('/api/auth/sign-up/email', { json: { ...ANNA, email: `anna-${n}@example.com` } }),
    )
    shop.pool.on('acquire', () => {
      most = Math.max(most, shop.pool.totalCount - shop.pool.idleCount)
    })
    expect(byStatus(await Promise.all(signUps))).toEqual({ 200: 30 })
    expect(most).toBeLessThan(6)
  })

  test.each([
    [{ ...ANNA, password: 'password1' }, 'This password is too common. Choose another.'],
    [{ ...ANNA, password: 'abcde' }, 'Must be 6 characters or longer'],
    [{ ...ANNA, email: 'nobody' }, 'Provide a valid Email'],
    [{ ...ANNA, name: ' ' }, 'Name is Required'],
    [{ ...ANNA, name: '\u200b\u2060\u00ad' }, 'Name is Required'],
    [{ ...ANNA, name: '\u3164\u2800\u115f' }, 'Name is Required'],
    [{ ...ANNA, name: '\u0007\u001b\u202e' }, 'Name is Required'],
  ])('refuses %o', async (form, message) => {
    const { signUp } = await open()
    const answer = await signUp(form)
    expect(answer.status).toBe(422)
    expect(await messageOf(answer)).toBe(message)
  })
})

describe('signing in', () => {
  test('an unknown address and a wrong password look alike and cost one hash each', async () => {
    const { signUp, signIn } = await open()
    await signUp()
    const [wrong, unknown] = [await signIn(WRONG), await signIn({ ...WRONG, email: 'unknown@example.com' })]
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
    const [ofWrong, ofUnknown] = [
      await hashesOf(() => signIn(WRONG)),
      await hashesOf(() => signIn({ ...WRONG, email: 'x@example.com' })),
    ]
    expect([ofWrong, ofUnknown]).toEqual([1, 1])
  })

  test('makes another session each time, in an HttpOnly cookie that JSON does not repeat', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const first = browser.jar.get('parts-house.session_token')?.value
    const answer = await signIn()
    expect(browser.jar.get('parts-house.session_token')?.value).not.toBe(first)
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
    expect(Object.keys((await answer.json()) as object)).not.toContain('token')
    expect(await shop.db.$count(sessions, sql`user_agent <> ''`)).toBeGreaterThan(1)
  })

  test('gives cookies the __Host- prefix and Secure on https', async () => {
    const { app, shop } = await open({
      APP_ORIGIN: 'https://shop.example',
      DEMO: '1',
      TRUSTED_PROXIES: 'none',
      RATE_LIMIT: 'on',
    })
    await shop.auth.createUser(ANNA)
    const headers = { 'Content-Type': 'application/json', Origin: 'https://shop.example' }
    const answer = await app.request('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(ANNA) })
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-parts-house\.\w+=.*Path=\/;.*Secure/)
  })

  test('a foreign page cannot sign anybody in or out', async () => {
    const { browser, signUp } = await open()
    await signUp()
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const out = await browser.send('/api/auth/sign-out', { json: {}, headers: foreign })
    const token = await browser.send(`/api/user/${ANNA.email}`, { method: 'PUT', json: ANNA, headers: foreign })
    const form = await browser.send('/api/auth/sign-in/email', { form: WRONG })
    expect([out.status, token.status, form.status]).toEqual([403, 401, 415])
  })

  test('nothing else of the provider answers', async () => {
    const { browser, signUp } = await open()
    await signUp()
    for (const path of [
      'update-user',
      'delete-user',
      'change-email',
      'link-social',
      'sign-in/social',
      'set-password',
      'revoke-sessions',
    ]) {
      expect((await browser.send(`/api/auth/${path}`, { json: { name: 'x', provider: 'google' } })).status, path).toBe(
        404,
      )
    }
  })
})

describe('links in mails', () => {
  const verify = (browser: Browser, json: object) => browser.send('/api/auth/verify-email', { json })
  const isVerified = async ({ db }: Shop, email = ANNA.email) => {
    const [user] = await db.select().from(users).where(eq(users.email, email))
    return user?.emailVerified
  }

  test('verify the address once, in the browser that registered', async () => {
    const { shop, signUp, browser } = await open()
    await signUp()
    const token = await tokenTo(shop, 'verify', ANNA.email)
    expect((await verify(browser, { token: 'forged' })).status).toBe(404)
    expect((await verify(browser, { token })).status).toBe(200)
    expect(await isVerified(shop)).toBe(true)
    expect((await verify(browser, { token })).status).toBe(404)
    await browser.sync(ANNA.email)
  })

  test('are not used up by who only looks, a scanner of mails for one', async () => {
    const { shop, signUp, browser, origin } = await open()
    await signUp()
    const link = await linkTo(shop, 'verify', ANNA.email)
    const scanner = aBrowser(origin)
    for (const method of ['HEAD', 'GET', 'GET']) await scanner.send(link, { method })
    for (const call of ['verify-email', 'not-me']) await scanner.send(`/api/auth/${call}${new URL(link).search}`)
    expect(await isVerified(shop)).toBe(false)
    expect((await verify(browser, { token: await tokenTo(shop, 'verify', ANNA.email) })).status).toBe(200)
  })

  test('verify elsewhere for who types the password, and sign in there', async () => {
    const { shop, signUp, origin } = await open()
    await signUp()
    const token = await tokenTo(shop, 'verify', ANNA.email)
    const phone = aBrowser(origin)
    const refused = await verify(phone, { token })
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ field: 'password' })])
    expect((await verify(phone, { token, password: 'another-9' })).status).toBe(401)
    expect(await isVerified(shop)).toBe(false)
    expect((await verify(phone, { token, password: ANNA.password })).status).toBe(200)
    expect(await isVerified(shop)).toBe(true)
    await phone.sync(ANNA.email)
  })

  test('verify nothing for who is signed in as somebody else', async () => {
    const { shop, signUp, origin } = await open()
    await signUp()
    const bo = aBrowser(origin)
    const json = { name: 'Bo', email: 'bo@example.com', password: 'colder-storage-10' }
    await bo.send('/api/auth/sign-up/email', { json })
    expect((await verify(bo, { token: await tokenTo(shop, 'verify', ANNA.email) })).status).toBe(401)
    expect(await isVerified(shop)).toBe(false)
  })

  test('let the owner of a mailbox say that it was somebody else, who is then out', async () => {
    const { shop, signUp, signIn, browser, origin } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    const token = await tokenTo(shop, 'verify', ANNA.email)
    const owner = aBrowser(origin)
    expect((await owner.send('/api/auth/not-me', { json: { token } })).status).toBe(200)
    expect((await browser.send(`/api/user/${ANNA.email}`, { headers })).status).toBe(401)
    expect((await signIn()).status).toBe(401)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
    expect((await verify(browser, { token })).status).toBe(404)
    const json = { ...ANNA, name: 'Anna herself', password: 'colder-storage-10' }
    expect((await owner.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  })

  test('a reset works once, ends every session and link, and verifies the address', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const bearer = await browser.sync(ANNA.email)
    const request = () => browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
    await request()
    const other = await tokenTo(shop, 'reset', ANNA.email)
    await request()
    const reset = await tokenTo(shop, 'reset', ANNA.email)
    const json = { token: reset, newPassword: 'colder-storage-10' }
    const set = (token: string) => browser.send('/api/auth/reset-password', { json: { ...json, token } })
    expect((await set(reset)).status).toBe(200)
    for (const token of [reset, other, await tokenTo(shop, 'verify', ANNA.email)])
      expect((await set(token)).status).toBe(404)
    expect(await shop.db.$count(sessions, sql`user_id = (select id from users where email = ${ANNA.email})`)).toBe(0)
    const refused = await browser.send(`/api/user/${ANNA.email}`, { headers: { Authorization: `Bearer ${bearer}` } })
    expect(refused.status).toBe(401)
    expect([(await signIn()).status, (await signIn({ ...ANNA, password: json.newPassword })).status]).toEqual([
      401, 200,
    ])
    expect(await isVerified(shop)).toBe(true)
  })

  test('of a verification sets a new password, too, for who did not register', async () => {
    const { shop, signUp, signIn, browser, origin } = await open()
    await signUp()
    const owner = aBrowser(origin)
    const json = { token: await tokenTo(shop, 'verify', ANNA.email), newPassword: 'colder-storage-10' }
    expect((await owner.send('/api/auth/reset-password', { json })).status).toBe(200)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
    expect((await signIn()).status).toBe(401)
    expect(await isVerified(shop)).toBe(true)
  })

  test('are dead after a changed password', async () => {
    const { shop, signUp, browser } = await open()
    await signUp()
    await browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
    const [reset, verification] = [await tokenTo(shop, 'reset', ANNA.email), await tokenTo(shop, 'verify', ANNA.email)]
    const headers = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    const json = { currentPassword: ANNA.password, newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/change-password', { json, headers })).status).toBe(200)
    for (const token of [reset, verification]) {
      const again = { token, newPassword: 'coldest-storage-11' }
      expect((await browser.send('/api/auth/reset-password', { json: again })).status).toBe(404)
    }
    expect((await verify(browser, { token: verification })).status).toBe(404)
  })

  test('a reset for nobody answers the same and writes no mail', async () => {
    const { shop, browser, signUp } = await open()
    await signUp()
    const ask = async (email: string) =>
      (await browser.send('/api/auth/request-password-reset', { json: { email } })).text()
    expect(await ask('unknown@example.com')).toBe(await ask(ANNA.email))
    expect((await mailsOf(shop)).filter(({ template }) => template === 'reset')).toHaveLength(1)
  })

  test('carry the configured origin, whatever the Host header says', async () => {
    const { shop, app, origin, signUp } = await open()
    await signUp()
    await app.request('http://evil.example/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      body: JSON.stringify({ email: ANNA.email }),
    })
    expect(await linkTo(shop, 'reset', ANNA.email)).toMatch(new RegExp(`^${origin}/`))
  })
})

describe('what ends a session', () => {
  test('a password that changes while the old one is checked lets nobody in with the old one', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const change = await shop.pool.connect()
    await change.query('begin')
    const { rows } = await change.query('select id from users where email = $1 for update', [ANNA.email])
    await change.query('update accounts set password = $2 where user_id = $1', [rows[0].id, 'another:hash'])
    await change.query('delete from sessions where user_id = $1', [rows[0].id])
    const answer = signIn()
    await expect.poll(() => waitingForALock(shop)).toBeGreaterThan(0)
    await change.query('commit')
    change.release()
    expect((await answer).status).toBe(401)
    expect(await shop.db.$count(sessions, eq(sessions.userId, rows[0].id))).toBe(0)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
  })

  test('signing in again and again keeps twenty sessions', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const first = new Map(browser.jar)
    for (let round = 1; round <= 21; round++) expect((await signIn()).status).toBe(200)
    const [user] = await shop.db.select().from(users).where(eq(users.email, ANNA.email))
    expect(await shop.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(20)
    await browser.sync(ANNA.email)
    for (const [name, cookie] of first) browser.jar.set(name, cookie)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
  })

  test('logging out ends the session and its bearer tokens', async () => {
    const { signUp, browser } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    expect((await browser.send(`/api/admin/${ANNA.email}`, { headers })).status).toBe(200)
    expect((await browser.send('/api/auth/sign-out', { json: {} })).status).toBe(200)
    expect((await browser.send(`/api/admin/${ANNA.email}`, { headers })).status).toBe(401)
  })

  test('a changed password ends all other sessions and every token', async () => {
    const { signUp, browser, origin } = await open()
    await signUp()
    const elsewhere = aBrowser(origin)
    await elsewhere.send('/api/auth/sign-in/email', { json: ANNA })
    const there = { Authorization: `Bearer ${await elsewhere.sync(ANNA.email)}` }
    const here = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    const json = { currentPassword: ANNA.password, newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/change-password', { json })).status).toBe(401)
    const wrong = { ...json, currentPassword: 'another' }
    expect((await browser.send('/api/auth/change-password', { json: wrong, headers: here })).status).toBe(422)
    expect((await browser.send('/api/auth/change-password', { json, headers: here })).status).toBe(200)
    for (const headers of [here, there])
      expect((await elsewhere.send(`/api/admin/${ANNA.email}`, { headers })).status).toBe(401)
    expect(await (await elsewhere.send('/api/auth/get-session')).json()).toBeNull()
    await browser.sync(ANNA.email)
  })

  test('a token ends after its hour, and a new one comes from the session', async () => {
    const { signUp, browser, clock } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    clock.advance(3_599_000)
    expect((await browser.send(`/api/admin/${ANNA.email}`, { headers })).status).toBe(200)
    clock.advance(2000)
    expect((await browser.send(`/api/admin/${ANNA.email}`, { headers })).status).toBe(401)
    const fresh = { Authorization: `Bearer ${await browser.sync(ANNA.email)}` }
    expect((await browser.send(`/api/admin/${ANNA.email}`, { headers: fresh })).status).toBe(200)
  })
})

test('a copy of the database holds no password, no session, no token and no reset link', async () => {
  const { shop, signUp, browser } = await open()
  await signUp()
  const bearer = await browser.sync(ANNA.email)
  await browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
  const links = [await tokenTo(shop, 'reset', ANNA.email), await tokenTo(shop, 'verify', ANNA.email)]
  const session = decodeURIComponent(browser.jar.get('parts-house.session_token')?.value ?? '').split('.')[0] ?? 'none'
  expect(session.length).toBeGreaterThan(30)
  const tables = ['users', 'sessions', 'accounts', 'mail_links', 'access_tokens', 'pgboss.job']
  const copies = await Promise.all(tables.map((name) => shop.db.execute(sql`select * from ${sql.raw(name)}`)))
  const copy = JSON.stringify(copies.map(({ rows }) => rows))
  for (const secret of [ANNA.password, bearer, ...links, session]) expect(copy).not.toContain(secret)
  expect(await shop.db.$count(mailLinks)).toBe(2)
})

/** How often scrypt ran meanwhile. */
async function hashesOf(work: () => Promise<unknown>) {
  const { createHook } = await import('node:async_hooks')
  let count = 0
  const hook = createHook({ init: (_, type) => void (type === 'SCRYPTREQUEST' && count++) }).enable()
  await work()
  hook.disable()
  return count
}

/** How many statements of this database wait for somebody else's lock. */
const waitingForALock = async ({ pool }: Shop) => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
