import { and, desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog } from '../audit/table.server.ts'
import type { connect } from '../client.ts'
import type { Shop } from '../shop.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { aPerson, clientOf, openEmptyShop, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { makeAdmin } from './change-role.ts'
import { createDemoAccounts, ensureFirstAdmin } from './first-accounts.ts'
import { sessions, users } from './table.server.ts'

const PROFILE = {
  education: 'Refrigeration',
  location: 'Oslo',
  phone: '22 00 01 40',
  linkedin: 'https://linkedin.com/in/anna',
}
const sharedShop = sharedTestShop()

type Answer = Promise<{ status: number }>
const statusOf = async (answer: Answer) => (await answer).status

describe('GET /admin/{email}', () => {
  test('tells about yourself, and an admin about anybody', async () => {
    const { as, buyer, admin } = await sharedShop()
    const ask = (client: typeof as.buyer, email: string) => client.admin[':email'].$get({ param: { email } })
    expect(await (await ask(as.buyer, buyer.email)).json()).toEqual({ admin: false })
    expect(await (await ask(as.admin, admin.email)).json()).toEqual({ admin: true })
    expect(await (await ask(as.admin, buyer.email.toUpperCase())).json()).toEqual({ admin: false })
    expect(await statusOf(ask(as.buyer, admin.email))).toBe(403)
    expect(await statusOf(ask(as.nobody, buyer.email))).toBe(401)
  })
})

describe('PUT /user/{email} with email and name', () => {
  test('gives the token of the signed-in person to their own page, and to nobody else', async () => {
    const { origin, shop, other, buyer } = await sharedShop()
    const anna = aStranger()
    await shop.auth.createUser(anna)
    const browser = aBrowser(origin)
    const sync = (email: string, json: object = { email, name: 'x' }, headers: Record<string, string> = {}) =>
      browser.send(`/api/user/${email}`, { method: 'PUT', json, headers })
    expect(await statusOf(sync(anna.email))).toBe(401)
    await browser.send('/api/auth/sign-in/email', { json: anna })
    expect(await statusOf(sync(other.email))).toBe(403)
    expect(await statusOf(sync(anna.email, { email: other.email, name: 'x' }))).toBe(403)
    expect(await statusOf(sync(anna.email, undefined, { Origin: 'https://evil.example' }))).toBe(403)
    expect(await statusOf(sync(anna.email, undefined, { 'Sec-Fetch-Site': 'same-site' }))).toBe(403)
    const bearer = { Authorization: `Bearer ${buyer.token}` }
    expect(
      await statusOf(
        aBrowser(origin).send(`/api/user/${buyer.email}`, { method: 'PUT', json: buyer, headers: bearer }),
      ),
    ).toBe(401)
    const { token } = (await (await sync(` ${anna.email.toUpperCase()}`)).json()) as { token: string }
    const who = await clientOf(origin, token).user[':email'].$get({ param: { email: anna.email } })
    expect(await who.json()).toMatchObject({ email: anna.email, name: 'Anna', role: 'customer' })
  })
})

describe('PUT /user/{email} with a profile', () => {
  test('keeps the four fields and nothing else', async () => {
    const { as, buyer, shop } = await sharedShop()
    const json = { ...PROFILE, role: 'admin', email: 'x@example.com', name: 'Y', emailVerified: false }
    const answer = await as.buyer.user[':email'].$put({ param: { email: buyer.email }, json })
    expect(await answer.json()).toMatchObject({ ...PROFILE, email: buyer.email, name: buyer.name, role: 'customer' })
    const [row] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
    expect(row).toMatchObject({ ...PROFILE, role: 'customer', name: buyer.name, emailVerified: true })
  })

  test('takes the phone as a number too', async () => {
    const { as, buyer } = await sharedShop()
    const json = { ...PROFILE, phone: 22000140 }
    const answer = await as.buyer.user[':email'].$put({ param: { email: buyer.email }, json })
    expect(await answer.json()).toMatchObject({ phone: '22000140' })
  })

  test.each([
    [{ ...PROFILE, education: ' ' }, 'education', 422],
    [{ ...PROFILE, linkedin: 'javascript:alert(1)' }, 'linkedin', 422],
    [{ education: 'x' }, 'location', 400],
  ])('refuses %o', async (json, field, status) => {
    const { as, buyer } = await sharedShop()
    const answer = await as.buyer.user[':email'].$put({ param: { email: buyer.email }, json: json as typeof PROFILE })
    expect([answer.status, ((await answer.json()) as { field?: string }).field]).toEqual([status, field])
  })

  test("is nobody else's to change, an admin's neither", async () => {
    const { as, buyer } = await sharedShop()
    const put = (client: typeof as.buyer) =>
      client.user[':email'].$put({ param: { email: buyer.email }, json: PROFILE })
    expect([await statusOf(put(as.nobody)), await statusOf(put(as.other)), await statusOf(put(as.admin))]).toEqual([
      401, 403, 403,
    ])
  })
})

