import type { BrowserContext } from 'playwright-core'

const isPost = (route: { request(): { method(): string } }) => route.request().method() === 'POST'

/** Lets what is posted come to the shop and loses its answers, until the answer of this is called. */
export async function loseAnswers(context: BrowserContext, path: string) {
  const placed = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    if (!isPost(route)) return route.continue()
    await route.fetch()
    placed.resolve()
    await route.abort()
  })
  return { placed: placed.promise, end: () => context.unroute(path) }
}
