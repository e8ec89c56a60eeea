import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../../http/request-context.ts'

const DONE = '/api/auth/google/done'
/** Lets the window keep its opener on the way to Google and back. */
const KEEP_OPENER = { 'Cross-Origin-Opener-Policy': 'unsafe-none' }

/** Set on every hop: one answer with another opener policy cuts the window off from its opener. */
export const keepOpener: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(KEEP_OPENER)) c.header(name, value)
}

/** Tells the page that opened the window the outcome, with the window's own origin as the target. */
const SCRIPT = `
const asked = new URLSearchParams(location.search)
const error = asked.get('error')
if (opener && opener !== window) {
  opener.postMessage({ type: 'parts-house:google', nonce: asked.get('nonce'), error }, location.origin)
  close()
} else {
  location.replace(error ? '/login?error=' + encodeURIComponent(error) : '/')
}
`
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Signing in · Parts House</title></head>
<body><p>You can close this window.</p><script>${SCRIPT}</script></body></html>`
const POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** The window's first page: asks better-auth for Google's address, which also sets the cookie that holds the state. */
export async function startGoogle(c: Context<Env>) {
  const { auth, config, log } = c.get('shop')
  const nonce = c.req.query('nonce') ?? ''
  const end = `${DONE}?nonce=${encodeURIComponent(nonce)}`
  const away = (to: string) => c.body(null, 302, { ...KEEP_OPENER, Location: to })
  if (c.req.query('origin') !== config.appOrigin) return away(`${end}&error=unauthorized_domain`)
  const asked = new Request(`${config.appOrigin}/api/auth/sign-in/social`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: config.appOrigin },
    body: JSON.stringify({ provider: 'google', callbackURL: end, errorCallbackURL: end, disableRedirect: true }),
  })
  try {
    const response = await auth.handler(asked)
    const { url } = (await response.json()) as { url?: string }
    if (!url) return away(`${end}&error=internal_server_error`)
    const answer = away(url)
    for (const cookie of response.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie)
    return answer
  } catch (error) {
    log.warn({ error: String(error) }, 'Google cannot be reached')
    return away(`${end}&error=network_failed`)
  }
}

/** The window's last page, after success or failure. */
export const endGoogle = (c: Context<Env>) => c.html(PAGE, 200, { ...KEEP_OPENER, 'Content-Security-Policy': POLICY })
