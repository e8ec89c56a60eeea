import type { BrowserContext } from 'playwright-core'

/** Lets what is sent come to the shop and loses its answers, until the answer of this is called. */
export async function loseAnswers(context: BrowserContext, path: string, method = 'POST') {
  const placed = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue()
    await route.fetch()
    placed.resolve()
    await route.abort()
  })
  return { placed: placed.promise, end: () => context.unroute(path) }
}