describe('GET /user/{email}', () => {
  test('answers the owner, by bearer or by the cookie of our own page, and an admin', async () => {
    const { as, origin, shop } = await sharedShop()
    const anna = aStranger()
    await shop.auth.createUser(anna)
    const get = (client: typeof as.buyer, email = anna.email) =>
      statusOf(client.user[':email'].$get({ param: { email } }))
    expect([await get(as.nobody), await get(as.other), await get(as.admin)]).toEqual([401, 403, 200])
    expect([await get(as.admin, 'nobody@example.com'), await get(as.other, 'nobody@example.com')]).toEqual([404, 403])
    const browser = aBrowser(origin)
    await browser.send('/api/auth/sign-in/email', { json: anna })
    expect(await statusOf(browser.send(`/api/user/${anna.email}`))).toBe(200)
    expect(
      await statusOf(browser.send(`/api/user/${anna.email}`, { headers: { 'Sec-Fetch-Site': 'cross-site' } })),
    ).toBe(403)
  })
})

describe('GET /users', () => {
  test('lists everybody for an admin, newest first, in pages, by words and by role', async () => {
    const { as, shop, buyer, other, admin } = await openTestShop()
    for (const name of ['zoe', 'yan']) await aPerson(shop, name)
    const list = async (query: object = {}) => {
      const answer = await as.admin.users.$get({ query })
      return { people: (await answer.json()) as { _id: string; name: string }[], headers: answer.headers }
    }
    const { people, headers } = await list({ limit: '2' })
    expect(people.map(({ name }) => name)).toEqual(['yan', 'zoe'])
    expect(headers.get('x-total-count')).toBe('5')
    const cursor = new URL(headers.get('link')?.match(/<(.+)>/)?.[1] ?? '', 'http://x').searchParams.get('cursor')
    const rest = (await list({ limit: '500', cursor })).people.map(({ _id }) => _id)
    expect(rest.toSorted()).toEqual([buyer.id, other.id, admin.id].toSorted())
    const sessionsOf = async (id: string) => (await list()).people.find(({ _id }) => _id === id)
    expect(await sessionsOf(buyer.id)).toMatchObject({ sessions: 1, seenAt: expect.any(String) })
    const yan = people[0]?._id ?? ''
    await shop.db.delete(sessions).where(eq(sessions.userId, yan))
    expect(await sessionsOf(yan)).toMatchObject({ sessions: 0, seenAt: null })
    expect((await list({ q: 'ZOE example' })).people.map(({ name }) => name)).toEqual(['zoe'])
    expect((await list({ role: 'admin' })).people.map(({ _id }) => _id)).toEqual([admin.id])
    for (const name of ['100%-ann', '1000-ann', 'eva_lind', 'eva-lind']) await aPerson(shop, name)
    expect((await list({ q: '100%' })).people.map(({ name }) => name)).toEqual(['100%-ann'])
    expect((await list({ q: 'eva_lind' })).people.map(({ name }) => name)).toEqual(['eva_lind'])
    expect(await statusOf(as.admin.users.$get({ query: { cursor: 'x' } }))).toBe(400)
    expect([
      await statusOf(as.nobody.users.$get({ query: {} })),
      await statusOf(as.buyer.users.$get({ query: {} })),
    ]).toEqual([401, 403])
  })
})

