import { expect, test } from 'vitest'
import { times } from '../../payments/open-test-payments.ts'
import { aMember } from '../../testing/account.ts'
import { aBrowser } from '../../testing/browser.ts'
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
const DOTTED = ['anna.berg', 'a.nna.berg', 'annaberg', 'an.naberg+2', 'annabe.rg'].map((name) => `${name}@gmail.com`)

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
