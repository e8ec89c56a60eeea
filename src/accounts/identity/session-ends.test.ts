import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { atTheDoor } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { syncUser } from '../accounts.ts'
import { sessions, users } from '../table.server.ts'

const sharedShop = sharedTestShop()

let anna = aStranger()
beforeEach(() => {
  anna = aStranger()
})

const open = async (opening = sharedShop()) => atTheDoor(await opening, anna)

describe('what ends a session', () => {
  test('a sync whose session ends meanwhile is refused, and is no fault of the shop', async () => {
    const { shop, buyer } = await sharedShop()
    const ended = { ...buyer, sessionId: crypto.randomUUID() }
    await expect(syncUser(shop, ended, [buyer.email])).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('a password that changes while the old one is checked lets nobody in with the old one', async () => {
    const { shop, signUp, signIn, browser } = await open()
    await signUp()
    const change = await shop.pool.connect()
    onTestFinished(() => change.release(true))
    await change.query('begin; set local idle_in_transaction_session_timeout = 0')
    const { rows } = await change.query('select id from users where email = $1 for update', [anna.email])
    await change.query('update accounts set password = $2 where user_id = $1', [rows[0].id, 'another:hash'])
    await change.query('delete from sessions where user_id = $1', [rows[0].id])
    const answer = signIn()
    await expect.poll(() => waitingForALock(shop)).toBeGreaterThan(0)
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

/** How many statements of this database wait for somebody else's lock. */
const waitingForALock = async ({ pool }: Shop) => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
