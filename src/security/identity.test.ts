import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from '../accounts/identity/common-passwords.ts'
import { sessions, users } from '../accounts/table.server.ts'
import { aBrowser } from '../testing/browser.ts'
import { aPerson } from '../testing/open-test-shop.ts'
import { aWorld } from './world.ts'

const world = aWorld({ slowHashes: true })
const secured = aWorld({
  env: { APP_ORIGIN: 'https://shop.example', DEMO: '1', TRUSTED_PROXIES: 'none', RATE_LIMIT: 'on' },
})
const PASSWORD = 'cold-storage-9'

/** Somebody with a password, and a browser that they are not yet signed in with. */
async function somebody() {
  const { origin, shop } = world()
  const email = `${crypto.randomUUID()}@example.com`
  const user = await shop.auth.createUser({ name: 'Anna', email, password: PASSWORD })
  const browser = aBrowser(origin)
  const enter = () => browser.send('/api/auth/sign-in/email', { json: { email, password: PASSWORD } })
  return { email, user, browser, enter }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The time that this process worked for an answer, whatever else the machine does meanwhile. */
async function timeOf(work: () => Promise<Response>) {
  const start = process.cpuUsage()
  await (await work()).text()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

describe('who has an account is not told', () => {
  test('by the time that a sign-in takes', async () => {
    const { email, browser } = await somebody()
    const tryWith = (who: string) =>
      browser.send('/api/auth/sign-in/email', { json: { email: who, password: 'wrong-9' } })
    await timeOf(() => tryWith(email))
    const [known, unknown]: [number[], number[]] = [[], []]
    for (let round = 0; round < 15; round++) {
      known.push(await timeOf(() => tryWith(email)))
      unknown.push(await timeOf(() => tryWith(`nobody-${round}@example.com`)))
    }
    const ratio = median(known) / median(unknown)
    expect(ratio).toBeGreaterThan(0.6)
    expect(ratio).toBeLessThan(1.7)
  })

  test.each(['request-password-reset', 'send-verification-email'])('by what %s answers', async (call) => {
    const { email, browser } = await somebody()
    const answers = await Promise.all(
      [email, 'nobody@example.com'].map((one) => browser.send(`/api/auth/${call}`, { json: { email: one } })),
    )
    const [known, unknown] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))
    expect(known).toEqual(unknown)
  })

  test('by the calls that name somebody', async () => {
    const { send, buyer, other } = world()
    for (const path of ['/api/user', '/api/admin', '/api/orders?email=']) {
      const ask = async (email: string) => {
        const answer = await send({ path: path.endsWith('=') ? path + email : `${path}/${email}`, token: buyer.token })
        return [answer.status, await answer.text()]
      }
      expect(await ask(other.email)).toEqual(await ask('nobody@example.com'))
    }
  })
})

describe('a session', () => {
  test('is a new one at each sign-in, and one that was planted is not taken over', async () => {
    const { browser, enter, user } = await somebody()
    const planted = 'planted-by-somebody-else'
    browser.jar.set('parts-house.session_token', { value: planted, path: '/' })
    await enter()
    const first = browser.jar.get('parts-house.session_token')?.value
    await enter()
    const second = browser.jar.get('parts-house.session_token')?.value
    expect(new Set([planted, first, second]).size).toBe(3)
    expect(await world().shop.db.$count(sessions, eq(sessions.userId, user.id))).toBe(2)
  })

  test('with a signature that is cut, changed or taken from another is none', async () => {
    const [anna, bo] = [await somebody(), await somebody()]
    await Promise.all([anna.enter(), bo.enter()])
    const cookieOf = ({ browser }: typeof anna) =>
      decodeURIComponent(browser.jar.get('parts-house.session_token')?.value ?? '').split('.')
    const [[token = '', signature = ''], [, foreign = '']] = [cookieOf(anna), cookieOf(bo)]
    const whoIs = async (cookie: string) => {
      const Cookie = `parts-house.session_token=${encodeURIComponent(cookie)}`
      return (await world().send({ path: '/api/auth/get-session', headers: { Cookie } })).json()
    }
    expect(await whoIs(`${token}.${signature}`)).toMatchObject({ user: { email: anna.email } })
    for (const cookie of [
      token,
      `${token}.`,
      `${token}.${foreign}`,
      `${token}.${signature.slice(1)}`,
      `x${token}.${signature}`,
    ])
      expect(await whoIs(cookie)).toBeNull()
  })

  test('is read from nowhere but its cookie', async () => {
    const { browser, enter } = await somebody()
    await enter()
    const [token = ''] = decodeURIComponent(browser.jar.get('parts-house.session_token')?.value ?? '').split('.')
    const headers = { Authorization: `Bearer ${token}` }
    expect(await (await world().send({ path: '/api/auth/get-session', headers })).json()).toBeNull()
    expect((await world().send({ path: '/api/auth/get-session', headers })).headers.get('cache-control')).toBe(
      'no-store',
    )
    expect((await world().send({ path: '/api/users', headers })).status).toBe(401)
  })

  test('ends with the account, and with it every token', async () => {
    const { shop, send } = world()
    const { id, token, email } = await aPerson(shop, 'leaving')
    const ask = () => send({ path: `/api/user/${email}`, token })
    expect((await ask()).status).toBe(200)
    await shop.db.delete(users).where(eq(users.id, id))
    expect((await ask()).status).toBe(401)
  })

  test('knows a role as it is now', async () => {
    const { shop, send } = world()
    const { id, token } = await aPerson(shop, 'demoted', 'admin')
    expect((await send({ path: '/api/users', token })).status).toBe(200)
    await shop.db.update(users).set({ role: 'customer' }).where(eq(users.id, id))
    expect((await send({ path: '/api/users', token })).status).toBe(403)
    expect((await send({ path: '/api/audit', token })).status).toBe(403)
  })
})

