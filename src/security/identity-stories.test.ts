import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { isInAs } from '../testing/account.ts'
import { aBrowser, type Browser } from '../testing/browser.ts'
import { asGoogleTells, throughGoogle } from '../testing/google.ts'
import { linkTo, tokenTo } from '../testing/mails.ts'
import { aWorld } from './world.ts'

const world = aWorld()

const BEGINS = ['the owner of the mailbox', 'a stranger'] as const
const PROVES = [
  'nobody',
  'a scanner',
  'the owner here',
  'the owner elsewhere',
  'the owner says no',
  'own mail',
] as const
const BETWEEN = ['nothing', 'a promotion', 'another address', 'a deletion', 'another password', 'a sign-up'] as const
const WAYS = ['password', 'Google', 'reset'] as const

type Begins = (typeof BEGINS)[number]
type Proves = (typeof PROVES)[number]
type Between = (typeof BETWEEN)[number]
type Way = (typeof WAYS)[number]
type Story = { begins: Begins; proves: Proves; between: Between; way: Way }

/** Somebody with a browser and the password that they would choose. */
const somebody = (password: string) => ({ browser: aBrowser(world().origin), password })

/** The people of a story, and the mailbox that it is about, which the owner alone reads. */
function cast({ begins }: Story) {
  const owner = somebody('owner-of-mailbox-1')
  const stranger = somebody('stranger-at-door-2')
  const email = `owner-${crypto.randomUUID().slice(0, 8)}@example.com`
  const first = begins === 'a stranger' ? stranger : owner
  return { email, owner, stranger, third: somebody('third-of-them-3'), way: aBrowser(world().origin), first }
}
type Cast = ReturnType<typeof cast>

const post = (browser: Browser, call: string, json: object) => browser.send(`/api/auth/${call}`, { json })
const register = ({ email }: Cast, { browser, password }: Cast['owner']) =>
  post(browser, 'sign-up/email', { name: 'Anna', email, password })

/** A call with the bearer of whoever is signed in at this browser. */
async function asUser(browser: Browser, path: string, json: object, method = 'POST') {
  const email = await isInAs(browser)
  if (!email) return undefined
  const headers = { Authorization: `Bearer ${await browser.sync(email)}` }
  return browser.send(path, { method, json, headers })
}

/** Another address of one's own, its link opened in the same browser. */
async function readdress({ browser, password }: Cast['owner']) {
  const newEmail = `own-${crypto.randomUUID().slice(0, 8)}@example.com`
  const asked = await asUser(browser, '/api/account/email', { newEmail, password }, 'PUT')
  if (asked?.ok) await post(browser, 'confirm-email', { token: await tokenTo(world().shop, 'change', newEmail) })
}

const proofs: Record<Proves, (people: Cast, token: string) => Promise<unknown>> = {
  nobody: async () => undefined,
  'a scanner': async ({ email }) => {
    const link = await linkTo(world().shop, 'verify', email)
    const scanner = aBrowser(world().origin)
    for (const method of ['HEAD', 'GET']) await scanner.send(link, { method })
    await scanner.send(`/api/auth/verify-email${new URL(link).search}`)
  },
  'the owner here': ({ owner }, token) => post(owner.browser, 'verify-email', { token }),
  'the owner elsewhere': async ({ owner, first }, token) => {
    const phone = aBrowser(world().origin)
    if (first === owner) return post(phone, 'verify-email', { token, password: owner.password })
    return post(phone, 'reset-password', { token, newPassword: owner.password })
  },
  'the owner says no': (_, token) => post(aBrowser(world().origin), 'not-me', { token }),
  'own mail': ({ first }) => readdress(first),
}

const events: Record<Between, (people: Cast) => Promise<unknown>> = {
  nothing: async () => undefined,
  'a promotion': async ({ email }) => {
    const { send, admin, shop } = world()
    const [user] = await shop.db.select().from(users).where(eq(users.email, email))
    if (user) await send({ path: `/api/users/${user.id}`, method: 'PUT', json: { role: 'admin' }, token: admin.token })
  },
  'another address': ({ first }) => readdress(first),
  'a deletion': async ({ first: { browser, password } }) =>
    asUser(browser, '/api/account/delete', { email: await isInAs(browser), password }),
  'another password': async ({ first }) => {
    const newPassword = `${first.password}-again`
    const json = { currentPassword: first.password, newPassword }
    const answer = await asUser(first.browser, '/api/auth/change-password', json)
    if (answer?.ok) first.password = newPassword
  },
  'a sign-up': (people) => register(people, people.third),
}

