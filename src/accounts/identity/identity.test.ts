import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { linkTo, mailsOf } from '../../testing/mails.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../../testing/open-test-shop.ts'
import { accounts, sessions, users, verifications } from '../table.server.ts'

const sharedShop = sharedTestShop()

/** A shop, and somebody before a browser who has no account yet. */
async function open(opening: Promise<TestShop> = sharedShop()) {
  const opened = await opening
  const anna = aStranger()
  const wrong = { email: anna.email, password: 'not-her-password' }
  const browser = aBrowser(opened.origin)
  const signUp = (json: object = anna) => browser.send('/api/auth/sign-up/email', { json })
  const signIn = (json: object = anna) => browser.send('/api/auth/sign-in/email', { json })
  return { ...opened, anna, wrong, browser, signUp, signIn }
}

const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message

describe('signing up', () => {
  test('creates the account, signs in and sends the verification mail', async () => {
    const { anna, shop, browser, signUp, origin } = await open()
    expect((await signUp()).status).toBe(200)
    const answer = await (await browser.send('/api/auth/get-session')).json()
    expect(answer).toMatchObject({ user: { email: anna.email, name: 'Anna', emailVerified: false, role: 'customer' } })
    expect(await linkTo(shop, 'verify', anna.email)).toMatch(new RegExp(`^${origin}/api/auth/verify-email\\?token=`))
    await browser.sync(anna.email)
  })

  test('takes no role, no picture and no verified mark from the request', async () => {
    const { anna, shop, signUp } = await open()
    await signUp({ ...anna, role: 'admin', emailVerified: true, image: 'javascript:alert(1)', id: 'x' })
    const [user] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(user).toMatchObject({ role: 'customer', emailVerified: false, image: null })
  })

  test('folds case, spaces and Unicode forms of an address into one account', async () => {
    const { anna, shop, signUp, signIn } = await open()
    await signUp({ ...anna, email: `  ＡＮＮＡ${anna.email.slice('anna'.length).toUpperCase()} ` })
    const again = await signUp()
    expect(again.status).toBe(422)
    expect(await messageOf(again)).toMatch(/already exists/)
    expect((await signIn({ ...anna, email: anna.email.toUpperCase() })).status).toBe(200)
    const rows = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(rows).toHaveLength(1)
  })

  test('twice at once makes one account', async () => {
    const { shop, signUp } = await open(openTestShop())
    const answers = await Promise.all([signUp(), signUp(), signUp()])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const rows = await shop.db.select().from(accounts).where(eq(accounts.providerId, 'credential'))
    expect(rows).toHaveLength(1)
    expect(await mailsOf(shop)).toHaveLength(1)
  })

  test.each([
    [{ password: 'password1' }, 'This password is too common. Choose another.'],
    [{ password: 'abcde' }, 'Must be 6 characters or longer'],
    [{ email: 'nobody' }, 'Provide a valid Email'],
    [{ name: ' ' }, 'Name is Required'],
  ])('refuses %o', async (typed, message) => {
    const { anna, signUp } = await open()
    const answer = await signUp({ ...anna, ...typed })
    expect(answer.status).toBe(422)
    expect(await messageOf(answer)).toBe(message)
  })
})

