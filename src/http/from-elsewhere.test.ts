import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'

const json = { 'Content-Type': 'application/json' }
const SENT: Record<string, { method?: string; body?: string; headers?: Record<string, string> }> = {
  '/api/auth/sign-up/email': { method: 'POST', body: '{}' },
  '/api/auth/request-password-reset': { method: 'POST', body: '{}' },
  '/api/contact': { method: 'POST', body: '{}' },
  '/api/search?q=fan': { headers: { 'Sec-Fetch-Dest': 'image' } },
  '/api/auth/google/start': { headers: { 'Sec-Fetch-Dest': 'image' } },
  '/dashboard/profile': { headers: { 'Sec-Fetch-Dest': 'iframe' } },
}

test.each(Object.entries(SENT))(
  'what another site makes a browser send to %s is refused and uses up nothing',
  async (path, init) => {
    const { origin, shop } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
    const from: Record<string, string>[] = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      ...(init.method ? [{ Origin: 'https://evil.example' }, { Origin: 'null' }] : []),
    ]
    for (const site of from) {
      const headers = { 'Content-Type': 'text/plain', ...init.headers, ...site }
      const answer = await fetch(`${origin}${path}`, { ...init, headers })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ message: 'Do this on a page of the shop.' })
    }
    const { rows } = await shop.pool.query('select count(*)::int as counted from rate_limits')
    expect(rows).toEqual([{ counted: 0 }])
  },
)

test('a socket of another site, and what it fetches before a link is followed, is refused as well', async () => {
  const { origin, shop } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const ahead = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch' }
  for (const headers of [{ Origin: 'https://evil.example' }, ahead])
    expect((await fetch(`${origin}/api/auth/google/start`, { headers, redirect: 'manual' })).status).toBe(403)
  const { rows } = await shop.pool.query('select count(*)::int as counted from rate_limits')
  expect(rows).toEqual([{ counted: 0 }])
})

const navigation = (site: string) => ({
  headers: { 'Sec-Fetch-Site': site, 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' },
  redirect: 'manual' as const,
})

test.each([
  ['the way to Google', '/api/auth/google/start?nonce=n&origin=', 302],
  ['a call', '/api/products?skip=7&of=', 200],
])('no other site opens %s, which our own page does', async (_, path, status) => {
  const { origin, shop } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const open = async (site: string) => (await fetch(`${origin}${path}${origin}`, navigation(site))).status
  expect(await open('cross-site')).toBe(403)
  const { rows } = await shop.pool.query('select count(*)::int as counted from rate_limits')
  expect(rows).toEqual([{ counted: 0 }])
  expect([await open('same-origin'), await open('none')]).toEqual([status, status])
})

test('another site links to what is to be read, back from Google and out of mails, and who sends by no browser is asked nothing', async () => {
  const { origin } = await openTestShop()
  for (const path of ['/robots.txt', '/api/docs', '/api/openapi.json', '/api/auth/google/done'])
    expect([path, (await fetch(origin + path, navigation('cross-site'))).status]).toEqual([path, 200])
  expect((await fetch(`${origin}/api/auth/callback/google`, navigation('cross-site'))).status).not.toBe(403)
  for (const path of ['/api/unsubscribe/', '/api/newsletter/unsubscribe/']) {
    const fromMail = { ...navigation('cross-site'), redirect: 'manual' } as const
    expect([path, (await fetch(origin + path + 'x'.repeat(43), fromMail)).status]).toEqual([path, 303])
  }
  const message = { name: 'Ida', email: 'ida@example.com', subject: 'A hinge', message: 'Do you have it?' }
  for (const headers of [
    json,
    { ...json, Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
    { ...json, 'Sec-Fetch-Site': 'none' },
  ])
    expect(
      (await fetch(`${origin}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })).status,
    ).toBe(201)
})
