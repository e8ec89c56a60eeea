import type { IncomingHttpHeaders } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { isRead } from './turns.ts'

/** Only a page of the shop opens it, and each time counts for all who share an address. */
const OWN_LINKS = new Set(['/api/auth/google/start'])

/**
 * Refuses what a page of another site makes a browser send, before it is counted: it would use up what the visitor, or
 * their whole network, may send. A link to a page is let through, and so are requests that no browser sends: they name no
 * other site.
 */
export const notFromElsewhere: MiddlewareHandler<Env> = async (c, next) => {
  const { appOrigin } = c.get('shop').config
  const headers = c.req.header()
  const isAsked = isRead(c) && !OWN_LINKS.has(c.req.path)
  if (isAsked ? isPartOfOtherPage(headers, appOrigin) : isFromOtherPage(headers, appOrigin)) {
    throw new Refusal('forbidden', 'Do this on a page of the shop.')
  }
  await next()
}

/**
 * Whether a read is no link that somebody follows. Other sites may show nothing of the shop
 * (`Cross-Origin-Resource-Policy`), so their images, frames and sockets get nothing; nor does a prefetch of a link, which
 * the browser asks for again once the link is followed. No link sends an Origin.
 */
export const isPartOfOtherPage = (headers: IncomingHttpHeaders, appOrigin: string) =>
  isFromOtherPage(headers, appOrigin) &&
  (headers['sec-fetch-dest'] !== 'document' || headers['sec-purpose'] !== undefined)

function isFromOtherPage(headers: IncomingHttpHeaders, appOrigin: string) {
  const isOtherSite = /^(cross|same)-site$/.test(`${headers['sec-fetch-site']}`)
  const { origin, host } = headers
  // The Origin of a page at another name of the shop is the Host of what it sends.
  return isOtherSite || Boolean(origin && origin !== appOrigin && origin.replace(/^https?:\/\//, '') !== host)
}
