import { Hono } from 'hono'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { transact } from '../../database/db.ts'
import { answerChallenge, ChallengeAnswer, openChallenge } from './challenge-answer.ts'
import { newId } from './ids.ts'
import { StripeProblem } from './problem.ts'
import type { Call, Sandbox } from './sandbox.ts'

type Source = () => Promise<{ default: string }>

/** Imported when they are first asked for, as text: a command that opens the shop without Vite never needs them. */
const SCRIPTS: Record<string, Source> = {
  'api.js': () => import('./browser/api.js?raw'),
  'card-check.js': () => import('./browser/card-check.js?raw'),
  'card-field.js': () => import('./browser/card-field.js?raw'),
  'card-number.js': () => import('./browser/card-number.js?raw'),
  'dress.js': () => import('./browser/dress.js?raw'),
  'three-d-secure.js': () => import('./browser/three-d-secure.js?raw'),
  'typing.js': () => import('./browser/typing.js?raw'),
}
const STYLES: Record<string, Source> = {
  'card.css': () => import('./browser/card.css?raw'),
  'frame.css': () => import('./browser/frame.css?raw'),
  'three-d-secure.css': () => import('./browser/three-d-secure.css?raw'),
}
const STRIPE_JS: Source[] = [
  SCRIPTS['api.js'],
  () => import('./browser/challenge.js?raw'),
  () => import('./browser/element.js?raw'),
  () => import('./browser/stripe.js?raw'),
].filter((source) => source !== undefined)

const SHORTLY = 'public, max-age=300'

/** The files in place of js.stripe.com: the script, the card field's frame and the 3-D Secure dialog. */
export function frames(sandbox: Sandbox) {
  const app = new Hono()
  const stripeJs = async () => joined(await Promise.all(STRIPE_JS.map((source) => source())))
  for (const path of ['/v3', '/v3/']) {
    app.get(path, async (c) =>
      c.body(await stripeJs(), 200, { 'Content-Type': 'text/javascript', 'Cache-Control': SHORTLY }),
    )
  }
  app.get('/v3/card', frameHeaders(), (c) => c.html(cardPage()))
  app.get('/v3/3ds', frameHeaders(), async (c) => {
    c.header('Cache-Control', 'no-store')
    const challenge = await openChallenge(callOf(sandbox), idOf(c.req.query('source')))
    if (!challenge) return c.html(closedPage(), 404)
    const { intent, last4 } = challenge
    return c.html(challengePage({ ...intent, last4, merchant: sandbox.merchant }))
  })
  app.post('/v3/3ds/:source', async (c) => {
    const answer = ChallengeAnswer.safeParse(await c.req.json().catch(() => null))
    if (!answer.success) return c.json({ error: { type: 'invalid_request_error', message: 'Invalid outcome.' } }, 400)
    const done = await transact(sandbox.db, (db) =>
      answerChallenge({ ...callOf(sandbox), db }, idOf(c.req.param('source')), answer.data.outcome),
    )
    sandbox.wake()
    return c.json(done)
  })
  for (const [files, type] of [
    [SCRIPTS, 'text/javascript'],
    [STYLES, 'text/css'],
  ] as const) {
    for (const [file, source] of Object.entries(files)) {
      app.get(`/v3/${file}`, async (c) =>
        c.body((await source()).default, 200, { 'Content-Type': type, 'Cache-Control': SHORTLY }),
      )
    }
  }
  app.onError((error, c) => {
    if (error instanceof StripeProblem) return c.json({ error: error.error }, error.status)
    throw error
  })
  return app
}

/** Any other text is no id; PostgreSQL would refuse a NUL in a query. */
const idOf = (text = '') => (/^\w+$/.test(text) ? text : '')

/** One classic script of several modules, as a plain script tag needs it. */
const joined = (modules: { default: string }[]) =>
  `(() => {\n${modules.map(({ default: text }) => text.replace(/^import .*$/gm, '').replace(/^export /gm, '')).join('\n')}\n})()\n`

const callOf = (sandbox: Sandbox): Call => ({
  sandbox,
  db: sandbox.db,
  now: sandbox.clock.now(),
  by: 'publishable',
  requestId: newId('req'),
  idempotencyKey: null,
})

/** Frames may stand in the shop's own pages and reach the shop alone. */
const frameHeaders = () =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'self'"],
    },
    crossOriginResourcePolicy: 'same-origin',
    strictTransportSecurity: false,
    xFrameOptions: 'SAMEORIGIN',
    xXssProtection: false,
  })

const head = (title: string, name: string) => html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="/stripe-sandbox/v3/frame.css">
<link rel="stylesheet" href="/stripe-sandbox/v3/${name}.css">`

const cardPage = () => html`<!doctype html>
<html lang="en" data-state="empty">
<head>${head('Card', 'card')}<script type="module" src="/stripe-sandbox/v3/card-field.js"></script></head>
<body>
<div class="card">
<label><span class="vh">Card number</span><input id="number" name="cardnumber" placeholder="Card number" autocomplete="cc-number" inputmode="numeric" spellcheck="false" aria-describedby="fault"><span class="brand" id="brand" aria-hidden="true"></span></label>
<label><span class="vh">Expiry, month and year</span><input id="expiry" name="exp-date" placeholder="MM / YY" autocomplete="cc-exp" inputmode="numeric" spellcheck="false" aria-describedby="fault"></label>
<label><span class="vh">CVC, the security code</span><input id="cvc" name="cvc" placeholder="CVC" autocomplete="cc-csc" inputmode="numeric" spellcheck="false" aria-describedby="fault"></label>
</div>
<span class="vh" id="fault"></span>
</body>
</html>`

type Shown = { amount: number; currency: string; challengeId: string | null; last4: string; merchant: string }

const challengePage = ({ amount, currency, challengeId, last4, merchant }: Shown) => html`<!doctype html>
<html lang="en">
<head>${head('3-D Secure', 'three-d-secure')}<script type="module" src="/stripe-sandbox/v3/three-d-secure.js"></script></head>
<body>
<main class="dialog" data-source="${challengeId}" aria-labelledby="title">
<div class="dh"><h1 id="title">3-D Secure</h1><button type="button" data-outcome="fail" aria-label="Close"><svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 3.5l9 9M12.5 3.5l-9 9"/></svg></button></div>
<p class="strip"><b>Sandbox.</b> Stands in for the bank of the card.</p>
<dl><dt>To</dt><dd>${merchant}</dd><dt>Card</dt><dd>•••• ${last4}</dd><dt>Amount</dt><dd><b>${money(amount, currency)}</b></dd></dl>
<p class="body">Complete confirms the payment. Fail answers as a bank that refuses it. No money moves.</p>
<p class="body" role="alert"></p>
<div class="df"><button class="btn" type="button" data-outcome="fail">Fail</button><button class="btn key" type="button" data-outcome="complete">Complete</button></div>
</main>
</body>
</html>`

const closedPage = () => html`<!doctype html>
<html lang="en">
<head>${head('3-D Secure', 'three-d-secure')}</head>
<body><main class="dialog"><div class="dh"><h1>3-D Secure</h1></div><p class="strip"><b>Sandbox.</b> Stands in for the bank of the card.</p><p class="body">This question was already answered.</p></main></body>
</html>`

const money = (cents: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)
