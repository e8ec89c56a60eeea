import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { STYLE } from './style.ts'

export type Choice = { email: string; name: string }

const hash = createHash('sha256').update(STYLE).digest('base64')

/** Nothing but the page's own style, font, drawing and form. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash}'`,
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const arrow = raw('<svg class="ic" viewBox="0 0 16 16" aria-hidden="true"><path d="M6 3l5 5-5 5"/></svg>')

const person = ({ email, name }: Choice) => html`
<li><button type="submit" name="account" value="${email}"><img src="/drawings/avatar.svg" alt="" width="40" height="40">
<span><b>${name}</b><small>${email}</small></span>${arrow}</button></li>`

type Page = { host: string; people: Choice[]; typed?: Choice; fault?: string }

/** The page that lists the people to sign in as, without a password. */
export const choosePage = ({ host, people, typed = { email: '', name: '' }, fault = '' }: Page) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><link rel="icon" href="/favicon.svg"><title>Stand-in sign-in &middot; Parts House</title><style>${raw(STYLE)}</style></head>
<body><aside aria-label="Notice"><p><b>Stand-in.</b> This is not Google. No password is asked, none is needed.</p></aside>
<main><header><p class="lab">Stand-in for Google, ${host}</p><h1>Who signs in?</h1></header>
<form method="post"><section aria-labelledby="kn"><h2 class="lab" id="kn">People of this demonstration</h2><ul>${people.map(person)}</ul></section></form>
<p class="or">OR</p>
<form method="post" id="other" aria-label="Somebody else">
<p class="field"><label for="gn">Name</label><input id="gn" name="name" value="${typed.name}" autocomplete="off" maxlength="80"></p>
<p class="field"><label for="ge">Email</label><input id="ge" name="email" value="${typed.email}" type="email" required autocomplete="off" maxlength="254"${
  fault ? raw(' aria-invalid="true" aria-describedby="gf"') : ''
}></p>${fault ? html`<p class="fault" id="gf" role="alert">${fault}</p>` : ''}
<p class="check"><input id="gv" name="verified" type="checkbox" value="yes" checked><label for="gv">The e-mail is verified</label></p>
</form></main>
<footer><form method="post"><button class="btn" name="cancel" value="yes">Cancel</button></form>
<button class="btn key" form="other">Continue</button></footer></body></html>`
