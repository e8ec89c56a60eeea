import type { BrowserContext, Page } from 'playwright-core'
import { ONCE_MORE, toast } from './person.ts'

/** Lets what is sent come to the shop and loses its answers, until the answer of this is called. */
export async function loseAnswers(context: BrowserContext, path: string, method = 'POST') {
  const placed = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    await route.fetch(ONCE_MORE)
    placed.resolve()
    await route.abort()
  })
  return { placed: placed.promise, end: () => context.unroute(path) }
}

/** What is sent to this path waits until `cut` is called; then it gets no answer, and comes to the shop if that is there. */
export async function holdLine(page: Page, path: string, { method = 'POST', isThere = false } = {}) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    asked.resolve()
    await held.promise
    if (isThere) await route.fetch(ONCE_MORE)
    await route.abort()
  })
  return { asked: asked.promise, cut: held.resolve, end: () => page.unroute(path) }
}

/** The buyer is led to the order of which the answer was lost. */
export async function isLedToIt(page: Page) {
  await toast(page, 'Your order was placed before. Look at it here.')
  await page.waitForURL(/\/dashboard\/orders\/PH-/)
}
