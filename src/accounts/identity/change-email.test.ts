import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aMember, changeEmail, isInAs } from '../../testing/account.ts'
import { aBrowser, aStranger } from '../../testing/browser.ts'
import { asGoogleTells, throughGoogle } from '../../testing/google.ts'
import { linkTo, mailsOf, mailsTo, tokenTo } from '../../testing/mails.ts'
import { aNewcomer } from '../../testing/newcomer.ts'
import { clientOf, openTestShop, sharedTestShop } from '../../testing/open-test-shop.ts'
import { byStatus, paid, placed } from '../../testing/orders.ts'
import { makeAdmin } from '../change-role.ts'
import { users } from '../table.server.ts'

const sharedShop = sharedTestShop()
const HOUR = 3_600_000

const fresh = () => aStranger('New').email

async function open() {
  const opened = await sharedShop()
  const anna = await aMember(opened)
  const ask = async (json: { newEmail: string; password?: string; token?: string }) =>
    (await anna.as()).account.email.$put({ json })
  const confirm = (json: object, browser = anna.browser) => browser.send('/api/auth/confirm-email', { json })
  const userOf = async () => (await opened.shop.db.select().from(users).where(eq(users.id, anna.id)))[0]
  return { ...opened, anna, ask, confirm, userOf }
}

test('a new address counts once its link is confirmed, and the session goes on with a new id', async () => {
  const { shop, anna, ask, confirm, userOf, origin } = await open()
  const phone = aBrowser(origin)
  await phone.send('/api/auth/sign-in/email', { json: anna })
  const newEmail = fresh()
  expect((await ask({ newEmail, password: anna.password })).status).toBe(200)
  expect((await userOf())?.email).toBe(anna.email)
  expect(await (await (await anna.as()).account.$get()).json()).toMatchObject({ newEmail, google: false })
  const session = anna.browser.jar.get('parts-house.session_token')?.value
  await anna.browser.send('/api/auth/request-password-reset', { json: { email: anna.email } })
  const reset = await tokenTo(shop, 'reset', anna.email)
  const token = await tokenTo(shop, 'change', newEmail)
  expect((await confirm({ token })).status).toBe(200)
  expect(await userOf()).toMatchObject({ email: newEmail, emailVerified: true })
  expect(await isInAs(anna.browser)).toBe(newEmail)
  expect(anna.browser.jar.get('parts-house.session_token')?.value).not.toBe(session)
  expect(await isInAs(phone)).toBeUndefined()
  expect((await confirm({ token })).status).toBe(404)
  const json = { token: reset, newPassword: 'colder-storage-10' }
  expect((await phone.send('/api/auth/reset-password', { json })).status).toBe(404)
  const login = (email: string) => phone.send('/api/auth/sign-in/email', { json: { ...anna, email } })
  expect([(await login(anna.email)).status, (await login(newEmail)).status]).toEqual([401, 200])
})

test('a wrong password uses up nothing that an owner may ask for, and an account has four links an hour for a mailbox, whatever its tags', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const [anna, eve] = [await aMember(opened), await aMember(opened, 'Eve')]
  const ask = async (who: typeof anna, password: string) =>
    (await who.as()).account.email.$put({ json: { newEmail: `wished-for+${who.name}@example.com`, password } })
  const answers = []
  for (const password of ['wrong-1', 'wrong-2', 'wrong-3', 'wrong-4', ...Array(5).fill(eve.password)])
    answers.push(await ask(eve, password))
  expect(byStatus(answers)).toEqual({ 422: 4, 200: 4, 429: 1 })
  expect((await ask(anna, anna.password)).status).toBe(200)
})

test('a mailbox gets 20 links of a new address an hour, of all accounts together', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const answers = []
  for (let n = 0; n < 6; n++) {
    const { as, password } = await aMember(opened)
    const { account } = await as()
    const json = { newEmail: `wished-for+${n}@example.com`, password }
    for (let again = 0; again < 4; again++) answers.push(await account.email.$put({ json }))
  }
  expect(byStatus(answers)).toEqual({ 200: 20, 429: 4 })
})

