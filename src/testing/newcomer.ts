import { expect } from 'vitest'
import type { Shop } from '../shop.ts'
import { aBrowser, aStranger } from './browser.ts'
import { tokenTo } from './mails.ts'
import { clientOf } from './open-test-shop.ts'

/** A user who has just registered, with cookies of their own, and has not verified the address. */
export async function aNewcomer(
  { shop, origin }: { shop: Shop; origin: string },
  headers: Record<string, string> = {},
) {
  const who = aStranger()
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-up/email', { json: who, headers })).status).toBe(200)
  const as = clientOf(origin, await browser.sync(who.email), headers)
  const verify = async () => {
    const json = { token: await tokenTo(shop, 'verify', who.email) }
    expect((await browser.send('/api/auth/verify-email', { json, headers })).status).toBe(200)
  }
  return { ...who, browser, as, verify }
}