describe('cookies', () => {
  const attributesOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split('; ').map((part) => part.replace(/=.*/, '').toLowerCase()))

  test('are HttpOnly and SameSite=Lax, for the whole origin and no other', async () => {
    const { enter } = await somebody()
    const answer = await enter()
    expect(answer.headers.getSetCookie()).toHaveLength(2)
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/Path=\/;.*SameSite=Lax/i)
    for (const attributes of attributesOf(answer)) {
      expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite', 'path']))
      expect(attributes).not.toContain('domain')
    }
  })

  test('on https are Secure and bound to the host', async () => {
    const { app, shop } = secured()
    const { email } = await shop.auth.createUser({ name: 'Anna', email: 'anna@example.com', password: PASSWORD })
    const ask = (path: string, json?: object, cookie = '') =>
      app.request(path, {
        method: json ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json', Origin: 'https://shop.example', Cookie: cookie },
        ...(json && { body: JSON.stringify(json) }),
      })
    const answers = [
      await ask('/api/auth/sign-in/email', { email, password: PASSWORD }),
      await ask('/api/auth/sign-up/email', { name: 'Bo', email: 'bo@example.com', password: PASSWORD }),
    ]
    const session = answers[0]?.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    answers.push(await ask('/api/auth/sign-out', {}, session))
    const cookies = answers.flatMap((answer) => answer.headers.getSetCookie())
    expect(cookies.length).toBeGreaterThanOrEqual(4)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-/)
      expect(cookie).toMatch(/; Path=\/(;|$)/)
      for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax']) expect(cookie).toContain(`; ${flag}`)
      expect(cookie).not.toMatch(/Domain/i)
    }
  })
})

describe('a write by cookie', () => {
  const hostile = ({ origin }: { origin: string }): Record<string, string>[] => [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: `${origin}.evil.example`, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: origin.replace('http:', 'https:'), 'Sec-Fetch-Site': 'cross-site' },
    { Origin: origin.replace(/:\d+$/, ':1'), 'Sec-Fetch-Site': 'same-site' },
    { Origin: origin.replace('//', '//shop.'), 'Sec-Fetch-Site': 'same-site' },
    { Origin: `${origin},https://evil.example`, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': '' },
    { Origin: '', 'Sec-Fetch-Site': '' },
    { Origin: '', 'Sec-Fetch-Site': 'none' },
    { Origin: '', 'Sec-Fetch-Site': 'cross-site', Referer: `${origin}/` },
  ]

  test('from a foreign page, or from nowhere, is refused', async () => {
    const { email, browser, enter } = await somebody()
    await enter()
    for (const headers of hostile(world())) {
      const json = { email, name: 'x' }
      const sync = await browser.send(`/api/user/${email}`, { method: 'PUT', json, headers })
      const out = await browser.send('/api/auth/sign-out', { json: {}, headers })
      const isForeign = headers['Sec-Fetch-Site']?.endsWith('-site') || headers.Origin
      expect([headers, sync.status, out.status]).toEqual([headers, isForeign ? 403 : 401, 403])
    }
    expect((await browser.send(`/api/user/${email}`)).status).toBe(200)
  })

  test('of a bearer alone changes no password', async () => {
    const { email, browser, enter } = await somebody()
    await enter()
    const token = await browser.sync(email)
    const json = { currentPassword: PASSWORD, newPassword: 'colder-storage-10' }
    const answer = await world().send({ path: '/api/auth/change-password', json, token })
    expect(answer.status).toBe(401)
    expect((await enter()).status).toBe(200)
  })
})

describe('common passwords', () => {
  test('more than 10,000 are known, in any case and width', async () => {
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    const words = dictionary['passwords-common'].map(String)
    expect(words.length).toBeGreaterThanOrEqual(10_000)
    for (const word of words.filter(({ length }) => length >= 6)) expect(await isCommonPassword(word)).toBe(true)
    for (const word of ['PASSWORD', 'Password1', 'ｐａｓｓｗｏｒｄ', 'QwErTy'])
      expect(await isCommonPassword(word)).toBe(true)
    expect(await isCommonPassword(PASSWORD)).toBe(false)
  })

  test('are refused wherever one chooses a password', async () => {
    const { email, browser, enter } = await somebody()
    await enter()
    const headers = { Authorization: `Bearer ${await browser.sync(email)}` }
    for (const newPassword of ['password', 'PASSWORD', 'qwerty123', 'ｐａｓｓｗｏｒｄ']) {
      const tries: [string, object][] = [
        ['sign-up/email', { name: 'Bo', email: 'bo@example.com', password: newPassword }],
        ['reset-password', { token: 'x', newPassword }],
        ['change-password', { currentPassword: PASSWORD, newPassword }],
      ]
      for (const [call, json] of tries) {
        const answer = await browser.send(`/api/auth/${call}`, { json, headers })
        expect([call, answer.status]).toEqual([call, 422])
      }
    }
  })
})

test('in a demonstration nobody comes in as an admin through the stand-in for Google', async () => {
  const { shop, app } = secured()
  const admin = await aPerson(shop, 'boss', 'admin')
  const choose = async (email: string) => {
    const body = new URLSearchParams({ email, name: 'x', verified: 'yes' })
    const headers = { 'Content-Length': String(body.toString().length) }
    return (await app.request('/google-stand-in/choose/x', { method: 'POST', body, headers })).text()
  }
  expect(await choose(` ${admin.email.toUpperCase()}`)).toContain(
    'An admin of a demonstration logs in with a password.',
  )
})
