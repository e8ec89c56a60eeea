import { and, eq, getTableColumns } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { aGoogler, aMember, changeEmail, isInAs } from '../../testing/account.ts'
import { aBrowser, aStranger, type Browser } from '../../testing/browser.ts'
import { asGoogleTells, throughGoogle, toGoogle } from '../../testing/google.ts'
import { tokenTo } from '../../testing/mails.ts'
import { openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { makeAdmin } from '../change-role.ts'
import { accounts, users } from '../table.server.ts'

const DONE = '/api/auth/google/done'

const sharedShop = sharedTestShop()

let anna = aPerson()
beforeEach(() => {
  anna = aPerson()
})

/** Somebody as Google knows them. */
function aPerson(called = 'Anna') {
  const { name, email } = aStranger(called)
  return { name, email }
}

async function open(opening = sharedShop()) {
  const opened = await opening
  return { ...opened, browser: aBrowser(opened.origin) }
}

const googleAccounts = ({ db }: Shop, email: string) =>
  db
    .select(getTableColumns(accounts))
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(users.email, email), eq(accounts.providerId, 'google')))

describe('continue with Google', () => {
  test('signs a new person in, verified, without keeping a token of Google', async () => {
    const { shop, browser, origin } = await open()
    expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBeNull()
    const token = await browser.sync(anna.email)
    const answer = await browser.send(`/api/user/${anna.email}`, { headers: { Authorization: `Bearer ${token}` } })
    expect(await answer.json()).toMatchObject({ ...anna, emailVerified: true, role: 'customer' })
    const [account] = await googleAccounts(shop, anna.email)
    expect(account).toMatchObject({ accessToken: null, refreshToken: null, idToken: null })
  })

  test('finds the same person again, and lets another one be chosen', async () => {
    const { shop, browser, origin } = await open()
    const bo = aPerson('Bo')
    await throughGoogle(browser, origin, asGoogleTells(anna))
    await throughGoogle(browser, origin, asGoogleTells(bo))
    expect(
      await throughGoogle(browser, origin, asGoogleTells({ ...anna, email: ` ${anna.email.toUpperCase()}` })),
    ).toBeNull()
    await browser.sync(anna.email)
    expect(await googleAccounts(shop, anna.email)).toHaveLength(1)
    expect(await googleAccounts(shop, bo.email)).toHaveLength(1)
  })

  test('joins the account of a verified address', async () => {
    const { shop, browser, origin } = await open()
    const user = await shop.auth.createUser({ ...anna, password: 'cold-storage-9', emailVerified: true })
    expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBeNull()
    const [account] = await googleAccounts(shop, anna.email)
    expect(account?.userId).toBe(user.id)
  })

  test('joins no account together with whoever waits inside', async () => {
    const { shop, browser, origin } = await open()
    const person = { ...anna, password: 'cold-storage-9' }
    const { id } = await shop.auth.createUser(person)
    // The account was verified before a link asked who had registered.
    await shop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
    const stranger = aBrowser(origin)
    const enter = () => stranger.send('/api/auth/sign-in/email', { json: person })
    expect((await enter()).status).toBe(200)
    const headers = { Authorization: `Bearer ${await stranger.sync(anna.email)}` }
    expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBeNull()
    expect((await stranger.send(`/api/user/${anna.email}`, { headers })).status).toBe(401)
    expect(await (await stranger.send('/api/auth/get-session')).json()).toBeNull()
    expect((await enter()).status).toBe(401)
    await browser.sync(anna.email)
  })

  test('joins an account whose owner set the password, and keeps it', async () => {
    const { shop, browser, origin } = await open()
    const person = { ...anna, password: 'cold-storage-9' }
    await browser.send('/api/auth/sign-up/email', { json: person })
    await browser.send('/api/auth/verify-email', { json: { token: await tokenTo(shop, 'verify', anna.email) } })
    const elsewhere = aBrowser(origin)
    expect(await throughGoogle(elsewhere, origin, asGoogleTells(anna))).toBeNull()
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
    expect((await browser.send('/api/auth/sign-in/email', { json: person })).status).toBe(200)
  })

  /** Somebody who came by Google and then changed their address; answers whose account Google of an address opens. */
  async function movedOn(opened: Awaited<ReturnType<typeof open>>) {
    const { origin } = opened
    const newEmail = aPerson().email
    await (await aGoogler(opened, { ...aStranger(), ...anna })).moveTo(newEmail)
    const whose = async (email: string) => {
      const elsewhere = aBrowser(origin)
      await throughGoogle(elsewhere, origin, asGoogleTells({ ...anna, email }))
      return isInAs(elsewhere)
    }
    return { newEmail, whose }
  }

  test('of an address of before opens nothing after a new password by a mail, and that of the present one does', async () => {
    const opened = await open()
    const { shop, browser } = opened
    const { newEmail, whose } = await movedOn(opened)
    await browser.send('/api/auth/request-password-reset', { json: { email: newEmail } })
    const reset = { token: await tokenTo(shop, 'reset', newEmail), newPassword: 'colder-storage-10' }
    expect((await browser.send('/api/auth/reset-password', { json: reset })).status).toBe(200)
    expect([await whose(anna.email), await whose(newEmail)]).toEqual([undefined, newEmail])
  })

  test('of an address of before opens nothing once that of the present one has joined', async () => {
    const { newEmail, whose } = await movedOn(await open())
    expect([await whose(newEmail), await whose(anna.email)]).toEqual([newEmail, undefined])
  })

  test.each(['another address', 'a new password'])(
    'has to join again after %s of an account with a password',
    async (change) => {
      const here = await open()
      const { shop, origin } = here
      const member = await aMember(here)
      const google = () => throughGoogle(aBrowser(origin), origin, asGoogleTells({ name: 'Anna', email: member.email }))
      expect(await google()).toBeNull()
      expect((await member.browser.send('/api/auth/sign-in/email', { json: member })).status).toBe(200)
      const newPassword = 'colder-storage-10'
      if (change === 'another address') await changeEmail(here, member, aPerson().email)
      else {
        const json = { currentPassword: member.password, newPassword }
        const headers = { Authorization: `Bearer ${await member.browser.sync(member.email)}` }
        expect((await member.browser.send('/api/auth/change-password', { json, headers })).status).toBe(200)
      }
      const isJoined = and(eq(accounts.userId, member.id), eq(accounts.providerId, 'google'))
      expect(await shop.db.$count(accounts, isJoined)).toBe(0)
    },
  )

  test('of an address of before opens another account than the one that was made an admin since', async () => {
    const opened = await open()
    const { newEmail, whose } = await movedOn(opened)
    await makeAdmin(opened.shop, newEmail)
    expect([await whose(anna.email), await whose(newEmail)]).toEqual([anna.email, newEmail])
  })

  test('never joins an account whose address is not verified', async () => {
    const { shop, browser, origin } = await open()
    await shop.auth.createUser({ ...anna, password: 'cold-storage-9' })
    expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBe('account_not_linked')
    expect(await (await browser.send('/api/auth/get-session')).json()).toBeNull()
  })

  test('lets nobody in whose address Google has not verified', async () => {
    const { shop, browser, origin } = await open()
    expect(await throughGoogle(browser, origin, asGoogleTells(anna, false))).toBe('email_not_found')
    expect(await shop.db.$count(users, eq(users.email, anna.email))).toBe(0)
  })

  test('keeps the window tied to its page on every hop', async () => {
    const { browser, origin } = await open()
    const { at } = await toGoogle(browser, origin)
    let response = await browser.send(at.href, { form: asGoogleTells(anna) })
    for (let hops = 0; hops < 3; hops++) {
      expect([hops, response.headers.get('cross-origin-opener-policy')]).toEqual([hops, 'unsafe-none'])
      response = await browser.send(response.headers.get('location') ?? '')
    }
    expect(response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  })

  test('can be cancelled', async () => {
    const { browser, origin } = await open()
    expect(await throughGoogle(browser, origin, { cancel: 'yes' })).toBe('access_denied')
  })

  test('starts from the page of the shop alone', async () => {
    const { browser } = await open()
    const { at } = await browser.follow('/api/auth/google/start?nonce=n&origin=https%3A%2F%2Fevil.example')
    expect([at.pathname, at.searchParams.get('error')]).toEqual([DONE, 'unauthorized_domain'])
  })

  test('says so when Google cannot be reached, and works again afterwards', async () => {
    const { browser, origin, clock, shop } = await open(openTestShop())
    const { config } = shop
    const real = config.port
    config.port = 1
    const refused = await browser.follow(`/api/auth/google/start?nonce=n&origin=${encodeURIComponent(origin)}`)
    expect(refused.at.searchParams.get('error')).toBe('network_failed')
    config.port = real
    clock.advance(11_000)
    expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBeNull()
  })
})

describe('what comes back from Google', () => {
  /** Chooses an account at the stand-in, and stops before the callback reaches the shop. */
  async function toCallback(browser: Browser, origin: string, who = anna) {
    const { at } = await toGoogle(browser, origin)
    let response = await browser.send(at.href, { form: asGoogleTells(who) })
    let next = new URL(response.headers.get('location') ?? '', origin)
    while (!next.pathname.endsWith('/callback/google')) {
      response = await browser.send(next.href)
      next = new URL(response.headers.get('location') ?? '', origin)
    }
    return next
  }
  const errorAt = async (browser: Browser, url: URL) => (await browser.follow(url.href)).at.searchParams.get('error')

  test('with another state, or in another browser, is refused', async () => {
    const { browser, origin } = await open()
    const callback = await toCallback(browser, origin)
    expect(await errorAt(aBrowser(origin), callback)).toBe('state_mismatch')
    const forged = new URL(callback)
    forged.searchParams.set('state', 'forged')
    expect(await errorAt(browser, forged)).toBe('state_mismatch')
  })

  test('lets nobody into a demonstration as somebody who was made an admin meanwhile', async () => {
    const here = await open(openTestShop())
    const { shop, browser, origin } = here
    shop.config.demo = true
    const { name, email } = await aMember(here)
    const callback = await toCallback(browser, origin, { name, email })
    await makeAdmin(shop, email)
    expect([await errorAt(browser, callback), await isInAs(browser)]).toEqual(['email_not_found', undefined])
  })

  test('is good once', async () => {
    const { browser, origin } = await open()
    const callback = await toCallback(browser, origin)
    const cookies = new Map(browser.jar)
    expect(await errorAt(browser, callback)).toBeNull()
    expect(await errorAt(browser, callback)).toBe('state_mismatch')
    const copy = aBrowser(origin)
    for (const [name, cookie] of cookies) copy.jar.set(name, cookie)
    expect(await errorAt(copy, callback)).toBe('invalid_code')
  })

  test('from another issuer, or with a code of another sign-in, is refused', async () => {
    const { browser, origin } = await open()
    const mixed = await toCallback(browser, origin)
    mixed.searchParams.set('iss', 'https://evil.example')
    expect(await errorAt(browser, mixed)).toBe('issuer_mismatch')
    const stolen = await toCallback(aBrowser(origin), origin)
    const own = await toCallback(browser, origin)
    own.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await errorAt(browser, own)).toBe('invalid_code')
  })
})

