import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { matchedRoutes } from 'hono/route'
import { authApi } from '../accounts/identity/api.ts'
import { api } from '../api.ts'
import { isDatabaseDown } from '../database/db.ts'
import { tooLarge } from '../http/body-size.ts'
import { otherLoopbackName } from '../http/loopback.ts'
import { openApiOf } from '../http/openapi.ts'
import type { Env } from '../http/request-context.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Shop } from '../shop.ts'
import { crawlersApi } from '../site/crawlers.ts'
import type { StandInApp } from '../stand-ins/stand-in.ts'
import { type Problem, Refusal } from '../wire/refusal.ts'
import { healthApi, openMetrics } from './health.ts'
import { pageForms, type Render } from './page-forms.ts'

const MOST_BODY = 100_000

export type Pages = { files?: MiddlewareHandler | undefined; render: Render }

/** The whole shop as one Hono app: calls, identity, stand-ins, health, and whatever page is left. */
export function createApp(shop: Shop, standIns: StandInApp[] = [], pages?: Pages): Hono<Env> {
  const app = new Hono<Env>()
  const metrics = openMetrics()
  app.use(requestId({ generator: () => crypto.randomUUID() }))
  app.use(async (c, next) => {
    c.set('shop', shop)
    const start = performance.now()
    await next()
    const ms = performance.now() - start
    const { method } = c.req
    const { status } = c.res
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? '*'
    metrics.requests.observe({ method, route, status }, ms / 1000)
    shop.log.info({ id: c.get('requestId'), method, route, status, ms: Math.round(ms), user: c.get('user')?.id })
  })
  app.use(securityHeaders(shop.config))
  app.route('/', healthApi(metrics))
  app.route('/', crawlersApi)
  for (const standIn of standIns) {
    app.use(`${standIn.path}/*`, smallBody)
    app.route(standIn.path, standIn.app)
  }
  app.route('/api/auth', authApi)
  app.get('/api/openapi.json', (c) => c.json(openApiOf(app, shop.config.appOrigin)))
  app.route('/api', api)
  const noSuchCall = () => {
    throw new Refusal('not_found', 'There is no such call.')
  }
  app.all('/api/*', noSuchCall)
  if (pages?.files) app.get('*', pages.files)
  if (pages) app.route('/', pageForms(app, pages.render))
  if (pages) app.get('*', toAppOrigin(shop), (c) => pages.render(withReadablePath(c.req.raw), app))
  app.all('*', noSuchCall)
  app.onError(answerError)
  return app
}

/** An expected no becomes a Problem; anything else is a bug, logged under the number that the answer names. */
const answerError: ErrorHandler<Env> = (error, c) => {
  const { log } = c.get('shop')
  const refusal = refusalOf(error)
  if (refusal) {
    log.info({ id: c.get('requestId'), refused: refusal.code })
    if (refusal.extra.retryAfter) c.header('Retry-After', String(refusal.extra.retryAfter))
    return c.json(refusal.toProblem(), refusal.status)
  }
  const errorId = c.get('requestId')
  log.error({ id: errorId, error: error.stack, cause: String(error.cause ?? '') }, 'bug')
  const message = `Something broke on our side. Its number is ${errorId}.`
  return c.json({ code: 'internal', message, errorId } satisfies Problem, 500)
}

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
  try {
    decodeURIComponent(pathname)
    return request
  } catch {
    return new Request(`${origin}/unreadable`, request)
  }
}

/** Stand-ins read bodies by their own means, so a body's length has to be said before it is sent. */
const smallBody: MiddlewareHandler<Env> = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > MOST_BODY || c.req.header('transfer-encoding')) tooLarge()
  return next()
}

function refusalOf(error: unknown) {
  if (error instanceof Refusal) return error
  if (!isDatabaseDown(error)) return undefined
  return new Refusal('unavailable', 'The shop is busy. Try again in a few seconds.', undefined, { retryAfter: 5 })
}