test('its link changes nothing for whoever is not in the account, unless the password is typed', async () => {
  const { shop, anna, ask, confirm, userOf, origin } = await open()
  const newEmail = fresh()
  await ask({ newEmail, password: anna.password })
  const token = await tokenTo(shop, 'change', newEmail)
  const other = await aMember({ shop, origin }, 'Bo')
  for (const browser of [aBrowser(origin), other.browser]) {
    const answer = await confirm({ token }, browser)
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ field: 'password' })])
    expect((await confirm({ token, password: other.password.slice(1) }, browser)).status).toBe(401)
  }
  const scanner = aBrowser(origin)
  for (const method of ['HEAD', 'GET']) await scanner.send(await linkTo(shop, 'change', newEmail), { method })
  expect((await userOf())?.email).toBe(anna.email)
  const phone = aBrowser(origin)
  expect((await confirm({ token, password: anna.password }, phone)).status).toBe(200)
  expect(await isInAs(phone)).toBe(newEmail)
  expect(await isInAs(anna.browser)).toBeUndefined()
})

test('it begins with the password alone', async () => {
  const { shop, anna, ask } = await open()
  const newEmail = fresh()
  for (const proof of [{}, { password: 'not-the-password' }, { token: 'x' }]) {
    const answer = await ask({ newEmail, ...proof })
    expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining({ field: 'password' })])
  }
  expect((await ask({ newEmail: anna.email, password: anna.password })).status).toBe(422)
  await expect(linkTo(shop, 'change', newEmail)).rejects.toThrow()
})

test('to a taken address it answers the same, and the owner of that address is told', async () => {
  const { shop, anna, ask, origin } = await open()
  const bo = await aMember({ shop, origin }, 'Bo')
  const [free, taken] = [
    await ask({ newEmail: fresh(), password: anna.password }),
    await ask({ newEmail: bo.email.toUpperCase(), password: anna.password }),
  ]
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()])
  const told = await mailsTo(shop, bo.email)
  expect(told.map(({ template }) => template)).toEqual(['address-taken'])
  expect(JSON.stringify(told)).not.toContain(anna.email)
})

test('what an account shows and tells of an address that was asked for is the same for a free and a taken one', async () => {
  const opened = await openTestShop()
  const { clock } = opened
  const [anna, bo] = [await aMember(opened), await aMember(opened, 'Bo')]
  const seen = async () => {
    const as = await anna.as()
    const account = await (await as.account.$get()).json()
    const counts = await (await as.account.data.counts.$get()).json()
    const { links } = JSON.parse(await (await as.account.data.$get()).text()) as { links: Record<string, string>[] }
    return { account, counts: { ...counts.counts, sessions: 0 }, links }
  }
  const seenAfterAsking = async (newEmail: string) => {
    const json = { newEmail, password: anna.password }
    expect((await (await anna.as()).account.email.$put({ json })).status).toBe(200)
    const { account, counts, links } = await seen()
    const lived = links.map(({ created_at = '', expires_at = '', ...link }) => ({
      ...link,
      email: link.email === newEmail,
      life: Date.parse(expires_at) - Date.parse(created_at),
    }))
    return { account: { ...account, newEmail: account.newEmail === newEmail }, counts, links: lived }
  }
  const taken = await seenAfterAsking(bo.email)
  expect(taken.account.newEmail).toBe(true)
  expect(await seenAfterAsking(fresh())).toEqual(taken)
  const { password } = anna
  for (const newEmail of [bo.email, fresh()]) {
    await seenAfterAsking(newEmail)
    const json = { currentPassword: password, newPassword: password }
    const headers = { Authorization: `Bearer ${await anna.browser.sync(anna.email)}` }
    expect((await anna.browser.send('/api/auth/change-password', { json, headers })).status).toBe(200)
    expect((await seen()).account.newEmail).toBeNull()
    await seenAfterAsking(newEmail)
    clock.advance(HOUR)
    expect((await seen()).account.newEmail).toBeNull()
  }
})

