import type { MiddlewareHandler } from 'hono'
import type { Config } from '../config/config.ts'
import type { Env } from './request-context.ts'

const YEAR = 31_536_000
const TRANSPORT = `max-age=${2 * YEAR}; includeSubDomains`
const OPENER = 'Cross-Origin-Opener-Policy'
const POLICY = 'Content-Security-Policy'
const NOTHING = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'"
/** A drawing brings its own style element and may do nothing else, also when it is opened as a document. */
const DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

/** The headers of every answer; pages bring their own Content-Security-Policy, everything else may load nothing. */
export function securityHeaders(config: Config): MiddlewareHandler<Env> {
  const always = Object.entries(alwaysOf(config))
  return async (c, next) => {
    await next()
    const { headers } = c.res
    for (const [name, value] of always) headers.set(name, value)
    // The pages of the Google window set their own, or the browser would cut the window off from its opener.
    if (!headers.has(OPENER)) headers.set(OPENER, 'same-origin-allow-popups')
    if (!headers.has(POLICY)) {
      headers.set(POLICY, headers.get('Content-Type')?.startsWith('image/svg+xml') ? DRAWING : NOTHING)
    }
    // An answer that may be kept names its own Cache-Control; any other may be personal.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  }
}

/** For answers that a stand-in writes to Node's response, past Hono. */
export const securityHeadersOf = (config: Config): Record<string, string> => ({
  [POLICY]: NOTHING,
  'Cache-Control': 'no-store',
  ...plainOf(config),
})

const alwaysOf = (config: Config): Record<string, string> => ({
  ...plainOf(config),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(self)',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Permitted-Cross-Domain-Policies': 'none',
})

const plainOf = ({ appOrigin }: Config): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  ...(appOrigin.startsWith('https:') && { 'Strict-Transport-Security': TRANSPORT }),
})
