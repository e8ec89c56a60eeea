import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../../audit/table.server.ts'
import { aMember, isInAs } from '../../testing/account.ts'
import { aPerson, clientOf, sharedTestShop, type TestShop } from '../../testing/open-test-shop.ts'
import { sessions, users } from '../table.server.ts'

const sharedShop = sharedTestShop()

const endedOf = ({ shop }: TestShop, id: string) =>
  shop.db
    .select({ before: auditLog.before, after: auditLog.after, actorId: auditLog.actorId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'session.end')))

test('an admin sees where somebody is signed in, and ends it all; their password still opens', async () => {
  const here = await sharedShop()
  const { as, admin } = here
  const anna = await aMember(here)
  const client = await anna.as()
  const param = { id: anna.id }
  const list = await (await as.admin.users[':id'].sessions.$get({ param })).json()
  expect(list).toMatchObject([{ device: expect.any(String), handheld: false, usedAt: expect.any(String) }])
  expect(list[0]).not.toHaveProperty('here')
  expect(await (await as.admin.users[':id'].sessions.$delete({ param })).json()).toEqual({ _id: anna.id, ended: 1 })
  expect((await client.account.$get()).status).toBe(401)
  expect(await isInAs(anna.browser)).toBeUndefined()
  expect(await endedOf(here, anna.id)).toEqual([{ actorId: admin.id, before: { sessions: 1 }, after: { sessions: 0 } }])
  // A second request finds no session: it changes nothing and writes no audit entry.
  expect(await (await as.admin.users[':id'].sessions.$delete({ param })).json()).toEqual({ _id: anna.id, ended: 0 })
  expect(await endedOf(here, anna.id)).toHaveLength(1)
  expect((await anna.browser.send('/api/auth/sign-in/email', { json: anna })).status).toBe(200)
})

test('one session ends alone, and only where it belongs', async () => {
  const here = await sharedShop()
  const { as, buyer, other } = here
  const anna = await aMember(here)
  await anna.browser.send('/api/auth/sign-in/email', { json: anna })
  const list = await (await as.admin.users[':id'].sessions.$get({ param: { id: anna.id } })).json()
  const [latest = { _id: '' }] = list
  const end = (id: string, session: string) =>
    as.admin.users[':id'].sessions[':session'].$delete({ param: { id, session } })
  expect((await end(anna.id, buyer.sessionId)).status).toBe(404)
  expect((await end(other.id, latest._id)).status).toBe(404)
  expect((await end(anna.id, latest._id)).status).toBe(200)
  expect((await end(anna.id, latest._id)).status).toBe(404)
  expect(await endedOf(here, anna.id)).toMatchObject([
    { before: { sessions: list.length }, after: { sessions: list.length - 1 } },
  ])
  expect((await as.buyer.account.$get()).status).toBe(200)
})

test('nobody ends their own here, a customer those of nobody, and nobody those of a closed account', async () => {
  const { as, admin, buyer, other, shop } = await sharedShop()
  const end = (client: typeof as.admin, id: string) => client.users[':id'].sessions.$delete({ param: { id } })
  const own = await end(as.admin, admin.id)
  expect([own.status, await own.json()]).toMatchObject([409, { message: expect.stringContaining('Security') }])
  expect((await as.admin.account.$get()).status).toBe(200)
  expect((await end(as.buyer, other.id)).status).toBe(403)
  expect((await as.buyer.users[':id'].sessions.$get({ param: { id: other.id } })).status).toBe(403)
  await shop.db.update(users).set({ closedAt: shop.clock.now() }).where(eq(users.id, other.id))
  expect((await end(as.admin, other.id)).status).toBe(404)
  expect((await end(as.admin, buyer.id)).status).toBe(200)
})

test('admins who end each other’s sessions at once all get an answer, and each session ends once', async () => {
  const here = await sharedShop()
  const { shop, origin } = here
  const admins = await Promise.all(Array.from({ length: 4 }, (_, at) => aPerson(shop, `admin${at}`, 'admin')))
  const answers = await Promise.all(
    admins.flatMap(({ id: actor, token }) =>
      admins
        .filter(({ id }) => id !== actor)
        .map(({ id }) => clientOf(origin, token).users[':id'].sessions.$delete({ param: { id } })),
    ),
  )
  for (const { status } of answers) expect([200, 401]).toContain(status)
  for (const { id } of admins) {
    const left = await shop.db.$count(sessions, eq(sessions.userId, id))
    expect([id, left + (await endedOf(here, id)).length]).toEqual([id, 1])
  }
})
