import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { atTheDoor } from '../../testing/account.ts'
import { aBrowser, aStranger, type Browser } from '../../testing/browser.ts'
import { linkTo, mailsOf, tokenTo } from '../../testing/mails.ts'
import { sharedTestShop } from '../../testing/open-test-shop.ts'
import { whileWaiting } from '../../testing/while-waiting.ts'
import { mailLinks, sessions, users } from '../table.server.ts'
import { verifyBySession } from './verify-email.ts'

const sharedShop = sharedTestShop()

let anna = aStranger()
beforeEach(() => {
  anna = aStranger()
})

const open = async (opening = sharedShop()) => atTheDoor(await opening, anna)

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

  test('asked for while the address is verified or given up are not mailed', async () => {
    const { shop, signUp, browser } = await open()
    await signUp()
    const { email } = anna
    const ask = (call: string) => () => browser.send(`/api/auth/${call}`, { json: { email } })
    const token = await tokenTo(shop, 'verify', email)
    const [session] = await shop.db
      .select({ id: sessions.id, userId: sessions.userId })
      .from(sessions)
      .innerJoin(users, and(eq(users.id, sessions.userId), eq(users.email, email)))
    const links = () => shop.db.$count(mailLinks, eq(mailLinks.userId, session?.userId ?? ''))
    const verified = (inside: Shop) => verifyBySession(inside, { token, sessionId: session?.id })
    await whileWaiting(shop, { email, send: ask('send-verification-email'), change: verified })
    expect([await isVerified(shop), await links()]).toEqual([true, 0])
    const moved = ({ db }: Shop) => db.update(users).set({ email: aStranger().email }).where(eq(users.email, email))
    await whileWaiting(shop, { email, send: ask('request-password-reset'), change: moved })
    expect(await links()).toBe(0)
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

  test('are not kept from saying so by who wants the address that a closed account gets', async () => {
    const { shop, signUp, browser, origin } = await open()
    await signUp()
    const session = (await (await browser.send('/api/auth/get-session')).json()) as { user: { id: string } }
    const json = { ...aStranger(), email: `${session.user.id}@CLOSED.invalid` }
    const refused = await aBrowser(origin).send('/api/auth/sign-up/email', { json })
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'email' }])
    const said = { token: await tokenTo(shop, 'verify', anna.email) }
    expect((await aBrowser(origin).send('/api/auth/not-me', { json: said })).status).toBe(200)
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
