import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { aBrowser, aStranger, type Browser } from '../../testing/browser.ts'
import { linkTo, mailsOf, tokenTo } from '../../testing/mails.ts'
import { openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { byStatus } from '../../testing/orders.ts'
import { accounts, mailLinks, sessions, users } from '../table.server.ts'

const TAKEN = 'User already exists. Use another email.'
const sharedShop = sharedTestShop()

let anna = aStranger()
beforeEach(() => {
  anna = aStranger()
})

const aWrongPassword = (email = anna.email) => ({ email, password: 'not-the-password' })

async function open(opening = sharedShop()) {
  const opened = await opening
  const browser = aBrowser(opened.origin)
  const signUp = (json: object = anna) => browser.send('/api/auth/sign-up/email', { json })
  const signIn = (json: object = anna) => browser.send('/api/auth/sign-in/email', { json })
  return { ...opened, browser, signUp, signIn }
}

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

describe('signing up', () => {
  test('creates the account, signs in and sends the verification mail', async () => {
    const { shop, browser, signUp, origin } = await open()
    expect((await signUp()).status).toBe(200)
    const answer = await (await browser.send('/api/auth/get-session')).json()
    expect(answer).toMatchObject({ user: { email: anna.email, name: 'Anna', emailVerified: false, role: 'customer' } })
    expect(await linkTo(shop, 'verify', anna.email)).toMatch(new RegExp(`^${origin}/verify-email\\?token=`))
    await browser.sync(anna.email)
  })

  test('takes no role, no picture and no verified mark from the request', async () => {
    const { shop, signUp } = await open()
    await signUp({ ...anna, role: 'admin', emailVerified: true, image: 'javascript:alert(1)', id: 'x' })
    const [user] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(user).toMatchObject({ role: 'customer', emailVerified: false, image: null })
  })

  test('folds case, spaces and Unicode forms of an address into one account', async () => {
    const { shop, signUp, signIn } = await open()
    await signUp({ ...anna, email: `  ＡＮＮＡ${anna.email.slice('anna'.length).toUpperCase()} ` })
    const again = await signUp()
    expect(again.status).toBe(422)
    expect(await messageOf(again)).toBe(TAKEN)
    expect((await signIn({ ...anna, email: anna.email.toUpperCase() })).status).toBe(200)
    const rows = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(rows).toHaveLength(1)
  })

  test('of one address many at once makes one account, and tells the others that it is taken', async () => {
    const { shop, origin } = await open(openTestShop())
    const tries = Array.from({ length: 14 }, () => aBrowser(origin).send('/api/auth/sign-up/email', { json: anna }))
    const answers = await Promise.all(tries)
    expect(byStatus(answers)).toEqual({ 200: 1, 422: 13 })
    const told = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    for (const problem of told) expect(problem).toMatchObject({ field: 'email', message: TAKEN })
    const rows = await shop.db.select().from(accounts).where(eq(accounts.providerId, 'credential'))
    expect(rows).toHaveLength(1)
    expect(await mailsOf(shop)).toHaveLength(1)
  })

  test('of thirty people at once holds no connection while passwords are hashed', async () => {
    const { shop, origin } = await open(openTestShop())
    let most = 0
    const signUps = Array.from({ length: 30 }, (_, n) =>
      aBrowser(origin).send('/api/auth/sign-up/email', { json: { ...anna, email: `anna-${n}@example.com` } }),
    )
    shop.pool.on('acquire', () => {
      most = Math.max(most, shop.pool.totalCount - shop.pool.idleCount)
    })
    expect(byStatus(await Promise.all(signUps))).toEqual({ 200: 30 })
    expect(most).toBeLessThan(6)
  })

  test.each([
    [{ password: 'password1' }, 'This password is too common. Choose another.'],
    [{ password: 'abcde' }, 'Must be 6 characters or longer'],
    [{ email: 'nobody' }, 'Provide a valid Email'],
    [{ name: ' ' }, 'Name is Required'],
    [{ name: '\u200b\u2060\u00ad' }, 'Name is Required'],
    [{ name: '\u3164\u2800\u115f' }, 'Name is Required'],
    [{ name: '\u0007\u001b\u202e' }, 'Name is Required'],
  ])('refuses %o', async (typed, message) => {
    const { signUp } = await open()
    const answer = await signUp({ ...anna, ...typed })
    expect(answer.status).toBe(422)
    expect(await messageOf(answer)).toBe(message)
  })
})

describe('signing in', () => {
  test('an unknown address and a wrong password look alike and cost one hash each', async () => {
    const { signUp, signIn } = await open()
    await signUp()
    const [wrong, unknown] = [await signIn(aWrongPassword()), await signIn(aWrongPassword('unknown@example.com'))]
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.text()).toBe(await unknown.text())
    const [ofWrong, ofUnknown] = [
      await hashesOf(() => signIn(aWrongPassword())),
      await hashesOf(() => signIn(aWrongPassword('x@example.com'))),
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
    expect(await shop.db.$count(sessions, sql`user_id = (select id from users where email = ${anna.email})`)).toBe(2)
  })

  test('gives cookies the __Host- prefix and Secure on https', async () => {
    const { app, shop } = await open(
      openTestShop({
        env: {
          APP_ORIGIN: 'https://shop.example',
          DEMO: '1',
          TRUSTED_PROXIES: 'none',
          RATE_LIMIT: 'on',
        },
      }),
    )
    await shop.auth.createUser(anna)
    const headers = { 'Content-Type': 'application/json', Origin: 'https://shop.example' }
    const answer = await app.request('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(anna) })
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    for (const cookie of answer.headers.getSetCookie())
      expect(cookie).toMatch(/^__Host-parts-house\.\w+=.*Path=\/;.*Secure/)
  })

  test('a foreign page cannot sign anybody in or out', async () => {
    const { browser, signUp } = await open()
    await signUp()
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const out = await browser.send('/api/auth/sign-out', { json: {}, headers: foreign })
    const token = await browser.send(`/api/user/${anna.email}`, { method: 'PUT', json: anna, headers: foreign })
    const form = await browser.send('/api/auth/sign-in/email', { form: aWrongPassword() })
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
  const isVerified = async ({ db }: Shop, email = anna.email) => {
    const [user] = await db.select().from(users).where(eq(users.email, email))
    return user?.emailVerified
  }

  test('verify the address once, in the browser that registered', async () => {
    const { shop, signUp, browser } = await open()
    await signUp()
    const token = await tokenTo(shop, 'verify', anna.email)
    expect((await verify(browser, { token: 'forged' })).status).toBe(404)
    expect((await verify(browser, { token })).status).toBe(200)
    expect(await isVerified(shop)).toBe(true)
    expect((await verify(browser, { token })).status).toBe(404)
    await browser.sync(anna.email)
  })

  test('are not used up by who only looks, a scanner of mails for one', async () => {
    const { shop, signUp, browser, origin } = await open()
    await signUp()
    const link = await linkTo(shop, 'verify', anna.email)
    const scanner = aBrowser(origin)
    for (const method of ['HEAD', 'GET', 'GET']) await scanner.send(link, { method })
    for (const call of ['verify-email', 'not-me']) await scanner.send(`/api/auth/${call}${new URL(link).search}`)
    expect(await isVerified(shop)).toBe(false)
    expect((await verify(browser, { token: await tokenTo(shop, 'verify', anna.email) })).status).toBe(200)
  })

  test('verify elsewhere for who types the password, and sign in there', async () => {
    const { shop, signUp, origin } = await open()
    await signUp()
    const token = await tokenTo(shop, 'verify', anna.email)
    const phone = aBrowser(origin)
    const refused = await verify(phone, { token })
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ field: 'password' })])
    expect((await verify(phone, { token, password: 'another-9' })).status).toBe(401)
    expect(await isVerified(shop)).toBe(false)
    expect((await verify(phone, { token, password: anna.password })).status).toBe(200)
    expect(await isVerified(shop)).toBe(true)
    await phone.sync(anna.email)
  })

  test('verify nothing for who is signed in as somebody else', async () => {
    const { shop, signUp, origin } = await open()
    await signUp()
    const bo = aBrowser(origin)
    const json = aStranger('Bo')
    await bo.send('/api/auth/sign-up/email', { json })
    expect((await verify(bo, { token: await tokenTo(shop, 'verify', anna.email) })).status).toBe(401)
    expect(await isVerified(shop)).toBe(false)
  })

  test('let the owner of a mailbox say that it was somebody else, who is then out', async () => {
    const { shop, signUp, signIn, browser, origin } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    const token = await tokenTo(shop, 'verify', anna.email)
    const owner = aBrowser(origin)
    expect((await owner.send('/api/auth/not-me', { json: { token } })).status).toBe(200)
    expect((await browser.send(`/api/user/${anna.email}`, { headers })).status).toBe(401)
    expect((await signIn()).status).toBe(401)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
    expect((await verify(browser, { token })).status).toBe(404)
    const json = { ...anna, name: 'Anna herself', password: 'colder-storage-10' }
    expect((await owner.send('/api/auth/sign-up/email', { json })).status).toBe(200)
  })

  test('a reset works once, ends every session and link, and verifies the address', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const bearer = await browser.sync(anna.email)
    const request = () => browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
    await request()
    const other = await tokenTo(shop, 'reset', anna.email)
    await request()
    const reset = await tokenTo(shop, 'reset', anna.email)
    const json = { token: reset, newPassword: 'colder-storage-10' }
    const set = (token: string) => browser.send('/api/auth/reset-password', { json: { ...json, token } })
    expect((await set(reset)).status).toBe(200)
    for (const token of [reset, other, await tokenTo(shop, 'verify', anna.email)])
      expect((await set(token)).status).toBe(404)
    expect(await shop.db.$count(sessions, sql`user_id = (select id from users where email = ${anna.email})`)).toBe(0)
    const refused = await browser.send(`/api/user/${anna.email}`, { headers: { Authorization: `Bearer ${bearer}` } })
    expect(refused.status).toBe(401)
    expect([(await signIn()).status, (await signIn({ ...anna, password: json.newPassword })).status]).toEqual([
      401, 200,
    ])
    expect(await isVerified(shop)).toBe(true)
  })

  test('of a verification sets a new password, too, for who did not register', async () => {
    const { shop, signUp, signIn, browser, origin } = await open()
    await signUp()
    const owner = aBrowser(origin)
    const json = { token: await tokenTo(shop, 'verify', anna.email), newPassword: 'colder-storage-10' }
    expect((await owner.send('/api/auth/reset-password', { json })).status).toBe(200)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
    expect((await signIn()).status).toBe(401)
    expect(await isVerified(shop)).toBe(true)
  })

  test('are dead after a changed password', async () => {
    const { shop, signUp, browser } = await open()
    await signUp()
    await browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
    const [reset, verification] = [await tokenTo(shop, 'reset', anna.email), await tokenTo(shop, 'verify', anna.email)]
    const headers = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    const json = { currentPassword: anna.password, newPassword: 'colder-storage-10' }
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
    expect(await ask('unknown@example.com')).toBe(await ask(anna.email))
    const resets = (await mailsOf(shop)).flatMap((mail) => (mail.template === 'reset' ? mail.to : []))
    expect(resets.filter((to) => to === anna.email || to === 'unknown@example.com')).toEqual([anna.email])
  })

  test('carry the configured origin, whatever the Host header says', async () => {
    const { shop, app, origin, signUp } = await open()
    await signUp()
    await app.request('http://evil.example/api/auth/request-password-reset', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      body: JSON.stringify({ email: anna.email }),
    })
    expect(await linkTo(shop, 'reset', anna.email)).toMatch(new RegExp(`^${origin}/`))
  })
})

