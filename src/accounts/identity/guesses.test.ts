import { expect, test } from 'vitest'
import { times } from '../../payments/open-test-payments.ts'
import { takeOfBudget } from '../../post/budget.ts'
import { aMember } from '../../testing/account.ts'
import { aBrowser } from '../../testing/browser.ts'
import { mailsOf } from '../../testing/mails.ts'
import { openTestShop } from '../../testing/open-test-shop.ts'

const ON = { env: { RATE_LIMIT: 'on' } }

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

/** Spellings of one mailbox. */
const TAGGED = [1, 2, 3, 4, 5].map((tag) => `anna+${tag}@example.com`)
const DOTTED = ['anna.berg', 'a.nna.berg', 'annaberg', 'an.naberg', 'annabe.rg'].map((name) => `${name}@gmail.com`)

test.each([
  ['request-password-reset', TAGGED],
  ['send-verification-email', TAGGED],
  ['request-password-reset', [...DOTTED.slice(0, 4), 'anna.berg@googlemail.com']],
  ['send-verification-email', DOTTED],
])('a mailbox gets four mails an hour by %s, whatever the tags of its address: %j', async (call, emails) => {
  const { origin } = await openTestShop(ON)
  const browser = aBrowser(origin)
  const statuses = []
  for (const email of emails) statuses.push((await browser.send(`/api/auth/${call}`, { json: { email } })).status)
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

test.each(['request-password-reset', 'send-verification-email'])(
  'tags that somebody makes up use up nothing that the address without a tag has by %s',
  async (call) => {
    const { origin } = await openTestShop(ON)
    const [stranger, anna] = [aBrowser(origin), aBrowser(origin)]
    const ask = async (browser: typeof anna, email: string) =>
      (await browser.send(`/api/auth/${call}`, { json: { email } })).status
    for (const email of TAGGED.slice(0, 4)) expect(await ask(stranger, email)).toBe(200)
    expect(await ask(anna, 'anna@example.com')).toBe(200)
  },
)

test.each(['request-password-reset', 'send-verification-email'])(
  'what a stranger asks for by %s before an address is registered uses up nothing of its owner’s',
  async (call) => {
    const { origin } = await openTestShop(ON)
    const [stranger, anna] = [aBrowser(origin), aBrowser(origin)]
    const ask = async (browser: typeof anna) =>
      (await browser.send(`/api/auth/${call}`, { json: { email: 'anna@example.com' } })).status
    for (const _ of TAGGED.slice(0, 4)) expect(await ask(stranger)).toBe(200)
    const signUp = { email: 'anna@example.com', name: 'Anna', password: 'cold-storage-9' }
    expect((await anna.send('/api/auth/sign-up/email', { json: signUp })).ok).toBe(true)
    expect(await ask(anna)).toBe(200)
  },
)

/** The n-th spelling of one mailbox, from 1. */
const dotted = (n: number) =>
  `${[...'annaberg'].map((letter, at) => (at && (n >> (at - 1)) & 1 ? `.${letter}` : letter)).join('')}@gmail.com`

test('neither a flood of newsletters nor one of sign-ups keeps a mailbox from the mail that proves its address', async () => {
  const { shop, origin } = await openTestShop({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  const browser = aBrowser(origin)
  const post = async (path: string, json: object, n = 0) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${1 + Math.floor(n / 5)}` }
    expect((await browser.send(path, { json, headers })).ok).toBe(true)
  }
  const sent: string[] = []
  const send = async () => {
    const mails = (await mailsOf(shop)).slice(sent.length)
    for (const mail of mails) sent.push(`${mail.template} ${await takeOfBudget(shop, mail)}`)
  }
  const signUp = (email: string, n: number) =>
    post('/api/auth/sign-up/email', { email, name: 'Anna', password: 'cold-storage-9' }, n)
  for (let n = 0; n < 24; n++) await post('/api/newsletter', { email: dotted(1 + n) }, n)
  await send()
  await signUp('annaberg@gmail.com', 0)
  await send()
  for (let n = 0; n < 24; n++) await signUp(dotted(50 + n), 50 + n)
  await send()
  for (let n = 0; n < 4; n++) await post('/api/auth/send-verification-email', { email: 'annaberg@gmail.com' })
  await send()
  expect(Object.entries(Object.groupBy(sent, (told) => told)).map(([told, all]) => `${all?.length} x ${told}`)).toEqual(
    ['20 x newsletter-confirm true', '4 x newsletter-confirm false', '24 x verify true', '5 x verify false'],
  )
  expect([sent[24], ...sent.slice(-4)]).toEqual(Array(5).fill('verify true'))
})
