import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { isRead } from './turns.ts'

/** Answers with a header by its name in lower case. */
type ReadHeader = (name: string) => unknown

/** What somebody reads, the ways back from Google and out of mails. All other calls are for the pages of the shop. */
const LINKED_CALL =
  /^\/api\/(docs|openapi\.json|auth\/(callback\/google|google\/done)|(newsletter\/)?unsubscribe\/[\w-]+)$/

/**
 * Refuses what a page of another site makes a browser send, before it is counted: it would use up what the visitor, or
 * their whole network, may send. A link to a page is let through, and so are requests that no browser sends: they name no
 * other site.
 */
export const notFromElsewhere: MiddlewareHandler<Env> = async (c, next) => {
  const { appOrigin } = c.get('shop').config
  const read = (name: string) => c.req.header(name)
  if (isRead(c) ? isNoLink(read, c.req.path, appOrigin) : isFromOtherPage(read, appOrigin)) {
    throw new Refusal('forbidden', 'Do this on a page of the shop.')
  }
  await next()
}

/**
 * Whether a read comes from another site and is no link that somebody follows. A call counts as none, since that site may
 * open it again and again and leave it before the answer. Other sites may show nothing of the shop
 * (`Cross-Origin-Resource-Policy`), so their images, frames and sockets get nothing; nor does a prefetch of a link, which
 * the browser asks for again once the link is followed. No link sends an Origin.
 */
export function isNoLink(read: ReadHeader, path: string, appOrigin: string) {
  const isForPages = path.startsWith('/api/') && !LINKED_CALL.test(path)
  const isPart = read('sec-fetch-dest') !== 'document' || read('sec-purpose') !== undefined
  return (isForPages || isPart) && isFromOtherPage(read, appOrigin)
}

function isFromOtherPage(read: ReadHeader, appOrigin: string) {
  const isOtherSite = /^(cross|same)-site$/.test(`${read('sec-fetch-site')}`)
  const origin = read('origin')
  // The Origin of a page at another name of the shop is the Host of what it sends.
  const isOtherHost = () => origin !== appOrigin && `${origin}`.replace(/^https?:\/\//, '') !== read('host')
  return isOtherSite || Boolean(origin && isOtherHost())
}
