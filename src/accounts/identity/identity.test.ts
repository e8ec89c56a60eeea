import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { atTheDoor } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { linkTo, mailsOf, tokenTo } from '../../testing/mails.ts'
import { openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { byStatus } from '../../testing/orders.ts'
import { takenOf } from '../../testing/taken.ts'
import { accounts, mailLinks, sessions, users } from '../table.server.ts'

const TAKEN = 'User already exists. Use another email.'
const sharedShop = sharedTestShop({ slowHashes: true })

let anna = aStranger()
beforeEach(() => {
  anna = aStranger()
})

const aWrongPassword = (email = anna.email) => ({ email, password: 'not-the-password' })

const open = async (opening = sharedShop()) => atTheDoor(await opening, anna)

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
    const { shop, origin } = await open(openTestShop({ slowHashes: true }))
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
    const { shop, origin } = await open(openTestShop({ slowHashes: true }))
    let most = 0
    const signUps = Array.from({ length: 30 }, (_, n) =>
      aBrowser(origin).send('/api/auth/sign-up/email', { json: { ...anna, email: `anna-${n}@example.com` } }),
    )
    for (const pool of [shop.pool, shop.writes]) {
      pool.on('acquire', () => {
        most = Math.max(most, takenOf(shop))
      })
    }
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
    expect([out.status, token.status, form.status]).toEqual([403, 403, 415])
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

test('a copy of the database holds no password, no session, no token and no reset link', async () => {
  const { shop, signUp, browser } = await open(openTestShop({ slowHashes: true }))
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
