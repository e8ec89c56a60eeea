import type { Context, MiddlewareHandler } from 'hono'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { isRead } from './turns.ts'

/**
 * Refuses what a page of another site makes a browser send, before it is counted: it would use up what the visitor, or
 * their whole network, may send. A link to a page is let through, and so are requests that no browser sends: they name no
 * other site.
 */
export const notFromElsewhere: MiddlewareHandler<Env> = async (c, next) => {
  if (isRead(c) ? isPartOfOtherPage(c) : isFromOtherPage(c)) {
    throw new Refusal('forbidden', 'Do this on a page of the shop.')
  }
  await next()
}

/**
 * Other sites may show nothing of the shop (`Cross-Origin-Resource-Policy`), so their images, frames and sockets get
 * nothing; nor does a prefetch of a link, which the browser asks for again once the link is followed. No link sends an
 * Origin.
 */
const isPartOfOtherPage = (c: Context<Env>) =>
  isFromOtherPage(c) && (c.req.header('sec-fetch-dest') !== 'document' || c.req.header('sec-purpose') !== undefined)

function isFromOtherPage(c: Context<Env>) {
  const isOtherSite = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
  const origin = c.req.header('origin')
  return isOtherSite || Boolean(origin && isOfOtherHost(c, origin))
}

/** The Origin of a page at another name of the shop is the Host of what it sends. */
const isOfOtherHost = (c: Context<Env>, origin: string) =>
  origin !== c.get('shop').config.appOrigin && origin.replace(/^https?:\/\//, '') !== c.req.header('host')
