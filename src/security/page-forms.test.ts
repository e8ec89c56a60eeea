import { request as rawRequest } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { actionsOf, pagesWithAction } from '../testing/actions.ts'
import { aBrowser } from '../testing/browser.ts'
import { expectLaws } from '../testing/orders.ts'
import { SEED } from '../testing/seed.ts'
import { FORMS } from './form-calls.ts'
import { type Asked, aWorld, fingerprint } from './world.ts'

const world = aWorld({ pages: actionsOf })
const PASSWORD = 'cold-storage-9'
const KB = 1024
const ROWS = Object.entries(FORMS)

async function somebody() {
  const { origin, shop } = world()
  const email = `${crypto.randomUUID()}@example.com`
  await shop.auth.createUser({ name: 'Anna', email, password: PASSWORD })
  return { email, browser: aBrowser(origin) }
}

test('every page with an action takes its form, and no other page takes any', async () => {
  const pages = await pagesWithAction()
  expect(pages.map((path) => `POST ${path}`).toSorted()).toEqual(Object.keys(FORMS).toSorted())
  for (const path of ['/', '/products', '/blog', '/dashboard/profile', '/login.data', '/nothing']) {
    const form = { path, method: 'POST', headers: { Origin: world().origin }, body: new URLSearchParams().toString() }
    expect([path, (await world().send(form)).status]).toEqual([path, 404])
  }
})

test('a page with a form that is asked for in another spelling leads to the plain one, with its query', async () => {
  const browser = aBrowser(world().origin)
  for (const path of ['/login/', '/LOGIN', '/Log%69n//', '/newsletter/Confirm/']) {
    const plain = path.startsWith('/n') ? '/newsletter/confirm' : '/login'
    for (const method of ['GET', 'HEAD']) {
      const answer = await browser.send(`${path}?from=%2Fproducts`, { method })
      expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 301, `${plain}?from=%2Fproducts`])
    }
  }
  expect((await browser.send('/login?from=%2Fproducts')).status).not.toBe(301)
})

describe('a login without a script', () => {
  test('leads back with the cookie of the session, by which the sync gives a token', async () => {
    const { email, browser } = await somebody()
    const answer = await browser.send('/login?from=%2Fproducts%3Fpage%3D2', { form: { email, password: PASSWORD } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/products?page=2'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await browser.sync(email)).toMatch(/^[\w-]{43}$/)
  })

  test('leads to no other site', async () => {
    const { email, browser } = await somebody()
    for (const from of ['//evil.example', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const path = `/login?${new URLSearchParams({ from })}`
      const answer = await browser.send(path, { form: { email, password: PASSWORD } })
      expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 303, '/'])
    }
  })

  test('that is refused shows why and what was typed, but no password', async () => {
    const { email, browser } = await somebody()
    const answer = await browser.send('/login', { form: { email, password: 'not-the-one' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await answer.json()).toMatchObject({ ok: false, message: 'Invalid email or password.', typed: { email } })
    const forms: [string, Record<string, string>][] = [
      ['/regester', { name: 'Anna', email, password: 'password1' }],
      ['/reset-password', { token: 'forged', newPassword: 'password1' }],
    ]
    for (const [path, form] of forms) {
      const text = await (await browser.send(path, { form })).text()
      expect([path, text.includes('too common'), text.includes('password1')]).toEqual([path, true, false])
    }
  })
})

describe.each(ROWS)('%s', (form, { ask }) => {
  test('is refused from a foreign page, or from one that is not named', async () => {
    const { shop, send, origin } = world()
    const asked = await ask(world())
    const before = await fingerprint(shop)
    const { Origin: _, ...headers } = asked.headers ?? {}
    const elsewhere: Record<string, string>[] = [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: `${origin}.evil.example` },
      { Origin: origin.replace('http:', 'https:') },
      { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
      { Origin: origin, 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'same-origin' },
      { Referer: `${origin}/login` },
    ]
    for (const place of elsewhere) {
      const answer = await send({ ...asked, headers: { ...headers, ...place } })
      expect([form, place, answer.status]).toEqual([form, place, 403])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(await fingerprint(shop)).toEqual(before)
  })

  test('takes a form and nothing else', async () => {
    const { send } = world()
    const asked = await ask(world())
    for (const type of [
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/x-www-form',
      '',
    ]) {
      const answer = await send({ ...asked, headers: { ...asked.headers, 'Content-Type': type } })
      expect([type, answer.status]).toEqual([type, 415])
    }
  })

  test('over 10 kB is a 413, said before or found out on the way', async () => {
    const asked = await ask(world())
    const body = `${asked.body}&more=${'x'.repeat(10 * KB)}`
    expect(await statusOf({ ...asked, body, headers: { ...asked.headers, 'Content-Length': `${body.length}` } })).toBe(
      413,
    )
    expect(await statusOf({ ...asked, body, headers: { ...asked.headers, 'Transfer-Encoding': 'chunked' } })).toBe(413)
    expect(await statusOf({ ...asked, headers: { ...asked.headers, 'Transfer-Encoding': 'chunked' } })).not.toBe(413)
  })

  test(`in any other shape is refused, and never breaks anything (SEED=${SEED})`, async () => {
    const { send, shop } = world()
    const asked = await ask(world())
    const names = [...new URLSearchParams(`${asked.body}`).keys()]
    const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'role', 'email[]', 'token', ''))
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom('\0', '\ud800', '{"a":1}', '<script>', 'a@b', `${'x'.repeat(300)}@example.com`),
    )
    const pairs = fc.array(fc.tuple(name, value), { maxLength: 6 })
    for (const sent of fc.sample(pairs, { numRuns: 40, seed: SEED })) {
      const body = new URLSearchParams(sent.map(([key, text]) => [key, text])).toString()
      const answer = await send({ ...asked, body })
      expect([body, answer.status < 500]).toEqual([body, true])
      expect(await answer.text()).not.toMatch(/\bat .+\.m?[jt]s:\d+|node_modules|TypeError/)
    }
    for (const body of ['', '&&&', '=', '%', '%ff=%ff', 'email', '\u0000', '+'.repeat(9 * KB)]) {
      const answer = await send({ ...asked, body })
      expect([body.slice(0, 10), answer.status >= 400 && answer.status < 500]).toEqual([body.slice(0, 10), true])
    }
    await expectLaws(shop)
  })
})

/** The status of a raw request, whose length is said before or only found out on the way. */
function statusOf({ path, headers, body = '' }: Asked) {
  return new Promise<number>((resolve, reject) => {
    const asked = rawRequest(`${world().origin}${path}`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      asked.destroy()
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
