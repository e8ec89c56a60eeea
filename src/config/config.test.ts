import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { BadSetting, readConfig } from './config.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'parts-house-config-'))
const AUTH_SECRET = 'k3Zq9mXr2Tn8vLw5Yb7Hc4Dj6Pf1Gs0A'
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
const MAIL = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'Parts House <shop@shop.example>' }
const GOOGLE = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
const BEHIND = { APP_ORIGIN: 'https://shop.example', TRUSTED_PROXIES: '10.0.0.0/8' }
const PUBLIC = { ...BEHIND, AUTH_SECRET, ...STRIPE, ...MAIL, ...GOOGLE }

const read = (env: NodeJS.ProcessEnv) => readConfig({ DATA_DIR, ...env })

afterAll(() => rmSync(DATA_DIR, { recursive: true }))

describe('a trial', () => {
  test('needs no setting at all', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      appOrigin: 'http://localhost:3000',
      databaseUrl: undefined,
      orderHoldHours: 24,
      maxUnpaidOrders: 10,
      maxUnpaidUnverified: 2,
      unverifiedHoldMinutes: 30,
      rateLimit: true,
      demo: false,
      trial: true,
      standIns: ['payments', 'mail', 'google'],
    })
  })

  test('makes a secret once and keeps it to itself', () => {
    const { authSecret } = read({})
    expect(authSecret.length).toBeGreaterThanOrEqual(32)
    expect(read({}).authSecret).toBe(authSecret)
    expect(readFileSync(join(DATA_DIR, 'auth-secret'), 'utf8')).toBe(authSecret)
    expect(statSync(join(DATA_DIR, 'auth-secret')).mode & 0o777).toBe(0o600)
  })

  test('is at the address that browsers send, without the port of its scheme', () => {
    expect(read({ PORT: '80' }).appOrigin).toBe('http://localhost')
    expect(read({ PORT: '8080' }).appOrigin).toBe('http://localhost:8080')
  })

  test('takes an empty setting for an absent one', () => {
    expect(read({ PORT: '', STRIPE_SECRET_KEY: ' ', APP_ORIGIN: '' }).appOrigin).toBe('http://localhost:3000')
  })

  test('may start from a copy of .env.example, which names every setting', () => {
    const example = parseEnv(readFileSync('.env.example', 'utf8'))
    const source = readFileSync(new URL('./settings.ts', import.meta.url), 'utf8')
    const settings = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name)
    expect(Object.keys(example)).toEqual(expect.arrayContaining(settings.filter((name) => name !== 'NODE_ENV')))
    expect(read({ ...example, DATA_DIR })).toEqual(read({}))
  })

  test('ends where a first admin is named', () => {
    const config = read({ ADMIN_EMAIL: ' Boss@Shop.Example ', ADMIN_PASSWORD: 'counter desk' })
    expect(config.trial).toBe(false)
    expect(config.admin).toEqual({ email: 'boss@shop.example', password: 'counter desk' })
  })
})

