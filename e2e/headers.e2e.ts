import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { observatoryScore } from './observatory.ts'
import { startShop } from './open-shop.ts'
import { ADMIN, aBuyer, anOrder, aProduct } from './standing.ts'

const SITE = 'https://shop.example'
const CLIENT = resolve(import.meta.dirname, '../build/client')
let secured: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  const admin = { ADMIN_EMAIL: 'boss@shop.example', ADMIN_PASSWORD: 'very-cold-storage-9' }
  secured = await startShop({ APP_ORIGIN: SITE, DEMO: '1', TRUSTED_PROXIES: 'none', RATE_LIMIT: 'on', ...admin })
})
afterAll(() => secured?.close())

let read: Map<string, { headers: Headers; html: string }> | undefined

/** Each page as a visitor gets it, asked for once. */
async function readPages() {
  read ??= new Map()
  for (const path of PAGES) {
    if (read.has(path)) continue
    const answer = await fetch(`${secured.origin}${path}`)
    read.set(path, { headers: answer.headers, html: await answer.text() })
  }
  return read
}

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true })
const builtFiles = () =>
  filesIn(CLIENT).flatMap((file) => (file.isFile() ? [join(file.parentPath, file.name).slice(CLIENT.length)] : []))
const builtFile = (ending: RegExp) => builtFiles().find((name) => ending.test(name)) ?? '/none'

const PAGES = [
  '/',
  '/products',
  '/blog',
  '/login',
  '/regester',
  '/dashboard/orders',
  '/dashboard/payment/1',
  '/dashboard/payments',
  '/dashboard/paymentx/1',
  '/products/dashboard/payment/1',
  '/receipt/1',
  '/reset-password',
  '/verify-email',
  '/nothing',
]
const FILES = [/\.js$/, /\.css$/, /\.woff2$/, /drawings\/[\w-]+\.svg$/, /favicon\.svg$/, /\.webmanifest$/, /\.png$/]

/** A raw socket, because an HTTP client would normalise the path. */
function statusOf(origin: string, path: string) {
  return new Promise<string>((ok) => {
    let said = ''
    const socket = connect(Number(new URL(origin).port), 'localhost', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => ok(said.slice(9, 12)))
  })
}

