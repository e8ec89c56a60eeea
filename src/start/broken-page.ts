import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { BROKEN, EXCUSE } from '../document/broken-words.ts'
import type { Env } from '../http/request-context.ts'
import type { Problem, Refusal } from '../wire/refusal.ts'

const STYLE = `:root{color-scheme:light dark;background:light-dark(#f3f4f0,#131617);color:light-dark(#15181a,#eceee9)}
body{max-width:44ch;margin:15vh auto;padding:0 24px;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:2rem;line-height:1.1}
a{display:inline-block;margin:8px 16px 8px 0;padding:12px 0;color:inherit}`

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const REFUSED = 'That did not work.'

/** Whether a person waits for a page; what asks for a call or a file reads JSON. */
export const isForPage = ({ req }: Context<Env>) =>
  Boolean(req.header('accept')?.includes('text/html')) && !/^\/api(\/|$)/.test(req.path)

/** A Problem in the place of a page that was refused or could not be begun: needs no script, no file and no database. */
export function brokenPage(c: Context<Env>, { message }: Problem, status: Refusal['status']) {
  c.header('Content-Security-Policy', POLICY)
  const isOurFault = status >= 500
  const title = isOurFault ? BROKEN : REFUSED
  return c.html(
    html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} &middot; Parts House</title><style>${raw(STYLE)}</style></head>
<body><main><h1>${title}</h1>${isOurFault ? html`<p>${EXCUSE}</p>` : ''}<p>${message}</p>
<p><a href="">Try again</a> <a href="/">Home</a></p></main></body></html>`,
    status,
  )
}
