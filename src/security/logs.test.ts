import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { openLog } from '../config/log.ts'
import { charge, confirmed, intentFor } from '../payments/open-test-payments.ts'
import { aBrowser } from '../testing/browser.ts'
import { tokenTo } from '../testing/mails.ts'
import { clientOf } from '../testing/open-test-shop.ts'
import { placed } from '../testing/orders.ts'
import { aWorld } from './world.ts'

const lines: string[] = []
const world = aWorld({ log: openLog('info', { write: (line) => void lines.push(line) }), env: { RATE_LIMIT: 'on' } })

const ANNA = { name: 'Anna Undercover', email: 'anna.undercover@example.com', password: 'cold-storage-9' }
const WHERE = { country: 'Svalbard', address: 'Longyear Road 78', phone: '+47 79 02 11 00' }
/** The digits of the card where they stand for themselves, not by chance within an id or a time. */
const LAST_FOUR = /(?<![\w.-])4242(?![\w-])/
const PROFILE = {
  education: 'Cryogenics',
  location: 'Barentsburg',
  phone: '+47 79 02 11 01',
  linkedin: 'https://in.example/anna',
}

test('a whole day of a customer leaves no password, token, e-mail, address, phone or card in the log', async () => {
  const { origin, shop, product, admin } = world()
  const browser = aBrowser(origin)
  const secrets: string[] = [ANNA.password, ANNA.email, ANNA.name, ...Object.values(WHERE), ...Object.values(PROFILE)]
  await browser.send('/api/auth/sign-up/email', { json: ANNA })
  await browser.send('/api/auth/sign-in/email', { json: { ...ANNA, password: 'not-hers-at-all' } })
  await browser.send('/api/auth/sign-in/email', { json: ANNA })
  await browser.send('/api/auth/sign-up/email', { json: ANNA })
  await browser.send('/api/auth/request-password-reset', { json: { email: ANNA.email } })
  const links = [await tokenTo(shop, 'verify', ANNA.email), await tokenTo(shop, 'reset', ANNA.email)]
  for (const link of links) await browser.send('/api/auth/verify-email', { json: { token: link } })
  const token = await browser.sync(ANNA.email)
  const as = clientOf(origin, token)
  await as.user[':email'].$put({ param: { email: ANNA.email }, json: PROFILE })
  const order = await placed(as, product, WHERE)
  const intent = await intentFor(as, order)
  await charge(shop, intent)
  await confirmed(as, order, intent)
  await as.orders.$get({ query: { email: ANNA.email } })
  await clientOf(origin, admin.token).users.$get({ query: { q: ANNA.email } })
  await as.contact.$post({ json: { email: ANNA.email, subject: 'Secret subject', message: 'Secret message' } })
  await as.newsletter.$post({ json: { email: ANNA.email } })
  const cookies = [...browser.jar.values()].map(({ value }) => value)
  expect(cookies.length).toBeGreaterThan(0)
  await browser.send('/api/auth/sign-out', { json: {} })
  secrets.push('not-hers-at-all', token, admin.token, 'Secret', 'client_secret', '_secret_', ...cookies, ...links)
  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(15)
  for (const secret of secrets.filter((one) => one.length > 3)) {
    expect([secret, log.includes(secret), log.includes(encodeURIComponent(secret))]).toEqual([secret, false, false])
  }
  expect(log).not.toMatch(LAST_FOUR)
})

test('a bug is logged with its stack and answered with its number alone', async () => {
  const { shop, send, buyer } = world()
  await shop.pool.query('alter table reviews add constraint never check (false) not valid')
  const description = 'A text\n    at first\nthat nobody else may read'
  lines.length = 0
  const answer = await send({ path: '/api/review', json: { review: 5, description }, token: buyer.token })
  expect(answer.status).toBe(500)
  const problem = (await answer.json()) as { code: string; message: string; errorId: string }
  expect(Object.keys(problem).toSorted()).toEqual(['code', 'errorId', 'message'])
  expect(problem.message).not.toMatch(/select|insert|reviews|constraint|\.ts|node_modules/i)
  const bug = lines.find((line) => line.includes('"msg":"bug"')) ?? ''
  expect(bug).toContain(problem.errorId)
  expect(bug).toMatch(/Failed query: insert into/)
  expect(bug).toMatch(/\\n {4}at /)
  for (const secret of ['A text', 'that nobody', buyer.email, buyer.id]) expect(bug).not.toContain(secret)
})

test('a request has the shop’s own number, whatever number it brings', async () => {
  lines.length = 0
  const brought = { 'X-Request-Id': 'brought-along-1' }
  const answer = await world().send({ path: '/api/nothing', headers: brought })
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(lines.join('')).toContain(answer.headers.get('x-request-id'))
  expect(lines.join('')).not.toContain('brought-along-1')
})

test('neither is what the identity provider could not do', async () => {
  const { shop, origin } = world()
  await shop.pool.query('alter table sessions add constraint never check (false) not valid')
  lines.length = 0
  const printed = vi.spyOn(console, 'error')
  const answer = await aBrowser(origin).send('/api/auth/sign-in/email', { json: ANNA })
  expect([answer.status, (await answer.json()) as object]).toMatchObject([503, { code: 'unavailable' }])
  const [user] = await shop.db.select().from(users).where(eq(users.email, ANNA.email))
  expect(printed).not.toHaveBeenCalled()
  expect(lines.join('')).toContain('identity could not answer')
  for (const secret of [ANNA.email, ANNA.password, user?.id ?? '-']) expect(lines.join('')).not.toContain(secret)
})
