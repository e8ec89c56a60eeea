import { expect } from 'vitest'
import type { Browser } from './browser.ts'

const DONE = '/api/auth/google/done'

/** Presses Continue With Google, up to the page where one chooses who one is. */
export async function toGoogle(browser: Browser, origin: string) {
  const asked = new URLSearchParams({ nonce: 'n-1', origin })
  const { response, at } = await browser.follow(`/api/auth/google/start?${asked}`)
  expect([response.status, at.pathname]).toEqual([200, expect.stringMatching(/^\/google-stand-in\/choose\//)])
  return { page: await response.text(), at, response }
}

/** The whole way through the window; the error it ends with, or null. */
export async function throughGoogle(browser: Browser, origin: string, form: Record<string, string>) {
  const { at } = await toGoogle(browser, origin)
  const end = await browser.follow(at.href, { form })
  expect(end.at.pathname).toBe(DONE)
  expect(end.response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  return end.at.searchParams.get('error')
}

/** What somebody enters in the stand-in of Google. */
export const asGoogleTells = (person: { name: string; email: string }, verified = true) => ({
  ...person,
  ...(verified && { verified: 'yes' }),
})