test('an address that is taken while its link waits is told then', async () => {
  const { shop, anna, ask, confirm, userOf, origin } = await open()
  const newEmail = fresh()
  await ask({ newEmail, password: anna.password })
  const json = { ...aStranger('Bo'), email: newEmail }
  expect((await aBrowser(origin).send('/api/auth/sign-up/email', { json })).status).toBe(200)
  expect((await confirm({ token: await tokenTo(shop, 'change', newEmail) })).status).toBe(409)
  expect((await userOf())?.email).toBe(anna.email)
})

test('whoever reads the old mailbox takes the address back within the hour, and nobody else stays in', async () => {
  const { shop, anna, userOf, origin } = await open()
  const newEmail = fresh()
  await changeEmail({ shop, origin }, anna, newEmail)
  const change = { currentPassword: anna.password, newPassword: 'colder-storage-10' }
  const headers = { Authorization: `Bearer ${await anna.browser.sync(newEmail)}` }
  expect((await anna.browser.send('/api/auth/change-password', { json: change, headers })).status).toBe(200)
  const owner = aBrowser(origin)
  const token = await tokenTo(shop, 'take-back', anna.email)
  expect((await owner.send('/api/auth/take-back', { json: { token } })).status).toBe(200)
  expect(await userOf()).toMatchObject({ email: anna.email, emailVerified: true })
  expect(await isInAs(anna.browser)).toBeUndefined()
  const login = (password: string) => owner.send('/api/auth/sign-in/email', { json: { email: anna.email, password } })
  for (const password of [anna.password, change.newPassword]) expect((await login(password)).status).toBe(401)
  const json = { token: await tokenTo(shop, 'reset', anna.email), newPassword: 'coldest-storage-11' }
  expect((await owner.send('/api/auth/reset-password', { json })).status).toBe(200)
  expect((await login(json.newPassword)).status).toBe(200)
  expect((await owner.send('/api/auth/take-back', { json: { token } })).status).toBe(404)
})

test('an address two changes back wins over the one in between', async () => {
  const { shop, anna, userOf, origin } = await open()
  const [second, third] = [fresh(), fresh()]
  await changeEmail({ shop, origin }, anna, second)
  const first = await tokenTo(shop, 'take-back', anna.email)
  await changeEmail(
    { shop, origin },
    { ...anna, as: async () => clientOf(origin, await anna.browser.sync(second)) },
    third,
  )
  const takeBack = (token: string) => anna.browser.send('/api/auth/take-back', { json: { token } })
  expect((await takeBack(await tokenTo(shop, 'take-back', second))).status).toBe(200)
  expect((await userOf())?.email).toBe(second)
  expect((await takeBack(first)).status).toBe(200)
  expect((await userOf())?.email).toBe(anna.email)
})

test('nobody gets an address as long as it can be taken back', async () => {
  const opened = await openTestShop()
  const { shop, origin, clock } = opened
  const anna = await aMember(opened)
  await changeEmail(opened, anna, fresh())
  const json = { ...aStranger('Bo'), email: anna.email }
  const signUp = () => aBrowser(origin).send('/api/auth/sign-up/email', { json })
  const refused = await signUp()
  expect([refused.status, await refused.json()]).toEqual([422, expect.objectContaining({ field: 'email' })])
  expect(await throughGoogle(aBrowser(origin), origin, asGoogleTells(anna))).not.toBeNull()
  const bo = await aMember(opened, 'Bo')
  const json2 = { newEmail: anna.email, password: bo.password }
  expect((await (await bo.as()).account.email.$put({ json: json2 })).status).toBe(200)
  await expect(linkTo(shop, 'change', anna.email)).rejects.toThrow()
  await shop.db.execute(`update mail_links set expires_at = now() - interval '1 second' where kind = 'take-back'`)
  clock.advance(HOUR)
  expect((await signUp()).status).toBe(200)
})

