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

/** A tab that the browser discards out of sight, as phones do: its page never hears that it is left. */
export const toBeDiscarded = (page: Page) =>
  page.addInitScript(() => addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true))

/** The page behind another tab or application, until it comes back. */
export const goesOutOfSight = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })

/** The page in sight again, as Back brings it out of the browser's memory with all that stood in it. */
export const comesBack = (page: Page) =>
  page.evaluate(() => {
    Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
