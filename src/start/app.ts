import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { authApi } from '../accounts/identity/api.ts'
import { api } from '../api.ts'
import { traced, traceId } from '../config/tracing.ts'
import { isDatabaseDown, OutcomeUnknown, violates } from '../database/db.ts'
import { askedFrom } from '../http/asked-from.ts'
import { announcedBody, wholeBody } from '../http/body-size.ts'
import { notFromElsewhere } from '../http/from-elsewhere.ts'
import { anyPage, keptPage } from '../http/kept.ts'
import { otherLoopbackName } from '../http/loopback.ts'
import { addressOf } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { byTurns } from '../http/turns.ts'
import { feedApi } from '../parts/feed-api.ts'
import type { Shop } from '../shop.ts'
import { crawlersApi } from '../site/crawlers.ts'
import type { StandInApp } from '../stand-ins/stand-in.ts'
import { outcomeUnknown, type Problem, Refusal, shopIsBusy } from '../wire/refusal.ts'
import { brokenPage, isForPage } from './broken-page.ts'
import { documentApi } from './calls-document.ts'
import { healthApi, isEvent, openMetrics } from './health.ts'
import { keepWait, pageForms, type Render } from './page-forms.ts'

export type Pages = {
  files?: MiddlewareHandler | undefined
  /** The addresses of pages that may be kept. */
  kept: string[]
  render: Render
  /** Aborts once the node is to take no more requests. */
  leaving?: AbortSignal
}

/** The whole shop as one Hono app: calls, identity, stand-ins, health, and whatever page is left. */
export function createApp(shop: Shop, standIns: StandInApp[] = [], pages?: Pages): Hono<Env> {
  const app = new Hono<Env>()
  const metrics = openMetrics(shop)
  app.use((c, next) =>
    traced({ name: c.req.method, kind: 'request' }, async (note) => {
      c.set('shop', shop)
      // Never the client's X-Request-Id, which would stand in the log as if the shop had made it.
      c.set('requestId', traceId() ?? crypto.randomUUID())
      c.header('X-Request-Id', c.get('requestId'))
      const start = performance.now()
      await next()
      const ms = performance.now() - start
      const { method } = c.req
      const { status } = c.res
      const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '*'
      metrics.requests.observe({ method, route, status }, ms / 1000)
      if (isEvent(route, status))
        shop.log.info({ id: c.get('requestId'), method, route, status, ms: Math.round(ms), user: c.get('user')?.id })
      note({
        name: `${method} ${route}`,
        facts: { 'http.route': route, 'http.response.status_code': status },
        failed: status >= 500,
      })
    }),
  )
  app.use(securityHeaders(shop.config))
  app.route('/', healthApi(metrics, pages?.leaving))
  for (const standIn of standIns) {
    app.use(`${standIn.path}/*`, announcedBody)
    app.route(standIn.path, standIn.app)
  }
  // After the stand-ins, which the shop itself asks while a request that has its turn waits for them.
  app.use(notFromElsewhere, wholeBody, byTurns)
  app.route('/', crawlersApi)
  app.route('/', feedApi)
  for (const path of ['/api/auth/*', '/api/account/*']) app.use(path, (c, next) => askedFrom.run(addressOf(c), next))
  app.route('/api/auth', authApi)
  app.route('/', documentApi(shop.config))
  app.route('/api', api)
  const noSuchCall = () => {
    throw new Refusal('not_found', 'There is no such call.')
  }
  app.all('/api/*', noSuchCall)
  if (pages) addPages(app, shop, pages)
  app.all('*', noSuchCall)
  app.onError(answerError)
  return app
}

function addPages(app: Hono<Env>, shop: Shop, { files, kept, render }: Pages) {
  if (files) app.get('*', files)
  app.route('/', pageForms(app, render))
  for (const path of kept) app.get(path, keptPage)
  app.get('*', toAppOrigin(shop), anyPage, async (c) => {
    const answered = new Headers()
    const page = await render(withReadablePath(c.req.raw), app, {
      asks: c.env?.asks,
      answered: ({ headers }) => keepWait(headers, answered),
      visitor: { env: c.env, forwardedFor: c.req.header('x-forwarded-for') },
    })
    if (page.status === 429 || page.status === 503) keepWait(answered, page.headers)
    return page
  })
}

/**
 * An expected no becomes a Problem, which a person reads as a page; anything else is a bug, logged under the number that
 * the answer names.
 */
const answerError: ErrorHandler<Env> = (error, c) => {
  const { log } = c.get('shop')
  const refusal = refusalOf(error)
  if (refusal) {
    log.info({ id: c.get('requestId'), refused: refusal.code })
    if (refusal.extra.retryAfter) c.header('Retry-After', String(refusal.extra.retryAfter))
    return answerProblem(c, refusal.toProblem(), refusal.status)
  }
  const errorId = c.get('requestId')
  log.error({ id: errorId, error: error.stack, cause: String(error.cause ?? '') }, 'bug')
  const message = `Something broke on our side. Its number is ${errorId}.`
  return answerProblem(c, { code: 'internal', message, errorId }, 500)
}

const answerProblem = (c: Context<Env>, problem: Problem, status: Refusal['status']) =>
  isForPage(c) ? brokenPage(c, problem, status) : c.json(problem, status)

/** Leads a page asked for at http://127.0.0.1 to APP_ORIGIN, where signing in works. */
function toAppOrigin({ config }: Shop): MiddlewareHandler<Env> {
  const isOtherName = otherLoopbackName(config)
  return async (c, next) => {
    const { host, pathname, search } = new URL(c.req.url)
    return isOtherName(host) ? c.redirect(`${config.appOrigin}${pathname}${search}`) : next()
  }
}

/** A path that cannot be decoded names no page, and the router would print a line about it. */
function withReadablePath(request: Request) {
  const { pathname, origin } = new URL(request.url)
  return isReadable(pathname) ? request : new Request(`${origin}/unreadable`, request)
}

function isReadable(path: string) {
  try {
    // The build drops a call of a built-in function whose answer nobody uses, also from a `try`.
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function refusalOf(error: unknown) {
  if (error instanceof Refusal) return error
  if (violates(error, 'accounts_are_open')) return new Refusal('unauthenticated', 'This account is gone.')
  if (error instanceof OutcomeUnknown) return outcomeUnknown()
  if (!isDatabaseDown(error)) return undefined
  return shopIsBusy()
}