test('a role that is given on the command line meanwhile is not for the mailbox of before', async () => {
  const { shop, anna, origin } = await open()
  const email = fresh()
  await changeEmail({ shop, origin }, anna, email)
  const token = await tokenTo(shop, 'take-back', anna.email)
  await makeAdmin(shop, email)
  expect((await anna.browser.send('/api/auth/take-back', { json: { token } })).status).toBe(404)
})

test('no change of role keeps an owner from taking the account back: another admin gives none in that hour, and may take one away', async () => {
  const { shop, anna, as, origin, userOf } = await open()
  await makeAdmin(shop, anna.email)
  await anna.browser.send('/api/auth/sign-in/email', { json: anna })
  await changeEmail({ shop, origin }, anna, fresh())
  const give = (role: 'admin' | 'customer') => as.admin.users[':id'].$put({ param: { id: anna.id }, json: { role } })
  expect((await give('customer')).status).toBe(200)
  const refused = await give('admin')
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringMatching(/less than an hour ago/) },
  ])
  const json = { token: await tokenTo(shop, 'take-back', anna.email) }
  expect((await anna.browser.send('/api/auth/take-back', { json })).status).toBe(200)
  expect(await userOf()).toMatchObject({ email: anna.email, role: 'customer' })
})

test('a mistyped address is left for good: its reader can neither take it back nor gets mails of orders', async () => {
  const { shop, product, origin } = await sharedShop()
  const anna = await aNewcomer({ shop, origin })
  const order = await placed(anna.as, product)
  const newEmail = fresh()
  expect((await anna.as.account.email.$put({ json: { newEmail, password: anna.password } })).status).toBe(200)
  const json = { token: await tokenTo(shop, 'change', newEmail) }
  expect((await anna.browser.send('/api/auth/confirm-email', { json })).status).toBe(200)
  const mails = await mailsOf(shop)
  expect((await mailsTo(shop, anna.email)).map(({ template }) => template)).toEqual(['verify'])
  const ofOrder = mails.flatMap((mail) => ('order' in mail ? [mail.order] : []))
  expect(ofOrder.filter(({ lines }) => lines[0]?.id === order._id).map(({ buyerEmail }) => buyerEmail)).toEqual([
    newEmail,
  ])
  await paid(shop, order)
})

test('somebody with Google alone begins with a fresh mail, which works once and for them', async () => {
  const { shop, origin } = await sharedShop()
  const anna = aStranger()
  const browser = aBrowser(origin)
  expect(await throughGoogle(browser, origin, asGoogleTells(anna))).toBeNull()
  const as = clientOf(origin, await browser.sync(anna.email))
  const newEmail = fresh()
  const begin = (token?: string) => as.account.email.$put({ json: { newEmail, ...(token && { token }) } })
  expect((await begin()).status).toBe(409)
  expect((await as.account.proof.$post()).status).toBe(200)
  const token = await tokenTo(shop, 'proof', anna.email)
  const bo = await aMember({ shop, origin }, 'Bo')
  const ofBo = await (await bo.as()).account.email.$put({ json: { newEmail, token } })
  expect(ofBo.status).toBe(422)
  expect((await (await bo.as()).account.proof.$post()).status).toBe(409)
  expect([(await begin(token)).status, (await begin(token)).status]).toEqual([200, 404])
  const json = { token: await tokenTo(shop, 'change', newEmail) }
  expect((await browser.send('/api/auth/confirm-email', { json })).status).toBe(200)
  expect(await isInAs(browser)).toBe(newEmail)
  expect(await throughGoogle(aBrowser(origin), origin, asGoogleTells(anna))).not.toBeNull()
  const reset = { token: await tokenTo(shop, 'reset', newEmail), newPassword: 'colder-storage-10' }
  expect((await aBrowser(origin).send('/api/auth/reset-password', { json: reset })).status).toBe(200)
  expect(await throughGoogle(aBrowser(origin), origin, asGoogleTells({ ...anna, email: newEmail }))).toBeNull()
})
