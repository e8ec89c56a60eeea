import { expect } from 'vitest'
import { aBrowser, aStranger, type Browser } from './browser.ts'
import { asGoogleTells, throughGoogle } from './google.ts'
import { tokenTo } from './mails.ts'
import { clientOf, type TestShop } from './open-test-shop.ts'

type Place = Pick<TestShop, 'shop' | 'origin'>

/** Somebody with a password whose address is verified, signed in at a browser. */
export async function aMember({ shop, origin }: Place, name = 'Anna') {
  const who = aStranger(name)
  const { id } = await shop.auth.createUser({ ...who, emailVerified: true })
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-in/email', { json: who })).status).toBe(200)
  const as = async () => clientOf(origin, await browser.sync(who.email))
  return { ...who, id, browser, as }
}

/** A browser that registers `who` and signs in, or signs in another named user. */
export function atTheDoor<Opened extends { origin: string }>(opened: Opened, who: object) {
  const browser = aBrowser(opened.origin)
  const signUp = (json = who) => browser.send('/api/auth/sign-up/email', { json })
  const signIn = (json = who) => browser.send('/api/auth/sign-in/email', { json })
  return { ...opened, browser, signUp, signIn }
}

export type Member = Awaited<ReturnType<typeof aMember>>

/** Who is signed in at a browser. */
export async function isInAs(browser: Browser): Promise<string | undefined> {
  const answer = (await (await browser.send('/api/auth/get-session')).json()) as { user: { email: string } } | null
  return answer?.user.email
}

/** Asks for another address, and opens its link in the same browser. */
export async function changeEmail({ shop }: Place, { as, browser, password }: Member, newEmail: string) {
  const asked = await (await as()).account.email.$put({ json: { newEmail, password } })
  expect(asked.status).toBe(200)
  const token = await tokenTo(shop, 'change', newEmail)
  expect((await browser.send('/api/auth/confirm-email', { json: { token } })).status).toBe(200)
}

/** Somebody who came by Google and has no password; `moveTo` gives the account another address. */
export async function aGoogler({ shop, origin }: Place, { name, email } = aStranger()) {
  const browser = aBrowser(origin)
  expect(await throughGoogle(browser, origin, asGoogleTells({ name, email }))).toBeNull()
  const as = clientOf(origin, await browser.sync(email))
  const moveTo = async (newEmail: string) => {
    await as.account.proof.$post()
    const change = { newEmail, token: await tokenTo(shop, 'proof', email) }
    expect((await as.account.email.$put({ json: change })).status).toBe(200)
    const token = await tokenTo(shop, 'change', newEmail)
    expect((await browser.send('/api/auth/confirm-email', { json: { token } })).status).toBe(200)
  }
  return { name, email, browser, moveTo }
}