describe('every page and file, rendered, kept or missing,', () => {
  test('has the headers that hold an attacker back', async () => {
    for (const path of [...PAGES, ...PAGES, ...FILES.map(builtFile), '/products.data', '/drawings/none.svg']) {
      const { headers, status } = await fetch(`${secured.origin}${path}`, { redirect: 'manual' })
      const has = (name: string) => [path, status, name, headers.get(name)]
      expect(has('x-content-type-options')).toEqual([path, status, 'x-content-type-options', 'nosniff'])
      expect(headers.get('strict-transport-security'), path).toMatch(/^max-age=\d{8,}; includeSubDomains/)
      expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin-allow-popups')
      expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
      for (const banner of ['server', 'x-powered-by', 'access-control-allow-origin'])
        expect(headers.get(banner), path).toBeNull()
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/base-uri 'none'/)
      expect(policy, path).toMatch(/frame-ancestors 'none'/)
      expect(policy, path).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|http:|\*/)
      expect([path, policy.includes('stripe.com')]).toEqual([path, path.startsWith('/dashboard/payment/')])
    }
  })

  test('of a page may load nothing but its own files and pictures', async () => {
    for (const [path, { headers }] of await readPages()) {
      const policy = headers.get('content-security-policy') ?? ''
      for (const part of ["object-src 'none'", "form-action 'self'", "default-src 'self'"])
        expect(policy.split('; '), path).toContain(part)
      const scripts = /script-src ([^;]+)/.exec(policy)?.[1]?.split(' ') ?? []
      expect(scripts.length, path).toBeGreaterThan(0)
      for (const source of scripts)
        expect(source, path).toMatch(/^('self'|'sha256-[\w+/=]{44}'|https:\/\/js\.stripe\.com)$/)
    }
  })

  test('of a page that brings its styles along allow those, and of another none but files', async () => {
    const styleSources = (answer: Response) =>
      /style-src ([^;]+)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]
    const home = await fetch(`${secured.origin}/`)
    const html = await home.text()
    const [, styles = ''] = /<style id="styles">([\s\S]+?)<\/style>/.exec(html) ?? []
    expect(styles.length).toBeGreaterThan(10_000)
    expect(html).not.toContain('rel="stylesheet"')
    expect(styleSources(home)).toBe(`'self' 'sha256-${createHash('sha256').update(styles).digest('base64')}'`)
    const profile = await fetch(`${secured.origin}/dashboard/profile`)
    expect(styleSources(profile)).toBe("'self'")
    expect(await profile.text()).toMatch(/<link rel="stylesheet" href="\/assets\/[\w-]+\.css"/)
  })

  test('of a refused form are its page’s own; the answer is not kept, and holds what was typed but no password', async () => {
    const typed = { email: 'boss@shop.example', password: 'not-the-one-7' }
    const sent = { method: 'POST', headers: { Origin: SITE }, body: new URLSearchParams(typed) }
    const [answer, page] = await Promise.all([fetch(`${secured.origin}/login`, sent), fetch(`${secured.origin}/login`)])
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([401, 'no-store'])
    const policyOf = ({ headers }: Response) => headers.get('content-security-policy')?.replace(/ 'sha256-[^']+'/g, '')
    expect(policyOf(answer)).toBe(policyOf(page))
    const html = await answer.text()
    expect(html).toContain('value="boss@shop.example"')
    expect(html).not.toContain('not-the-one-7')
    expect(await page.text()).not.toContain('boss@')
    expect(await (await fetch(`${secured.origin}/login`)).text()).not.toContain('boss@')
  })

  test('of a drawing may be nothing but a drawing', async () => {
    const { headers } = await fetch(`${secured.origin}${builtFile(/drawings\/[\w-]+\.svg$/)}`)
    expect(headers.get('content-type')).toMatch(/^image\/svg\+xml/)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; /)
  })

  test('would be an A+ at Mozilla’s Observatory', async () => {
    const credentials = { email: 'boss@shop.example', password: 'very-cold-storage-9' }
    const entered = await fetch(`${secured.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: SITE },
      body: JSON.stringify(credentials),
    })
    const cookies = entered.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const [path, { headers, html }] of await readPages())
      expect([path, observatoryScore({ headers, html, cookies })]).toEqual([path, { score: 130, grade: 'A+' }])
  })
})

describe('a dashboard’s bytes', () => {
  test('are the same for everybody, as HTML and as data, and never kept', async () => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
    const { _id } = await anOrder(buyer, product)
    const cookies = await buyer.context.cookies()
    const { email, name } = buyer.who
    const synced = await buyer.context.request.put(`/api/user/${encodeURIComponent(email)}`, {
      data: { email, name },
      headers: { Origin: buyer.origin },
    })
    const { token } = await synced.json()
    expect(token).toMatch(/^[\w-]{43}$/)
    const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const paths = ['myorders', 'orders', 'profile', 'makeAdmin', 'audit', 'manageProducts', `payment/${_id}`]
    for (const path of [...paths.map((name) => `/dashboard/${name}`), `/receipt/${_id}`]) {
      for (const url of [`${path}?q=a`, `${path}.data`, `${path}.data?_routes=root`]) {
        const nobody = await fetch(buyer.origin + url)
        const somebody = await fetch(buyer.origin + url, { headers: { Cookie, Authorization: `Bearer ${token}` } })
        const [ofNobody, ofSomebody] = [await nobody.text(), await somebody.text()]
        expect(ofSomebody, url).toBe(ofNobody)
        for (const own of [email, name, product.name, ADMIN.email]) expect(ofSomebody, url).not.toContain(own)
        expect(somebody.headers.get('cache-control'), url).toBe('no-store')
        expect(somebody.headers.get('etag'), url).toBeNull()
      }
    }
  })

  test('of public pages take nothing from cookies, hosts and headers either', async () => {
    const { origin } = secured
    const lies = {
      Cookie: 'parts-house.session_token=<script>; theme=dark',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      'X-Forwarded-Port': '1',
      'X-Original-URL': '/login',
      'X-Rewrite-URL': '/login',
      'Accept-Language': 'evil',
      'User-Agent': 'evil',
      Referer: 'https://evil.example',
    }
    for (const path of ['/blog?poison=1', '/portfolio?poison=2', '/products?poison=3', '/regester?poison=4']) {
      const poisoned = await (await fetch(origin + path, { headers: lies })).text()
      const clean = await (await fetch(origin + path)).text()
      expect(poisoned, path).toBe(clean)
      expect(clean, path).not.toMatch(/evil|ftp:/)
    }
  })
})

describe('what is no page and no file of the site', () => {
  test('is not served, however the path is spelled', async () => {
    const { origin } = secured
    const names = [
      '.env',
      '.git/config',
      '.git/HEAD',
      '.npmrc',
      '.vite/manifest.json',
      '.data/auth-secret',
      '.ci/run',
      '.well-known/x',
    ]
    const sources = [
      'package.json',
      'src/config/config.ts',
      'server/index.js',
      'build/server/index.js',
      'node_modules/hono/package.json',
      'migrations/0001_schema.sql',
    ]
    const up = [
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      '%2e%2e%2f%2e%2e%2fpackage.json',
      '..%5cpackage.json',
      '....//package.json',
      '..%252fpackage.json',
      'assets/../../../package.json',
      'drawings/..%2f..%2f..%2fpackage.json',
      '%00',
      'favicon.svg%00.html',
      '/etc/passwd',
      '..%c0%af..%c0%afetc/passwd',
    ]
    const hidden = ['%2eenv', '%2e%65nv', 'assets/%2e%2e/.env', 'assets/.hidden', '.', '..', '%2e', '%2e%2e']
    for (const name of [...names, ...sources, ...up, ...hidden]) {
      expect([name, ['404', '400', '301', '200'].includes(await statusOf(origin, `/${name}`))]).toEqual([name, true])
      const answer = await fetch(`${origin}/${name}`)
      const text = await answer.text()
      if (answer.status === 200) expect(text, name).toMatch(/^<!DOCTYPE html>/)
      expect(text, name).not.toMatch(/"dependencies"|AUTH_SECRET|\[core\]|root:x:|CREATE TABLE/)
    }
  })

  test('is not among the built files: no map, no source, no hidden file', () => {
    expect(builtFiles().length).toBeGreaterThan(50)
    for (const name of builtFiles()) expect(name).not.toMatch(/\.(map|tsx?|env|sql|pem|json)$|\/\./)
  })
})

test('no secret, path of a machine or map stands in a bundle or a page', async () => {
  const secret = readFileSync(join(secured.dataDir, 'auth-secret'), 'utf8').trim()
  const telling = [
    secret,
    'very-cold-storage-9',
    'boss@shop.example',
    'sk_test_',
    'sk_live_',
    'whsec_',
    'postgres://',
    'postgresql://',
    'BEGIN PRIVATE',
    'BEGIN RSA',
    'sourceMappingURL',
    'AUTH_SECRET',
    'DATABASE_URL',
    '/home/',
    '/root/',
    '/tmp/',
    'file://',
    secured.dataDir,
  ]
  const texts = builtFiles().flatMap((name) =>
    /\.(js|css|svg|html|webmanifest)$/.test(name) ? [[name, readFileSync(join(CLIENT, name), 'utf8')]] : [],
  )
  for (const [path, { html }] of await readPages()) texts.push([path, html])
  for (const path of ['/products.data', '/api/openapi.json', '/api/payment-settings', '/sitemap.xml', '/robots.txt'])
    texts.push([path, await (await fetch(`${secured.origin}${path}`)).text()])
  for (const [name = '', text = ''] of texts) {
    // Redoc's own bundle contains the word, since it handles source maps in development.
    const isRedoc = name.startsWith('/api-docs/')
    for (const words of telling.filter((word) => !isRedoc || word !== 'sourceMappingURL'))
      expect([name, words, text.includes(words)]).toEqual([name, words, false])
  }
})