const entries: Record<Way, (people: Cast) => Promise<unknown>> = {
  password: ({ way, email, owner }) => post(way, 'sign-in/email', { email, password: owner.password }),
  Google: ({ way, email }) => throughGoogle(way, world().origin, asGoogleTells({ name: 'Anna', email })),
  reset: async ({ way, email, owner }) => {
    await post(way, 'request-password-reset', { email })
    const token = await tokenTo(world().shop, 'reset', email).catch(() => undefined)
    if (!token) return
    await post(way, 'reset-password', { token, newPassword: owner.password })
    await post(way, 'sign-in/email', { email, password: owner.password })
  },
}

/**
 * O: the owner got in; o: their browser of before is in. S and T: the stranger, or whoever signed up between, is in the
 * account of this mailbox by session or password; s: the stranger is in an account with a mailbox of their own.
 */
async function told(story: Story) {
  const people = cast(story)
  const { email, owner, stranger, third, way } = people
  expect((await register(people, people.first)).status).toBe(200)
  await proofs[story.proves](people, await tokenTo(world().shop, 'verify', email))
  await events[story.between](people)
  await entries[story.way](people)
  const opens = async ({ browser, password }: Cast['owner']) =>
    (await isInAs(browser)) === email ||
    (await post(aBrowser(world().origin), 'sign-in/email', { email, password })).status === 200
  const marks = {
    O: (await isInAs(way)) === email,
    o: (await isInAs(owner.browser)) !== undefined,
    S: people.first === stranger && (await opens(stranger)),
    s: ![undefined, email].includes(await isInAs(stranger.browser)),
    T: story.between === 'a sign-up' && (await opens(third)),
  }
  return (
    Object.entries(marks)
      .flatMap(([mark, is]) => (is ? [mark] : []))
      .join('') || '-'
  )
}

/** How each story ends: a column for each event between, and in it the ways in by password, by Google and by reset. */
const ENDS: Record<Begins, Record<Proves, string>> = {
  // nothing, promotion, another address, deletion, another password, sign-up
  'the owner of the mailbox': {
    nobody: 'Oo o O | Oo o O | o Oo o | - O - | Oo o O | Oo o O',
    'a scanner': 'Oo o O | Oo o O | o Oo o | - O - | Oo o O | Oo o O',
    'the owner here': 'Oo O O | O O O | o o o | - O - | Oo O O | Oo O O',
    'the owner elsewhere': 'Oo O O | O O O | o o o | - O - | Oo O O | Oo O O',
    'the owner says no': '- O - | - O - | - O - | - O - | - O - | T T O',
    'own mail': 'o Oo o | o Oo o | o Oo o | - O - | o Oo o | oT oT Oo',
  },
  'a stranger': {
    nobody: 'S S O | S S O | s Os s | - O - | S S O | S S O',
    'a scanner': 'S S O | S S O | s Os s | - O - | S S O | S S O',
    'the owner here': 'S S O | S S O | s Os s | - O - | S S O | S S O',
    'the owner elsewhere': 'O O O | O O O | O O O | O O O | O O O | O O O',
    'the owner says no': '- O - | - O - | - O - | - O - | - O - | T T O',
    'own mail': 's Os s | s Os s | s Os s | - O - | s Os s | sT sT Os',
  },
}

describe.each(BEGINS)('%s registers', (begins) => {
  test.each(PROVES)(
    'and %s proves the mailbox',
    async (proves) => {
      const stories = BETWEEN.flatMap((between) => WAYS.map((way) => ({ begins, proves, between, way })))
      const ends = await Promise.all(stories.map(told))
      const row = BETWEEN.map((_, at) => ends.slice(3 * at, 3 * at + 3).join(' ')).join(' | ')
      expect(row).toBe(ENDS[begins][proves])
      // Whoever gets in by the mailbox shares the account with nobody.
      expect(row).not.toMatch(/O\w*[ST]/)
    },
    120_000,
  )
})
