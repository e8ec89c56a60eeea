import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { times } from '../../payments/open-test-payments.ts'
import { takeOfBudget } from '../../post/budget.ts'
import type { Shop } from '../../shop.ts'
import { aMember } from '../../testing/account.ts'
import { aBrowser } from '../../testing/browser.ts'
import { mailsOf } from '../../testing/mails.ts'
import { openTestShop } from '../../testing/open-test-shop.ts'
import { users } from '../table.server.ts'

const ON = { env: { RATE_LIMIT: 'on' } }
/** Requests may come from many client addresses. */
const PROXIED = { env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } }

test('wrong passwords that a signed-in user types count together, whatever they are typed for', async () => {
  const opened = await openTestShop(ON)
  const [anna, bo] = [await aMember(opened), await aMember(opened, 'Bo')]
  const callsOf = async ({ as, browser, email }: typeof anna) => {
    const { account } = await as()
    const headers = { Authorization: `Bearer ${await browser.sync(email)}` }
    const newPassword = 'colder-storage-11'
    return {
      change: (currentPassword: string) =>
        browser.send('/api/auth/change-password', { json: { currentPassword, newPassword }, headers }),
      move: (password: string) => account.email.$put({ json: { newEmail: 'elsewhere@example.com', password } }),
      leave: (password: string) => account.delete.$post({ json: { email, password } }),
    }
  }
  const [{ change, move, leave }, ofBo] = [await callsOf(anna), await callsOf(bo)]
  const wrong = await Promise.all([
    ...times(4, () => change('wrong-1')),
    ...times(4, () => move('wrong-2')),
    ...times(2, () => leave('wrong-3')),
  ])
  expect(wrong.map(({ status }) => status)).toEqual(Array(10).fill(422))
  const later = [await change(anna.password), await move(anna.password), await leave(anna.password)]
  expect(later.map(({ status }) => status)).toEqual([429, 429, 429])
  const right = [await ofBo.move(bo.password), await ofBo.leave(bo.password)]
  expect(right.map(({ status }) => status)).toEqual([200, 200])
})

const LINKS = ['request-password-reset', 'send-verification-email']

/** A browser whose n-th client address calls under /api/auth; answers the status. */
function calling(origin: string) {
  const browser = aBrowser(origin)
  return async (call: string, json: object, n = 1) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${n}` }
    return (await browser.send(`/api/auth/${call}`, { json, headers })).status
  }
}

const signUp = (email: string) => ({ email, name: 'Anna', password: 'cold-storage-9' })

test.each(LINKS)('an address gets four links an hour by %s, with an account or without', async (call) => {
  const { origin } = await openTestShop(PROXIED)
  const send = calling(origin)
  await send('sign-up/email', signUp('anna@example.com'))
  for (const email of ['anna@example.com', 'bo@example.com']) {
    const statuses = await Promise.all(times(5, (n) => send(call, { email }, n)))
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 429])
  }
})

/** Addresses, and other spellings of their mailboxes. */
const SPELT = [
  ['annaberg@gmail.com', 'anna.berg@googlemail.com'],
  ['anna@example.com', 'anna+made-up@example.com'],
  ['anna+shop@example.com', 'anna+made-up@example.com'],
] as const

test.each(LINKS)(
  'what is asked for by %s in another spelling of an address uses up nothing of it and does not tell whether it has an account',
  async (call) => {
    for (const [email, other] of SPELT) {
      const { origin } = await openTestShop(PROXIED)
      const [send, stranger] = [calling(origin), calling(origin)]
      const ask = async () => {
        await Promise.all(times(4, (n) => stranger(call, { email: other }, n)))
        return send(call, { email })
      }
      const without = await ask()
      await send('sign-up/email', signUp(email))
      expect([without, await ask()]).toEqual([200, 200])
    }
  },
)

test.each(LINKS)(
  'what a stranger asks for by %s before an address is registered uses up nothing of its owner’s',
  async (call) => {
    const { origin } = await openTestShop(ON)
    const [stranger, anna] = [calling(origin), calling(origin)]
    const email = 'anna@example.com'
    await Promise.all(times(4, () => stranger(call, { email })))
    await anna('sign-up/email', signUp(email))
    expect(await anna(call, { email })).toBe(200)
  },
)

/** The n-th spelling of one mailbox, from 1. */
const dotted = (n: number) =>
  `${[...'annaberg'].map((letter, at) => (at && (n >> (at - 1)) & 1 ? `.${letter}` : letter)).join('')}@gmail.com`

/** Takes the mails that were written since from what their mailboxes get, and counts them by template and outcome. */
function counting(shop: Shop) {
  let seen = 0
  return async () => {
    const mails = (await mailsOf(shop)).slice(seen)
    seen += mails.length
    const told: string[] = []
    for (const mail of mails) told.push(`${mail.template} ${(await takeOfBudget(shop, mail)) ? 'sent' : 'dropped'}`)
    return Object.fromEntries(Object.entries(Object.groupBy(told, (it) => it)).map(([it, all]) => [it, all?.length]))
  }
}

test('neither a flood of newsletters nor one of sign-ups keeps a mailbox from the mail that proves its address', async () => {
  const { shop, origin } = await openTestShop(PROXIED)
  const [send, count] = [calling(origin), counting(shop)]
  const email = 'annaberg@gmail.com'
  await Promise.all(times(24, (n) => send('../newsletter', { email: dotted(1 + n) }, n)))
  expect(await count()).toEqual({ 'newsletter-confirm sent': 20, 'newsletter-confirm dropped': 4 })
  await send('sign-up/email', signUp(email))
  expect(await count()).toEqual({ 'verify sent': 1 })
  await Promise.all(times(24, (n) => send('sign-up/email', signUp(dotted(50 + n)), n)))
  expect(await count()).toEqual({ 'verify sent': 19, 'verify dropped': 5 })
  await Promise.all(times(4, () => send('send-verification-email', { email })))
  expect(await count()).toEqual({ 'verify sent': 4 })
})

test('links for made-up spellings of a mailbox come twenty an hour, and leave those of its proved address', async () => {
  const { shop, origin } = await openTestShop(PROXIED)
  const [send, count] = [calling(origin), counting(shop)]
  const email = 'annaberg@gmail.com'
  await shop.auth.createUser({ ...signUp(email), emailVerified: true })
  const now = shop.clock.now()
  const made = (n: number) => ({ id: uuidv7(), name: 'Anna', email: dotted(1 + n), createdAt: now, updatedAt: now })
  await shop.db.insert(users).values(times(24, made))
  const ask = (call: string, from: number) => Promise.all(times(12, (n) => send(call, { email: dotted(from + n) }, n)))
  await ask('send-verification-email', 1)
  expect(await count()).toEqual({ 'verify sent': 12 })
  await ask('request-password-reset', 13)
  expect(await count()).toEqual({ 'reset sent': 8, 'reset dropped': 4 })
  await Promise.all(times(4, () => send('request-password-reset', { email })))
  expect(await count()).toEqual({ 'reset sent': 4 })
})
