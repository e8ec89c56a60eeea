import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentSecurityPolicy, withoutNonce } from '../document/content-security-policy.ts'
import { createApp } from '../start/app.ts'
import { type Asked, aWorld } from './world.ts'

const world = aWorld()
const secured = aWorld({
  env: { APP_ORIGIN: 'https://shop.example', DEMO: '1', TRUSTED_PROXIES: 'none', RATE_LIMIT: 'on' },
})

const JSON_TYPE = { 'Content-Type': 'application/json' }
/** One of each kind of answer that does not come from a page or a file; those are looked at in e2e/headers.e2e.ts. */
const KINDS: Record<string, Asked> = {
  'a call': { path: '/api/products' },
  'a 400': { path: '/api/contact', method: 'POST', headers: JSON_TYPE, body: '{' },
  'a 401': { path: '/api/users' },
  'a 404': { path: '/api/product/x' },
  'no call': { path: '/api/nothing' },
  'a 415': { path: '/api/contact', method: 'POST', body: 'x' },
  'a 422': { path: '/api/products?q=%00' },
  identity: { path: '/api/auth/get-session' },
  'a link of a mail': {
    path: '/api/auth/verify-email',
    method: 'POST',
    headers: JSON_TYPE,
    body: '{"token":"x"}',
  },
  'the window of Google': { path: '/api/auth/google/done' },
  'the way to Google': { path: '/api/auth/google/start?nonce=n&origin=x' },
  'the document': { path: '/api/openapi.json' },
  'the page that shows it': { path: '/api/docs' },
  health: { path: '/healthz' },
  robots: { path: '/robots.txt' },
  sitemap: { path: '/sitemap.xml' },
  'the sandbox’s script': { path: '/stripe-sandbox/v3' },
  'the card field': { path: '/stripe-sandbox/v3/card' },
  'the 3-D Secure dialog': { path: '/stripe-sandbox/v3/3ds?source=x' },
  'the sandbox’s API': { path: '/stripe-sandbox/v1/payment_intents' },
  'the stand-in for Google': { path: '/google-stand-in/auth' },
  'its keys': { path: '/google-stand-in/jwks' },
  'its choice': { path: '/google-stand-in/choose/x' },
}

/** Frames of the sandbox stand in the payment page, and windows of Google keep the page that opened them. */
const isFrame = (kind: string) => kind === 'the card field' || kind === 'the 3-D Secure dialog'
const isWindow = (kind: string) => /Google|its (keys|choice)/.test(kind)
const mayBeKept = (kind: string) => kind === 'the sandbox’s script'

function directivesOf(policy: string | null) {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources]))
}

describe.each(Object.entries(KINDS))('%s', (kind, asked) => {
  test('has every header, and tells no version', async () => {
    const { headers } = await world().send(asked)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('strict-transport-security')).toBeNull()
    if (isFrame(kind)) expect(headers.get('cross-origin-opener-policy')).toMatch(/^same-origin/)
    else
      expect(headers.get('cross-origin-opener-policy')).toBe(
        isWindow(kind) ? 'unsafe-none' : 'same-origin-allow-popups',
      )
    expect(headers.get('cache-control')).toMatch(mayBeKept(kind) ? /^public, max-age=300$/ : /no-store/)
    for (const banner of ['server', 'x-powered-by', 'via']) expect(headers.get(banner)).toBeNull()
  })

  test('may run no script but its own, and stands in no other page', async () => {
    const { headers } = await world().send(asked)
    const policy = directivesOf(headers.get('content-security-policy'))
    expect(policy['default-src']).toEqual(["'none'"])
    expect(policy['base-uri']).toEqual(["'none'"])
    expect(policy['frame-ancestors']).toEqual([isFrame(kind) ? "'self'" : "'none'"])
    expect((policy['script-src'] ?? []).filter((source) => !/^'self'$|^'sha256-/.test(source))).toEqual([])
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval|http:|\*|script-src[^;]*unsafe-inline/)
  })

  test('on https asks for https for years', async () => {
    const { app } = secured()
    const { path, ...init } = asked
    const { headers } = await app.request(path, init)
    const age = Number(/max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '')?.[1])
    expect(age).toBeGreaterThanOrEqual(31_536_000)
  })
})

