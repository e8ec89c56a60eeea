import type { Hono } from 'hono'
import { RouterContextProvider } from 'react-router'
import { connect } from '../client.ts'
import type { Log } from '../config/log.ts'
import { apiContext } from '../document/api-context.ts'
import { newErrorId, reportContext } from '../document/error-id.ts'
import { type FormCall, formContext } from '../document/form-action.ts'
import { pricesContext, siteContext, siteOf } from '../document/site-context.ts'
import type { Env } from '../http/request-context.ts'
import type { Shop } from '../shop.ts'
import { priceKindsOf } from '../sums/rules.ts'

/** By whose address the limits of a loader's calls count; a page that is kept is made for nobody. */
type Visitor = { env: Env['Bindings']; forwardedFor: string | undefined }
/** `call` is set when a form was sent to the page; `asks` is called when a loader makes a call, `answered` with its answer. */
export type Rendering = {
  call?: FormCall | undefined
  asks?: (() => void) | undefined
  answered?: ((answer: Response) => void) | undefined
  visitor?: Visitor | undefined
}

/** The context of loaders and actions: the shop's calls in process, and the public settings. */
export function pageContext(
  { config, log, lookups }: Pick<Shop, 'config' | 'log' | 'lookups'>,
  app: Hono<Env>,
  { call, asks, answered, visitor }: Rendering = {},
) {
  const ask: typeof fetch = async (input, init) => {
    asks?.()
    const headers = new Headers(init?.headers)
    if (visitor?.forwardedFor) headers.set('X-Forwarded-For', visitor.forwardedFor)
    const answer = await app.request(`${input}`, { ...init, headers }, { ...visitor?.env, isOfPage: true })
    answered?.(answer)
    return answer
  }
  const context = new RouterContextProvider()
  context.set(apiContext, connect(config.appOrigin, ask))
  context.set(siteContext, siteOf(config))
  context.set(pricesContext, () => priceKindsOf(lookups))
  context.set(reportContext, (error) => reportBug(log, error))
  if (call) context.set(formContext, call)
  return context
}

/** One line in the log; its number is shown on the page. */
function reportBug(log: Log, error: unknown) {
  const id = newErrorId()
  log.error({ id, error: error instanceof Error ? error.stack : String(error) }, 'bug in a page')
  return id
}
