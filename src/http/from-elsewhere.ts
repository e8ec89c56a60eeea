import type { Context, MiddlewareHandler } from 'hono'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { isRead } from './turns.ts'

/**
 * Refuses what a page of another site makes a browser send, before it is counted: it would use up what the visitor, or
 * all of their network, may send. A link to a page is no such thing, and what sends no browser names no site.
 */
export const notFromElsewhere: MiddlewareHandler<Env> = async (c, next) => {
  if (isRead(c) ? isPartOfOtherPage(c) : isFromOtherPage(c)) {
    throw new Refusal('forbidden', 'Do this on a page of the shop.')
  }
  await next()
}

/** Other sites may show nothing of the shop (`Cross-Origin-Resource-Policy`), so their images and frames get nothing. */
const isPartOfOtherPage = (c: Context<Env>) => isOfOtherSite(c) && c.req.header('sec-fetch-dest') !== 'document'

function isFromOtherPage(c: Context<Env>) {
  const origin = c.req.header('origin')
  return isOfOtherSite(c) || Boolean(origin && origin !== c.get('shop').config.appOrigin)
}

const isOfOtherSite = (c: Context<Env>) => /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '')