describe('PUT /users/{id}', () => {
  const role = (client: ReturnType<typeof connect>, id: string, to: 'admin' | 'customer') =>
    client.users[':id'].$put({ param: { id }, json: { role: to } })

  const roleChangesOf = ({ db }: Shop, id: string) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'role.change'), eq(auditLog.subject, id)))

  test('makes an admin once, with a line in the audit log, and ends the sessions of before', async () => {
    const { as, shop, buyer, admin } = await sharedShop()
    expect([
      await statusOf(role(as.nobody, buyer.id, 'admin')),
      await statusOf(role(as.buyer, buyer.id, 'admin')),
    ]).toEqual([401, 403])
    for (let round = 0; round < 2; round++) {
      const answer = await role(as.admin, buyer.id, 'admin')
      expect([answer.status, ((await answer.json()) as { role: string }).role]).toEqual([200, 'admin'])
    }
    const lines = await roleChangesOf(shop, buyer.id)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      actorId: admin.id,
      subject: buyer.id,
      before: { role: 'customer' },
      after: { role: 'admin' },
    })
    expect(await statusOf(as.buyer.admin[':email'].$get({ param: { email: buyer.email } }))).toBe(401)
    expect(await shop.db.$count(sessions, eq(sessions.userId, buyer.id))).toBe(0)
  })

  test('makes nobody an admin whose address is not verified, by no way', async () => {
    const { as, shop } = await openTestShop()
    const { id, email } = await shop.auth.createUser({
      name: 'Eve',
      email: 'eve@example.com',
      password: 'cold-storage-9',
    })
    const answer = await role(as.admin, id, 'admin')
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringContaining('is not verified') }),
    ])
    await expect(makeAdmin(shop, email)).rejects.toThrow('is not verified')
    await expect(shop.pool.query(`update users set role = 'admin' where id = $1`, [id])).rejects.toThrow('not verified')
    expect(await shop.db.$count(auditLog, eq(auditLog.subject, id))).toBe(0)
  })

  test('a demoted admin is refused on the next request', async () => {
    const { as, shop, origin } = await sharedShop()
    const second = await aPerson(shop, 'second', 'admin')
    expect(await statusOf(role(as.admin, second.id, 'customer'))).toBe(200)
    expect(await statusOf(clientOf(origin, second.token).users.$get({ query: {} }))).toBe(401)
  })

  test('the last admin stays, also when two demote each other at once', async () => {
    const { as, shop, admin, origin } = await openTestShop()
    expect(await statusOf(role(as.admin, admin.id, 'customer'))).toBe(409)
    const second = await aPerson(shop, 'second', 'admin')
    const asSecond = clientOf(origin, second.token)
    const answers = await Promise.all([role(as.admin, second.id, 'customer'), role(asSecond, admin.id, 'customer')])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shop.db.$count(users, eq(users.role, 'admin'))).toBe(1)
  })

  test('can be given from the command line, by address', async () => {
    const { shop, buyer } = await sharedShop()
    expect((await makeAdmin(shop, buyer.email)).role).toBe('admin')
    await expect(makeAdmin(shop, 'nobody@example.com')).rejects.toThrow('They must register first.')
    const [line] = await roleChangesOf(shop, buyer.id)
    expect(line).toMatchObject({ actorId: null, subject: buyer.id })
  })

  test('an id of nobody is a 404, another role a 422', async () => {
    const { as, buyer } = await sharedShop()
    expect(await statusOf(role(as.admin, '01980000-0000-7000-8000-000000000000', 'admin'))).toBe(404)
    expect(await statusOf(role(as.admin, 'nobody', 'admin'))).toBe(404)
    expect(await statusOf(role(as.admin, buyer.id, 'owner' as never))).toBe(422)
  })
})

describe('the first accounts', () => {
  test('ADMIN_EMAIL makes one admin, once, on a shop without accounts', async () => {
    const { shop } = await openEmptyShop({ env: { ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: 'very-cold-9' } })
    await Promise.all([ensureFirstAdmin(shop), ensureFirstAdmin(shop)])
    await createDemoAccounts(shop)
    expect(await shop.db.select({ email: users.email, role: users.role }).from(users)).toEqual([
      { email: 'boss@example.com', role: 'admin' },
    ])
    const [line] = await shop.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    expect(line?.action).toBe('admin.first')
    const entered = await aBrowser(shop.config.appOrigin).send('/api/auth/sign-in/email', {
      json: { email: 'boss@example.com', password: 'very-cold-9' },
    })
    expect(entered.status).toBe(200)
  })

  test('a trial has an admin and a customer, both verified', async () => {
    const { shop } = await openEmptyShop()
    await createDemoAccounts(shop)
    const people = await shop.db
      .select({ role: users.role, verified: users.emailVerified })
      .from(users)
      .orderBy(users.role)
    expect(people).toEqual([
      { role: 'admin', verified: true },
      { role: 'customer', verified: true },
    ])
  })
})
