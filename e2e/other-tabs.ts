import type { BrowserContext, Page } from 'playwright-core'
import { logIn, logOut, visit } from './person.ts'
import type { Buyer } from './standing.ts'

/** A tab that hears nothing of what other tabs store, as one in the background hears late. */
export async function deafTab(context: BrowserContext) {
  const page = await context.newPage()
  await page.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation(), true))
  return page
}

/** Somebody logs out in a tab of their own. */
export async function logOutElsewhere(context: BrowserContext) {
  const page = await context.newPage()
  await visit(page, '/home')
  await logOut(page)
  return page
}

/** Somebody logs out, and somebody else in, in a tab of their own. */
export async function takesOver(context: BrowserContext, { who }: Pick<Buyer, 'who'>) {
  const page = await logOutElsewhere(context)
  await logIn(page, who)
  return page
}

/** The page as Back brings it out of the browser's memory, with all that stood in it. */
export const comesBack = (page: Page) =>
  page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