describe('the stand-in', () => {
  test('says what it is, and asks for PKCE, state and nonce like Google', async () => {
    const { browser, origin } = await open()
    const asked = new URLSearchParams({ nonce: 'n-1', origin })
    const start = await browser.send(`/api/auth/google/start?${asked}`)
    const { searchParams } = new URL(start.headers.get('location') ?? '')
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name), name).toBeTruthy()
    searchParams.delete('code_challenge')
    const refused = await browser.follow(`/google-stand-in/auth?${searchParams}`)
    expect(refused.at.searchParams.get('error')).toBe('invalid_request')
    const { page, response } = await toGoogle(browser, origin)
    expect(page).toContain('This is not Google.')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  })

  test('keeps its key, and two nodes of the shop are one issuer', async () => {
    const { browser, shop, standIns, origin } = await open()
    const before = await (await browser.send('/google-stand-in/jwks')).json()
    const { googleStandIn } = await import('../../stand-ins/google/google.ts')
    const other = googleStandIn(shop)
    expect(standIns.map(({ path }) => path)).toContain(other.path)
    const { openIssuer } = await import('../../stand-ins/google/issuer.ts')
    expect((await openIssuer(shop)).issuer).toBe(`${origin}/google-stand-in`)
    expect(await (await browser.send('/google-stand-in/jwks')).json()).toEqual(before)
  })

  test('types back what cannot be an address', async () => {
    const { browser, origin } = await open()
    const { at } = await toGoogle(browser, origin)
    const answer = await browser.send(at.href, { form: { name: '"><b>', email: 'nobody' } })
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain('Provide a valid Email')
    expect(page).not.toContain('"><b>')
  })
})