describe('signing in', () => {
  test('an unknown address and a wrong password look alike and cost one hash each', async () => {
    const { wrong, signUp, signIn } = await open()
    await signUp()
    const [known, unknown] = [await signIn(wrong), await signIn({ ...wrong, email: 'unknown@example.com' })]
    expect([known.status, unknown.status]).toEqual([401, 401])
    expect(await known.text()).toBe(await unknown.text())
    const [ofWrong, ofUnknown] = [
      await hashesOf(() => signIn(wrong)),
      await hashesOf(() => signIn({ ...wrong, email: 'x@example.com' })),
    ]
    expect([ofWrong, ofUnknown]).toEqual([1, 1])
  })

  test('makes another session each time, in an HttpOnly cookie that JSON does not repeat', async () => {
    const { anna, shop, signUp, signIn, browser } = await open()
    await signUp()
    const first = browser.jar.get('parts-house.session_token')?.value
    const answer = await signIn()
    expect(browser.jar.get('parts-house.session_token')?.value).not.toBe(first)
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/)
    expect(Object.keys((await answer.json()) as object)).not.toContain('token')
    expect(await shop.db.$count(sessions, sql`user_id = (select id from users where email = ${anna.email})`)).toBe(2)
  })

  test('gives cookies the __Host- prefix and Secure on https', async () => {
    const { anna, app, shop } = await open(
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
    const { anna, wrong, browser, signUp } = await open()
    await signUp()
    const foreign = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    const out = await browser.send('/api/auth/sign-out', { json: {}, headers: foreign })
    const token = await browser.send(`/api/user/${anna.email}`, { method: 'PUT', json: anna, headers: foreign })
    const form = await browser.send('/api/auth/sign-in/email', { form: wrong })
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
  test('verify the address once, and answer calmly afterwards', async () => {
    const { anna, shop, signUp, browser } = await open()
    await signUp()
    const link = await linkTo(shop, 'verify', anna.email)
    for (const round of [1, 2]) {
      const answer = await browser.send(link)
      expect([round, answer.status, answer.headers.get('location')]).toEqual([round, 302, '/?verified=1'])
    }
    const [user] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(user?.emailVerified).toBe(true)
    const bad = await browser.send(link.replace(/token=[^&]+/, 'token=forged'))
    expect(bad.headers.get('location')).toBe('/?verified=1&error=INVALID_TOKEN')
  })

  test('a reset works once, ends every session and verifies the address', async () => {
    const { anna, shop, signUp, signIn, browser } = await open()
    await signUp()
    const token = await browser.sync(anna.email)
    await browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
    const page = await browser.send(await linkTo(shop, 'reset', anna.email))
    const reset = new URL(page.headers.get('location') ?? '').searchParams.get('token') ?? ''
    const json = { token: reset, newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/reset-password', { json })).status).toBe(200)
    expect((await browser.send('/api/auth/reset-password', { json })).status).toBe(400)
    expect(await shop.db.$count(sessions, sql`user_id = (select id from users where email = ${anna.email})`)).toBe(0)
    const refused = await browser.send(`/api/user/${anna.email}`, { headers: { Authorization: `Bearer ${token}` } })
    expect(refused.status).toBe(401)
    expect([(await signIn()).status, (await signIn({ ...anna, password: json.newPassword })).status]).toEqual([
      401, 200,
    ])
    const [user] = await shop.db.select().from(users).where(eq(users.email, anna.email))
    expect(user?.emailVerified).toBe(true)
  })

  test('lead to pages of the shop only', async () => {
    const { anna, shop, signUp, browser } = await open()
    await signUp()
    const link = new URL(await linkTo(shop, 'verify', anna.email))
    for (const away of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      link.searchParams.set('callbackURL', away)
      expect((await browser.send(link.href)).headers.get('location'), away).toMatch(/^\/\?verified=1/)
    }
  })

  test('a reset for nobody answers the same and writes no mail', async () => {
    const { anna, shop, browser, signUp } = await open()
    await signUp()
    const ask = async (email: string) =>
      (await browser.send('/api/auth/request-password-reset', { json: { email } })).text()
    expect(await ask('unknown@example.com')).toBe(await ask(anna.email))
    const resets = (await mailsOf(shop)).filter(({ template }) => template === 'reset')
    expect(resets.filter((mail) => 'to' in mail && ['unknown@example.com', anna.email].includes(mail.to))).toHaveLength(
      1,
    )
  })

  test('carry the configured origin, whatever the Host header says', async () => {
    const { anna, shop, app, origin, signUp } = await open()
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
  test('logging out ends the session and its bearer tokens', async () => {
    const { anna, signUp, browser } = await open()
    await signUp()
    const headers = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(200)
    expect((await browser.send('/api/auth/sign-out', { json: {} })).status).toBe(200)
    expect((await browser.send(`/api/admin/${anna.email}`, { headers })).status).toBe(401)
  })

  test('a changed password ends all other sessions and every token', async () => {
    const { anna, signUp, browser, origin } = await open()
    await signUp()
    const elsewhere = aBrowser(origin)
    await elsewhere.send('/api/auth/sign-in/email', { json: anna })
    const there = { Authorization: `Bearer ${await elsewhere.sync(anna.email)}` }
    const here = { Authorization: `Bearer ${await browser.sync(anna.email)}` }
    const json = { currentPassword: anna.password, newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/change-password', { json })).status).toBe(401)
    const wrong = { ...json, currentPassword: 'another' }
    expect((await browser.send('/api/auth/change-password', { json: wrong, headers: here })).status).toBe(400)
    expect((await browser.send('/api/auth/change-password', { json, headers: here })).status).toBe(200)
    for (const headers of [here, there])
      expect((await elsewhere.send(`/api/admin/${anna.email}`, { headers })).status).toBe(401)
    expect(await (await elsewhere.send('/api/auth/get-session')).json()).toBeNull()
    await browser.sync(anna.email)
  })

  test('a token ends after its hour, and a new one comes from the session', async () => {
    const { anna, signUp, browser, clock } = await open(openTestShop())
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
  const { anna, shop, signUp, browser } = await open(openTestShop())
  await signUp()
  const bearer = await browser.sync(anna.email)
  await browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
  const reset = (await linkTo(shop, 'reset', anna.email)).match(/reset-password\/([^?]+)/)?.[1] ?? 'none'
  const session = decodeURIComponent(browser.jar.get('parts-house.session_token')?.value ?? '').split('.')[0] ?? 'none'
  expect(session.length).toBeGreaterThan(30)
  const tables = ['users', 'sessions', 'accounts', 'verifications', 'access_tokens', 'pgboss.job']
  const copies = await Promise.all(tables.map((name) => shop.db.execute(sql`select * from ${sql.raw(name)}`)))
  const copy = JSON.stringify(copies.map(({ rows }) => rows))
  for (const secret of [anna.password, bearer, reset, session]) expect(copy).not.toContain(secret)
  expect(await shop.db.$count(verifications)).toBe(1)
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
