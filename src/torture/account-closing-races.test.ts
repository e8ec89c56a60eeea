import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accessTokens, accounts, mailLinks, sessions, users } from '../accounts/table.server.ts'
import { aMember } from '../testing/account.ts'
import { mailsTo, tokenTo } from '../testing/mails.ts'
import { sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { closedAddressOf } from '../wire/closed-address.ts'

const sharedShop = sharedTestShop({ fullPools: true })
const ROUNDS = 12

/** Nothing is left to get in by, and the address is free. */
async function expectGone({ db }: TestShop['shop'], id: string) {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  expect(row).toMatchObject({ role: 'customer', emailVerified: false, name: 'a customer' })
  expect(row?.email).toBe(closedAddressOf(id))
  for (const table of [sessions, accounts, mailLinks, accessTokens])
    expect(await db.$count(table, eq(table.userId, id))).toBe(0)
}

test('an account that is deleted many times at once is deleted once, and told of once', async () => {
  const opened = await sharedShop()
  const anna = await aMember(opened)
  const as = await anna.as()
  const leave = () => as.account.delete.$post({ json: { email: anna.email, password: anna.password } })
  const answers = await Promise.all(Array.from({ length: 8 }, leave))
  expect(byStatus(answers)[200]).toBe(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const told = await mailsTo(opened.shop, anna.email)
  expect(told.map(({ template }) => template)).toEqual(['account-deleted'])
  await expectGone(opened.shop, anna.id)
})

test('a new address, a sign-in and a role that come while somebody leaves revive nothing', async () => {
  const opened = await sharedShop()
  const { shop, as: people } = opened
  for (let round = 0; round < ROUNDS; round++) {
    const anna = await aMember(opened)
    const as = await anna.as()
    const newEmail = `new-${crypto.randomUUID().slice(0, 8)}@example.com`
    expect((await as.account.email.$put({ json: { newEmail, password: anna.password } })).status).toBe(200)
    const token = await tokenTo(shop, 'change', newEmail)
    const { password } = anna
    const leave = () => as.account.delete.$post({ json: { email: anna.email, password } })
    const others = [
      () => anna.browser.send('/api/auth/confirm-email', { json: { token } }),
      () => anna.browser.send('/api/auth/sign-in/email', { json: { email: anna.email, password } }),
      () => people.admin.users[':id'].$put({ param: { id: anna.id }, json: { role: 'admin' } }),
    ]
    const [left, ...rest] = await Promise.all([leave(), ...others.map((other) => other())])
    // Whoever signs in at that instant is told to try again, and then knows nobody.
    expect([left, ...rest].filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect([left.status, rest[0]?.status]).not.toEqual([200, 200])
    if (left.status === 200) await expectGone(shop, anna.id)
    expect((await people.admin.users[':id'].$put({ param: { id: anna.id }, json: { role: 'customer' } })).status).toBe(
      left.status === 200 ? 404 : 200,
    )
  }
})