describe('a public shop', () => {
  test('starts without a stand-in when all is set', () => {
    const config = read({ ...PUBLIC, TRUSTED_PROXIES: '10.0.0.0/8, ::1' })
    expect(config).toMatchObject({ trial: false, standIns: [], trustedProxies: ['10.0.0.0/8', '::1'] })
    expect(config.google?.discoveryUrl).toContain('accounts.google.com')
  })

  test('takes a live key on https only', () => {
    const live = { ...PUBLIC, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    expect(read(live).stripe?.secretKey).toBe('sk_live_1')
    expect(() => read({ ...live, APP_ORIGIN: 'http://shop.example' })).toThrow(/^STRIPE_SECRET_KEY .*https/)
    expect(() => read({ ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' })).toThrow(/^STRIPE_SECRET_KEY and /)
    expect(() => read({ ...live, DEMO: '1' })).toThrow(/^STRIPE_SECRET_KEY is a live key, so DEMO must be 0\.$/)
  })

  test.each(['AUTH_SECRET', 'STRIPE_SECRET_KEY', 'SMTP_URL', 'GOOGLE_CLIENT_ID'])(
    'does not start without %s',
    (name) => {
      const group = { ...PUBLIC, [name]: undefined }
      if (name === 'STRIPE_SECRET_KEY') Object.assign(group, { STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' })
      if (name === 'GOOGLE_CLIENT_ID') Object.assign(group, { GOOGLE_CLIENT_SECRET: '' })
      expect(() => read(group)).toThrow(new RegExp(`^${name} must be set, since APP_ORIGIN`))
      expect(read({ ...group, DEMO: '1' }).demo).toBe(true)
    },
  )

  test('keeps its limits on, also as a demonstration', () => {
    expect(() => read({ ...PUBLIC, RATE_LIMIT: 'off' })).toThrow(/^RATE_LIMIT must be on/)
    expect(() => read({ ...PUBLIC, RATE_LIMIT: 'off', DEMO: '1' })).toThrow(/^RATE_LIMIT must be on/)
    expect(read({ RATE_LIMIT: 'off' }).rateLimit).toBe(false)
  })
})

describe('an address that other machines reach', () => {
  test.each(['0.0.0.0', '::', '192.168.1.10', 'shop.local'])('is no trial by itself: HOST %s', (HOST) => {
    expect(() => read({ HOST })).toThrow(
      `APP_ORIGIN must be set, since HOST ${HOST} can be reached from other machines.`,
    )
    const here = { HOST, APP_ORIGIN: 'http://localhost:3000' }
    expect(() => read(here)).toThrow(
      `AUTH_SECRET must be set, since HOST ${HOST} can be reached from other machines (DEMO=1 allows it`,
    )
    expect(read({ ...here, DEMO: '1' }).trial).toBe(true)
    expect(read({ ...PUBLIC, ...here })).toMatchObject({ host: HOST, trial: false })
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('is not HOST %s', (HOST) => {
    expect(read({ HOST }).trial).toBe(true)
  })

  test('over https, or at a public address, needs the name of its proxy, or that there is none', () => {
    const open = { APP_ORIGIN: 'http://shop.example', DEMO: '1' }
    expect(() => read(open)).toThrow(/^TRUSTED_PROXIES must name the proxy/)
    expect(read({ ...open, TRUSTED_PROXIES: '10.0.0.1' }).trustedProxies).toEqual(['10.0.0.1'])
    expect(read({ APP_ORIGIN: 'http://localhost:8080' }).trustedProxies).toEqual([])
    expect(() => read({ ...PUBLIC, TRUSTED_PROXIES: '' })).toThrow(/^TRUSTED_PROXIES must name the proxy/)
    expect(() => read({ ...BEHIND, TRUSTED_PROXIES: '', DEMO: '1' })).toThrow(/^TRUSTED_PROXIES must name the proxy/)
    expect(read({ ...PUBLIC, TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([])
    for (const wrong of ['none, 10.0.0.1', '0.0.0.0/0', '::/0'])
      expect(() => read({ ...PUBLIC, TRUSTED_PROXIES: wrong })).toThrow(/^TRUSTED_PROXIES must be addresses/)
  })
})

test('mail may come from a name with a comma, in quotes', () => {
  const MAIL_FROM = '"Parts House, Inc." <shop@shop.example>'
  expect(read({ ...MAIL, MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
})

describe('a bad setting', () => {
  test.each<[string, NodeJS.ProcessEnv]>([
    ['PORT', { PORT: 'http' }],
    ['PORT', { PORT: '70000' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'shop.example' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'https://shop.example/shop' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'https://shop.example,other.example' }],
    ['APP_ORIGIN', { APP_ORIGIN: 'https://*.shop.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/shop' }],
    ['DATABASE_URL', { DATABASE_DIRECT_URL: 'postgres://localhost/shop' }],
    ['DATABASE_DIRECT_URL', { DATABASE_DIRECT_URL: 'localhost:5432' }],
    ['DATABASE_URL', { DATABASE_READ_URL: 'postgres://replica/shop' }],
    ['DATABASE_READ_URL', { DATABASE_READ_URL: 'postgres://replica/shop, replica:5432' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'secret' }],
    ['AUTH_SECRET', { AUTH_SECRET: 'a'.repeat(64) }],
    ['AUTH_SECRET', { AUTH_SECRET: 'change-me-please'.repeat(3) }],
    ['ADMIN_PASSWORD', { ADMIN_EMAIL: 'boss@shop.example' }],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'counter desk' }],
    ['ADMIN_EMAIL', { ADMIN_EMAIL: 'boss', ADMIN_PASSWORD: 'counter desk' }],
    ['MAIL_FROM', { SMTP_URL: MAIL.SMTP_URL }],
    ['MAIL_FROM', { MAIL_FROM: 'Parts House' }],
    ['MAIL_FROM', { MAIL_FROM: 'x@y.example, Z <a@b.example>' }],
    ['MAIL_FROM', { MAIL_FROM: 'Parts: one; <a@b.example>' }],
    ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
    ['GOOGLE_CLIENT_ID', { GOOGLE_DISCOVERY_URL: 'https://issuer.example' }],
    ['STRIPE_WEBHOOK_SECRET', { ...STRIPE, STRIPE_WEBHOOK_SECRET: '' }],
    ['STRIPE_SECRET_KEY', { ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }],
    ['ORDER_HOLD_HOURS', { ORDER_HOLD_HOURS: '0' }],
    ['MAX_UNPAID_ORDERS', { MAX_UNPAID_ORDERS: '2.5' }],
    ['MAX_UNPAID_UNVERIFIED', { MAX_UNPAID_UNVERIFIED: '0' }],
    ['UNVERIFIED_HOLD_MINUTES', { UNVERIFIED_HOLD_MINUTES: '0' }],
    ['RATE_LIMIT', { RATE_LIMIT: 'no' }],
    ['DEMO', { DEMO: 'yes' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/99' }],
    ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'proxy' }],
    ['DATA_DIR', { DATA_DIR: '/dev/null/shop' }],
  ])('stops the start with one sentence that names %s: %j', (name, env) => {
    expect(() => read(env)).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
    expect(() => read(env)).toThrow(name === 'DATA_DIR' ? Error : BadSetting)
  })

  test('never shows a secret', () => {
    expect(() => read({ AUTH_SECRET: 'hunter2' })).toThrow(/^AUTH_SECRET (?!.*hunter2)/)
    expect(() => read({ DATABASE_URL: 'mysql://shop:hunter2@db/shop' })).toThrow(/^DATABASE_URL (?!.*hunter2)/)
  })
})