test('a page that breaks, and a page that brings its own policy, have them too', async () => {
  const { shop } = world()
  const broken = createApp(shop, [], { kept: [], render: () => Promise.reject(new Error('a secret')) })
  const answer = await broken.request('/products')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([500, 'no-store'])
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await answer.text()).not.toContain('a secret')
  const policy = { 'Content-Security-Policy': "default-src 'self'", 'Cache-Control': 'no-cache' }
  const whole = createApp(shop, [], { kept: [], render: () => Promise.resolve(new Response('x', { headers: policy })) })
  const { headers } = await whole.request('/products')
  expect(headers.get('content-security-policy')).toBe("default-src 'self'")
  expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-cache', 'nosniff'])
})

test('security.txt says where to write, and for how long that holds', async () => {
  const text = await (await world().send({ path: '/.well-known/security.txt' })).text()
  expect(text).toMatch(/^Contact: mailto:security@parts-house\.example$/m)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - world().clock.now().getTime()
  expect(expires).toBeGreaterThan(86_400_000)
  expect(expires).toBeLessThan(366 * 86_400_000)
})

describe('the policy of a page', () => {
  const nonce = '6d1c'
  const page = (inner: string, pays = false) =>
    contentSecurityPolicy({ html: `<html><body>${inner}</body></html>`, nonce, pays })
  const hashes = (policy: string) => policy.match(/'sha256-[^']+'/g) ?? []

  test('names the styles that it brings along, and no others', () => {
    const bare = { html: '<style>a{}</style>', nonce }
    expect(contentSecurityPolicy(bare)).toContain("; style-src 'self'; ")
    expect(contentSecurityPolicy({ ...bare, styles: 'b{}' })).toContain(
      `; style-src 'self' 'sha256-${createHash('sha256').update('b{}').digest('base64')}'; `,
    )
  })

  test('lets Vite bring changes and styles in development alone', () => {
    const made = (isHot: boolean) => contentSecurityPolicy({ html: '', nonce, isHot }).split('; ')
    const hot = ["style-src 'self' 'unsafe-inline'", "connect-src 'self' ws:"]
    expect(made(true).filter((one) => !made(false).includes(one))).toEqual(hot)
    expect(made(false).join()).not.toMatch(/style-src 'self' '|ws:/)
  })

  test('names the scripts that its rendering wrote, and none that got in with a text', () => {
    const plain = hashes(page(''))
    expect(hashes(page(`<script nonce="${nonce}">a()</script>`))).toHaveLength(plain.length + 1)
    expect(hashes(page(`<script nonce="${nonce}" type="module" async="">a()</script>`))).toHaveLength(plain.length + 1)
    for (const injected of [
      '<script>alert(1)</script>',
      '<script nonce="guess">alert(1)</script>',
      '<script nonce="">alert(1)</script>',
      `<script data-x='nonce="${nonce.slice(1)}"'>alert(1)</script>`,
      `<script nonce="${nonce}" src="/x.js"></script>`,
      '<img src=x onerror=alert(1)>',
    ]) {
      expect(hashes(page(injected))).toEqual(plain)
    }
  })

  test('lets Stripe in where a page pays, and nowhere else', () => {
    expect(page('', true)).toContain('https://js.stripe.com')
    expect(page('')).not.toContain('stripe')
  })

  test('leaves no nonce in what is sent', () => {
    const html = `<link nonce="${nonce}"/><script nonce="${nonce}">a()</script>`
    expect(withoutNonce({ html, nonce })).toBe('<link/><script>a()</script>')
  })
})
