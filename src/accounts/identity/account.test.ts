import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { askForStock } from '../../alerts/stock-alerts.ts'
import { carts } from '../../carts/table.server.ts'
import { askQuestion } from '../../questions/questions.ts'
import { aMember, changeEmail, isInAs } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { mailsOf } from '../../testing/mails.ts'
import { openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { ageDelivery, expectLaws, ordersIn, paid, placed, stockOf } from '../../testing/orders.ts'
import { sessions, users } from '../table.server.ts'
import { closeAccount } from './close-account.ts'
import { deviceOf } from './device.ts'

const sharedShop = sharedTestShop()

test('a name is cleaned as at sign-up, and counts from the next look', async () => {
  const opened = await sharedShop()
  const anna = await aMember(opened)
  const rename = async (name: string) => (await anna.as()).account.name.$put({ json: { name } })
  expect((await rename('  Anna Berg ')).status).toBe(200)
  const [row] = await opened.shop.db.select().from(users).where(eq(users.id, anna.id))
  expect(row?.name).toBe('Anna Berg')
  for (const name of ['', ' ', '\u200b\u2060', 'x'.repeat(81)]) expect((await rename(name)).status).toBe(422)
})

test('sessions are listed with their device, and ended one by one or all but this one', async () => {
  const opened = await sharedShop()
  const { origin } = opened
  const anna = await aMember(opened)
  const enter = async (userAgent: string) => {
    const browser = aBrowser(origin)
    await browser.send('/api/auth/sign-in/email', { json: anna, headers: { 'User-Agent': userAgent } })
    return browser
  }
  const phone = await enter(
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
  )
  const work = await enter(`<script>alert(1)</script>${'x'.repeat(5000)}`)
  const kept = await opened.shop.db
    .select({ agent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, anna.id))
  expect(Math.max(...kept.map(({ agent }) => agent?.length ?? 0))).toBe(500)
  const as = await anna.as()
  const list = async () => (await as.account.sessions.$get()).json()
  const before = await list()
  expect(before.map(({ device, here }) => [device, here])).toEqual([
    ['A browser', false],
    ['Chrome on Android', false],
    ['A browser', true],
  ])
  const bo = await aMember(opened, 'Bo')
  const id = before[1]?._id ?? ''
  expect((await (await bo.as()).account.sessions[':id'].$delete({ param: { id } })).status).toBe(404)
  expect((await as.account.sessions[':id'].$delete({ param: { id } })).status).toBe(200)
  expect(await isInAs(phone)).toBeUndefined()
  expect(await isInAs(work)).toBe(anna.email)
  expect((await as.account.sessions.$delete()).status).toBe(200)
  expect(await isInAs(work)).toBeUndefined()
  expect((await list()).map(({ here }) => here)).toEqual([true])
  expect(await isInAs(bo.browser)).toBe(bo.email)
})

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36 Edg/131.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Safari/604.1',
    'Chrome on iPhone',
  ],
  ['', 'A browser'],
])('the user agent %s is %s', (userAgent, words) => {
  expect(deviceOf(userAgent).device).toBe(words)
})

test('a deleted account leaves its orders without a name, its reviews as a customer’s, and nothing to get in by', async () => {
  const opened = await openTestShop()
  const { shop, product, origin, as: people } = opened
  const anna = await aMember(opened)
  const as = await anna.as()
  const where = { address: 'Kaigaten 9, Bergen', phone: '55 00 01 40', country: 'Norway' }
  const delivered = await placed(as, product, where)
  await paid(shop, delivered)
  expect((await people.admin.paidorders[':id'].$patch({ param: { id: delivered._id } })).status).toBe(200)
  await ageDelivery(shop, delivered._id, 11)
  const unpaid = await placed(as, product, where)
  await as['create-payment-intent'].$post({ json: { price: unpaid.price, orderId: unpaid._id } })
  await as.review.$post({ json: { review: 5, description: 'Cold.' } })
  await as.newsletter.$post({ json: { email: anna.email } })
  await as.addresses.$post({ json: { name: 'Anna', street: where.address, country: 'Norway' } })
  await as.lists.$post({ json: { name: 'Anna', lines: [{ productId: product.id, quantity: 4 }] } })
  const stock = await stockOf(shop, product)
  const leave = (email: string, password: string) => as.account.delete.$post({ json: { email, password } })
  expect((await leave('other@example.com', anna.password)).status).toBe(422)
  expect((await leave(anna.email, 'not-the-password')).status).toBe(422)
  expect((await leave(anna.email.toUpperCase(), anna.password)).status).toBe(200)

  expect((await mailsOf(shop)).at(-1)).toMatchObject({ template: 'account-deleted', to: anna.email })
  expect(await isInAs(anna.browser)).toBeUndefined()
  expect((await as.account.$get()).status).toBe(401)
  expect((await aBrowser(origin).send('/api/auth/sign-in/email', { json: anna })).status).toBe(401)
  expect(await stockOf(shop, product)).toBe((stock ?? 0) + unpaid.quantity)
  const statuses = (await ordersIn(shop)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['cancelled', 'delivered'])
  const held = [
    'users',
    'sessions',
    'accounts',
    'mail_links',
    'orders',
    'order_lines',
    'reviews',
    'newsletter_subscribers',
    'audit_log',
    'idempotency_keys',
    'addresses',
    'saved_lists',
  ]
  const copies = await Promise.all(held.map((name) => shop.db.execute(sql`select * from ${sql.raw(name)}`)))
  const copy = JSON.stringify(copies.map(({ rows }) => rows))
  for (const gone of [anna.email, 'Anna', where.address, where.phone]) expect(copy).not.toContain(gone)
  const [order] = await (await people.admin.allorders.$get({ query: {} })).json()
  expect(order).toMatchObject({ _id: delivered._id, userName: 'a customer', price: delivered.price, country: 'Norway' })
  expect(await (await people.admin.allorders.$get({ query: { q: anna.email } })).json()).toEqual([])
  expect(await (await people.nobody.reviews.$get({ query: {} })).json()).toMatchObject([
    { name: 'a customer', img: null },
  ])
  const everybody = await (await people.admin.users.$get({ query: {} })).json()
  expect(everybody.map(({ _id }) => _id)).not.toContain(anna.id)
  expect((await people.admin.users[':id'].$put({ param: { id: anna.id }, json: { role: 'admin' } })).status).toBe(404)
  const [line] = await (await people.admin.audit.$get({ query: { action: 'account.delete' } })).json()
  expect(line).toMatchObject({ actor: 'a closed account', subject: anna.id })
  expect((await aBrowser(origin).send('/api/auth/sign-up/email', { json: anna })).status).toBe(200)
  await expectLaws(shop)
})

