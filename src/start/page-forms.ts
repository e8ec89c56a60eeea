import { Hono, type MiddlewareHandler } from 'hono'
import { anyone, isFromOwnPage } from '../accounts/guards.ts'
import type { FormCall } from '../document/form-action.ts'
import { KB, upTo } from '../http/body-size.ts'
import { limited } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { inItsTurn, turnOf } from '../http/turns.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Rendering } from './page-context.ts'

/** Renders the page of a request. */
export type Render = (request: Request, app: Hono<Env>, how?: Rendering) => Promise<Response>

/** The pages with a form that works without a script: the form posts to its page, whose action makes one call. */
const FORM_PAGES = [
  '/login',
  '/regester',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/change-email',
  '/take-back',
  '/home',
  '/ask',
  '/notify',
  '/notify/confirm',
  '/unsubscribe',
  '/newsletter',
  '/newsletter/confirm',
  '/newsletter/unsubscribe',
]

/** A page in another spelling, such as `/LOGIN/`, would post its form to an address where nothing takes it. */
const toPlainPath: MiddlewareHandler<Env> = async (c, next) => {
  const { pathname, search } = new URL(c.req.url)
  const plain = c.req.path.toLowerCase().replace(/(?<=[^/])\/+$/, '')
  return plain !== pathname && FORM_PAGES.includes(plain) ? c.redirect(`${plain}${search}`, 301) : next()
}

/** The page is made whole around each answer, also one that says that its call came too often. */
const formsSent = limited('forms', { points: 120, seconds: 60, by: 'address' })

/** Guards, contracts and limits are those of the call, which sees the browser's own headers and address. */
export function pageForms(app: Hono<Env>, render: Render): Hono<Env> {
  const forms = new Hono<Env>()
  forms.get('*', toPlainPath)
  for (const path of FORM_PAGES) {
    forms.post(path, anyone, upTo(10 * KB), ownForm, formsSent, async (c) => {
      const { headers } = c.req.raw
      const answered = new Headers()
      const call: FormCall = async (target, json) => {
        const response = await app.request(target, asJson(headers, json), { ...c.env, isOfPage: true })
        keepForBrowser(response.headers, answered)
        return response
      }
      // The router compares the Origin with the address of the request, which a proxy may have changed.
      const { pathname, search } = new URL(c.req.url)
      const address = `${c.get('shop').config.appOrigin}${pathname}${search}`
      const form = new Request(address, { method: 'POST', headers, body: await c.req.text() })
      const made = await inItsTurn(c.get('shop'), turnOf(c, 'read'), () => render(form, app, { call }))
      const page = made ?? c.body(null, 503)
      for (const [name, value] of answered) page.headers.append(name, value)
      return page
    })
  }
  return forms
}

function asJson(ofForm: Headers, json: object) {
  const headers = new Headers(ofForm)
  for (const name of ['Content-Length', 'Transfer-Encoding']) headers.delete(name)
  headers.set('Content-Type', 'application/json')
  return { method: 'POST', headers, body: JSON.stringify(json) }
}

/** Browsers name the page that posts a form, so one without an Origin of ours is sent by somebody else. */
const ownForm: MiddlewareHandler<Env> = async (c, next) => {
  if (!c.req.header('origin') || !isFromOwnPage(c)) throw new Refusal('forbidden', 'Do this on a page of the shop.')
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new Refusal('unsupported_media_type', 'Send a form, with the content type application/x-www-form-urlencoded.')
  }
  await next()
}

/** The cookies of a sign-in, and how long somebody has to wait. */
function keepForBrowser(from: Headers, to: Headers) {
  for (const cookie of from.getSetCookie()) to.append('Set-Cookie', cookie)
  keepWait(from, to)
}

/** The Retry-After of a refused call, for the page that made the call. */
export function keepWait(from: Headers, to: Headers) {
  const retryAfter = from.get('Retry-After')
  if (retryAfter) to.set('Retry-After', retryAfter)
}