describe('what ends a session', () => {
  test('a password that changes while the old one is checked lets nobody in with the old one', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const change = await shop.pool.connect()
    onTestFinished(() => change.release(true))
    await change.query('begin')
    const { rows } = await change.query('select id from users where email = $1 for update', [anna.email])
    await change.query('update accounts set password = $2 where user_id = $1', [rows[0].id, 'another:hash'])
    await change.query('delete from sessions where user_id = $1', [rows[0].id])
    const answer = signIn()
    await expect.poll(() => waitingForALock(shop), { timeout: 30_000 }).toBeGreaterThan(0)
    await change.query('commit')
    expect((await answer).status).toBe(401)
    expect(await shop.db.$count(sessions, eq(sessions.userId, rows[0].id))).toBe(0)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
  })

  test('signing in again and again keeps twenty sessions', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const first = new Map(browser.jar)
    for (let round = 1; round <= 21; round++) expect((await signIn()).status).toBe(200)
    const [user] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(await shop.db.$count(sessions, eq(sessions.userId, user?.id ?? ''))).toBe(20)
    await browser.sync(anna.email)
    for (const [name, cookie] of first) browser.jar.set(name, cookie)
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
  })

  test('logging out ends the session and its bearer tokens', async () => {
    const { signUp, browser } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(200)
    expect((await browser.send('/api/auth/sign-out', { json: {} })).status).toBe(200)
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(401)
  })

  test('a changed password ends all other sessions and every token', async () => {
    const { signUp, browser, origin } = await open()
    await signUp()
    const elsewhere = aBrowser(origin)
    await elsewhere.send('/api/auth/sign-in/email', { json: anna })
    const there = { Authorization: `Bearer ${await elsewhere.sync(anna.email)}` }
    const here = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    const json = { currentPassword: anna.password, newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/change-password', { json })).status).toBe(401)
    const wrong = { ...json, currentPassword: 'another' }
    expect((await browser.send('/api/auth/change-password', { json: wrong, headers: here })).status).toBe(422)
    expect((await browser.send('/api/auth/change-password', { json, headers: here })).status).toBe(200)
    for (const headers of [here, there])
      expect((await elsewhere.send(`/api/admin/${anna.email}`, { headers })).status).toBe(401)
    expect(await (await elsewhere.send('/api/auth/get-session')).json()).toBeNull()
    await browser.sync(anna.email)
  })

  test('a token ends after its hour, and a new one comes from the session', async () => {
    const { signUp, browser, clock } = await open(openTestShop())
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    clock.advance(3_599_000)
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(200)
    clock.advance(2000)
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(401)
    const fresh = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    expect((await browser.send(`/api/admin/${anna.email}`, { headers: fresh })).status).toBe(200)
  })
})

test('a copy of the database holds no password, no session, no token and no reset link', async () => {
  const { shop, signUp, browser } = await open(openTestShop())
  await signUp()
  const bearer = await browser.sync(anna.email)
  await browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
  const links = [await tokenTo(shop, 'reset', anna.email), await tokenTo(shop, 'verify', anna.email)]
  const session = decodeURIComponent(browser.jar.get('parts-house.session_token')?.value ?? '').split('.')[0] ?? 'none'
  expect(session.length).toBeGreaterThan(30)
  const tables = ['users', 'sessions', 'accounts', 'mail_links', 'access_tokens', 'pgboss.job']
  const copies = await Promise.all(tables.map((name) => shop.db.execute(sql`select * from ${sql.raw(name)}`)))
  const copy = JSON.stringify(copies.map(({ rows }) => rows))
  for (const secret of [anna.password, bearer, ...links, session]) expect(copy).not.toContain(secret)
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
