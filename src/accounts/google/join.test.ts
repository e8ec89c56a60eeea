import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Shop } from '../../shop.ts'
import { aGoogler } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { asGoogleTells, throughGoogle } from '../../testing/google.ts'
import { tokenTo } from '../../testing/mails.ts'
import { sharedTestShop } from '../../testing/open-test-shop.ts'
import { whileWaiting } from '../../testing/while-waiting.ts'
import { makeAdmin } from '../change-role.ts'
import { takeBackAddress } from '../identity/change-email.ts'
import { resetPassword } from '../identity/passwords.ts'
import { accounts, sessions, users } from '../table.server.ts'
import { joinGoogle } from './join.ts'
import { inOneSignIn, keepProved } from './proved.ts'

const sharedShop = sharedTestShop()

/** An account of Google alone, which has got another address since; `byGoogle` comes by Google of its address. */
async function anAccountThatMoved() {
  const here = await sharedShop()
  const { name, email, moveTo } = await aGoogler(here)
  const newEmail = aStranger().email
  const asked = asGoogleTells({ name, email: newEmail })
  const byGoogle = () => throughGoogle(aBrowser(here.origin), here.origin, asked)
  await moveTo(newEmail)
  const [user] = await here.shop.db.select({ id: users.id }).from(users).where(eq(users.email, newEmail))
  return { ...here, anna: { email, id: user?.id ?? '' }, newEmail, byGoogle }
}

const sessionsOf = ({ db }: Shop, userId: string) => db.$count(sessions, eq(sessions.userId, userId))
const googlesOf = ({ db }: Shop, userId: string) =>
  db.$count(accounts, and(eq(accounts.userId, userId), eq(accounts.providerId, 'google')))

type Moved = Awaited<ReturnType<typeof anAccountThatMoved>>

type Change = (there: Moved) => Promise<(inside: Shop) => Promise<unknown>>

const takenBack: Change = async ({ shop, anna }) => {
  const token = await tokenTo(shop, 'take-back', anna.email)
  return (inside) => takeBackAddress(inside, token)
}

const CHANGES: Record<string, Change> = {
  'is made an admin':
    async ({ newEmail }) =>
    (inside) =>
      makeAdmin(inside, newEmail),
  'gets a new password by a mail': async ({ shop, newEmail }) => {
    await aBrowser(shop.config.appOrigin).send('/api/auth/request-password-reset', { json: { email: newEmail } })
    const asked = { token: await tokenTo(shop, 'reset', newEmail), newPassword: 'colder-storage-10' }
    return (inside) => resetPassword(inside, asked)
  },
  'is taken back': takenBack,
}

test.each(Object.entries(CHANGES))(
  'Google that was on its way opens no account that %s meanwhile',
  async (_, change) => {
    const there = await anAccountThatMoved()
    const { shop, anna, newEmail, byGoogle } = there
    expect(await byGoogle()).toBeNull()
    const changed = await whileWaiting(shop, {
      email: newEmail,
      send: byGoogle,
      change: await change(there),
    })
    expect(changed).toBe('internal_server_error')
    expect([await sessionsOf(shop, anna.id), await googlesOf(shop, anna.id)]).toEqual([0, 0])
  },
)

test('Google that was on its way joins no account that is taken back from it meanwhile, and ends no link', async () => {
  const there = await anAccountThatMoved()
  const { shop, origin, anna, newEmail, byGoogle } = there
  const changed = await whileWaiting(shop, {
    email: newEmail,
    send: byGoogle,
    change: await takenBack(there),
  })
  expect(changed).toBe('unable_to_link_account')
  expect([await sessionsOf(shop, anna.id), await googlesOf(shop, anna.id)]).toEqual([0, 0])
  const reset = { token: await tokenTo(shop, 'reset', anna.email), newPassword: 'colder-storage-10' }
  expect((await aBrowser(origin).send('/api/auth/reset-password', { json: reset })).status).toBe(200)
})

test('the stand-in of a demonstration joins no account of an admin, also of one who was made that beside its callback', async () => {
  const { shop } = await sharedShop()
  const joins = async (role: 'admin' | 'customer') => {
    const { id: userId, email } = await shop.auth.createUser({ ...aStranger(), role, emailVerified: true })
    const config = { ...shop.config, demo: true }
    return inOneSignIn(() => {
      keepProved({ sub: userId, email, emailVerified: true })
      return joinGoogle({ ...shop, config }, { providerId: 'google', userId })
    })
  }
  expect([await joins('admin'), await joins('customer')]).toEqual([false, undefined])
})
