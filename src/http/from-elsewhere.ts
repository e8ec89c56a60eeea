import type { MiddlewareHandler } from 'hono'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { isRead } from './turns.ts'

/** Answers with a header by its name in lower case. */
type ReadHeader = (name: string) => unknown

/** Only a page of the shop opens it, and each time counts for all who share an address. */
const OWN_LINKS = new Set(['/api/auth/google/start'])

/**
 * Refuses what a page of another site makes a browser send, before it is counted: it would use up what the visitor, or
 * their whole network, may send. A link to a page is let through, and so are requests that no browser sends: they name no
 * other site.
 */
export const notFromElsewhere: MiddlewareHandler<Env> = async (c, next) => {
  const { appOrigin } = c.get('shop').config
  const read = (name: string) => c.req.header(name)
  const mayBeLinked = isRead(c) && !OWN_LINKS.has(c.req.path)
  if (mayBeLinked ? isPartOfOtherPage(read, appOrigin) : isFromOtherPage(read, appOrigin)) {
    throw new Refusal('forbidden', 'Do this on a page of the shop.')
  }
  await next()
}

/**
 * Whether a read is no link that somebody follows. Other sites may show nothing of the shop
 * (`Cross-Origin-Resource-Policy`), so their images, frames and sockets get nothing; nor does a prefetch of a link, which
 * the browser asks for again once the link is followed. No link sends an Origin.
 */
export const isPartOfOtherPage = (read: ReadHeader, appOrigin: string) =>
  isFromOtherPage(read, appOrigin) && (read('sec-fetch-dest') !== 'document' || read('sec-purpose') !== undefined)

function isFromOtherPage(read: ReadHeader, appOrigin: string) {
  const isOtherSite = /^(cross|same)-site$/.test(`${read('sec-fetch-site')}`)
  const origin = read('origin')
  // The Origin of a page at another name of the shop is the Host of what it sends.
  const isOtherHost = () => origin !== appOrigin && `${origin}`.replace(/^https?:\/\//, '') !== read('host')
  return isOtherSite || Boolean(origin && isOtherHost())
}
