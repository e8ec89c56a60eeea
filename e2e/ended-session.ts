import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fillLogin, untilWhole } from './person.ts'
import type { Buyer } from './standing.ts'

/** Ends the session at the shop alone: the browser hears of it with its next call. */
export const endSession = ({ context, origin }: Buyer) =>
  context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: origin } })

/** Logs in at the page that an ended session has led to. */
export async function logBackIn({ page, who }: Buyer) {
  await page.waitForURL((url) => url.pathname === '/login')
  await untilWhole(page)
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await untilWhole(page)
}

export const reads = (page: Page, label: string, text: string) =>
  expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe(text)