test('an account stays while something is paid and not sent, or money is due back', async () => {
  const opened = await openTestShop()
  const { shop, product, as: people } = opened
  const anna = await aMember(opened)
  const as = await anna.as()
  const leave = () => as.account.delete.$post({ json: { email: anna.email, password: anna.password } })
  const order = await placed(as, product)
  const transactionId = await paid(shop, order)
  const refused = await leave()
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ message: expect.stringContaining('not sent yet') }),
  ])
  await shop.pool.query(`update payment_intents set order_id = null where id = $1`, [transactionId])
  await people.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  await ageDelivery(shop, order._id, 11)
  const owed = await leave()
  expect([owed.status, await owed.text()]).toEqual([409, expect.stringContaining('on its way back')])
  await shop.pool.query(`update payment_intents set order_id = (select id from orders) where id = $1`, [transactionId])
  expect((await leave()).status).toBe(200)
})

test('the last admin stays, and an address that was just changed waits its hour', async () => {
  const opened = await openTestShop()
  const { shop, admin } = opened
  const anna = await aMember(opened)
  await shop.db.update(users).set({ role: 'admin' }).where(eq(users.id, anna.id))
  await shop.db.update(users).set({ role: 'customer' }).where(eq(users.id, admin.id))
  const leave = async (email = anna.email) =>
    (await anna.as()).account.delete.$post({ json: { email, password: anna.password } })
  expect([(await leave()).status, await (await leave()).json()]).toEqual([
    409,
    expect.objectContaining({ message: 'The last admin stays. Make somebody else an admin first.' }),
  ])
  const bo = await aMember(opened, 'Bo')
  await changeEmail(opened, bo, aStranger('New').email)
  const left = await bo.browser.send('/api/auth/get-session')
  const { user } = (await left.json()) as { user: { email: string } }
  const headers = { Authorization: `Bearer ${await bo.browser.sync(user.email)}` }
  const json = { email: user.email, password: bo.password }
  expect((await bo.browser.send('/api/account/delete', { json, headers })).status).toBe(409)
})

test('an order that is placed while its buyer leaves is either cancelled with the account or refused', async () => {
  const opened = await openTestShop()
  const { shop, product } = opened
  const anna = await aMember(opened)
  const as = await anna.as()
  const [left, ...orders] = await Promise.all([
    as.account.delete.$post({ json: { email: anna.email, password: anna.password } }),
    ...Array.from({ length: 6 }, () =>
      as.order.$post({ json: { productId: product.id, productName: product.name, quantity: 4, price: 72 } as never }),
    ),
  ])
  const isGone = left.status === 200
  expect([200, 409]).toContain(left.status)
  for (const { status } of orders) expect([201, 401, 409]).toContain(status)
  const live = (await ordersIn(shop)).filter(({ status }) => status === 'unpaid')
  if (isGone) expect(live).toEqual([])
  await expectLaws(shop)
  expect((await mailsOf(shop)).length).toBeGreaterThan(0)
})

/** Tables that are erased with the account or with an order, or hold nothing personal. */
const WITHOUT_A_NAME = ['accounts', 'access_tokens', 'payment_intents', 'order_lines', 'review_mail_refusals']

test('whoever still writes when the account is closed is refused, whatever it is', async () => {
  const { shop, buyer, product } = await sharedShop({ stock: 0 })
  await closeAccount(shop, buyer)
  const { id } = product
  const gone = { code: 'unauthenticated' }
  await expect(askQuestion(shop, buyer, { id, title: 'Is it quiet?', words: '' })).rejects.toMatchObject(gone)
  await expect(askForStock(shop, buyer, { id })).rejects.toMatchObject(gone)
  const closed = { cause: { constraint: 'accounts_are_open' } }
  const cart = { userId: buyer.id, version: 0, lines: [], changedAt: shop.clock.now() }
  await expect(shop.db.insert(carts).values(cart)).rejects.toMatchObject(closed)
  const unguarded = await shop.db.execute<{ name: string }>(sql`
    select conrelid::regclass::text as name from pg_constraint where confrelid = 'users'::regclass and contype = 'f'
      and not exists (select from pg_trigger where tgrelid = conrelid and tgfoid = 'accounts_are_open'::regproc)`)
  expect(unguarded.rows.map(({ name }) => name).filter((name) => !WITHOUT_A_NAME.includes(name))).toEqual([])
})
