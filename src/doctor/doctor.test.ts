import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '../config/clock.ts'
import { openSmtp } from '../post/open-test-post.ts'
import { aCertificate } from '../testing/certificate.ts'
import { examine } from './examine.ts'
import { finding, patient } from './open-test-patient.ts'

async function listening(listener: RequestListener, certificate?: ReturnType<typeof aCertificate>) {
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
}

describe('mail', () => {
  const accounts = { disabledCommands: ['STARTTLS'], authOptional: false }
  const from = { MAIL_FROM: 'Parts House <desk@parts-house.example>' }

  test('is taken by a server that greets and knows the shop', async () => {
    const { port } = await openSmtp({ ...accounts, onAuth: (_, __, done) => done(null, { user: 'shop' }) })
    const SMTP_URL = `smtp://shop:hunter2@127.0.0.1:${port}`
    expect(await finding('mail', { env: { SMTP_URL, ...from } })).toMatch(/^right: .* greets and lets the shop in/)
    expect(await finding('mail')).toMatch(/^idle: SMTP_URL is not set; mails are files/)
  })

  test('is refused to a wrong password, and by a server that is not there', async () => {
    const { port } = await openSmtp({ ...accounts, onAuth: (_, __, done) => done(new Error('hunter2 is wrong')) })
    const SMTP_URL = `smtp://shop:hunter2@127.0.0.1:${port}`
    const refused = await finding('mail', { env: { SMTP_URL, ...from } })
    expect(refused).toMatch(/^wrong: 127\.0\.0\.1:\d+ does not take the user and password of SMTP_URL \(535\)\.$/)
    const nobody = await finding('mail', { env: { SMTP_URL: 'smtp://127.0.0.1:1', ...from } })
    expect(nobody).toMatch(/^wrong: 127\.0\.0\.1:1 of SMTP_URL does not take mail \(/)
  })
})

describe('Stripe', () => {
  /** A Stripe that answers the list of endpoints with this. */
  async function stripe(status: number, body: object) {
    const origin = await listening((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
    const { hostname: host, port } = new URL(origin)
    return new Stripe('sk_test_doctor', { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  }
  const endpoint = { url: 'http://localhost:3000/api/stripe/webhook', status: 'enabled', enabled_events: ['*'] }
  const listed = (...data: object[]) => stripe(200, { object: 'list', data, has_more: false })

  test('knows the key and sends all events to the shop', async () => {
    expect(await finding('Stripe', { stripe: await listed(endpoint) })).toMatch(
      /^right: Stripe takes the key and sends/,
    )
    expect(await finding('Stripe')).toMatch(/^idle: STRIPE_SECRET_KEY is not set/)
  })

  test('does not know the key, may not be asked, or does not answer', async () => {
    const refused = (type: string) => ({ error: { type, message: 'sk_test_doctor is bad' } })
    expect(await finding('Stripe', { stripe: await stripe(401, refused('invalid_request_error')) })).toBe(
      'wrong: Stripe does not know STRIPE_SECRET_KEY.',
    )
    expect(await finding('Stripe', { stripe: await stripe(403, refused('invalid_request_error')) })).toMatch(
      /^idle: .* may not read/,
    )
    expect(await finding('Stripe', { stripe: await stripe(500, refused('api_error')) })).toMatch(
      /^wrong: Stripe does not answer/,
    )
  })

  test('has no endpoint, a disabled one, or one that is told too little', async () => {
    const elsewhere = { ...endpoint, url: 'https://elsewhere.example/api/stripe/webhook' }
    expect(await finding('Stripe', { stripe: await listed(elsewhere) })).toMatch(
      /^wrong: .* has no webhook endpoint http/,
    )
    const off = { ...endpoint, status: 'disabled' }
    expect(await finding('Stripe', { stripe: await listed(off) })).toMatch(
      /^wrong: The webhook endpoint .* is disabled/,
    )
    const few = {
      ...endpoint,
      enabled_events: ['payment_intent.succeeded', 'payment_intent.canceled', 'charge.refunded'],
    }
    expect(await finding('Stripe', { stripe: await listed(few) })).toMatch(
      /^wrong: .* is not sent payment_intent\.processing, payment_intent\.requires_action, charge\.dispute\.created, radar\.early_fraud_warning\.created, refund\.failed, payment_intent\.payment_failed\.$/,
    )
  })
})

describe('the origin', () => {
  const alive: RequestListener = (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"alive":true}')
  const behindProxy: RequestListener = (_, response) => response.writeHead(200, { Via: '1.1 Caddy' }).end()

  test('has a certificate that is good for long enough, or does not', async () => {
    const at = async (days: number, trusted = true) => {
      const certificate = aCertificate(days)
      const appOrigin = await listening(alive, certificate)
      return finding('certificate', { config: { appOrigin }, ...(trusted && { ca: certificate.cert }) })
    }
    expect(await at(60)).toBe('right: The certificate of APP_ORIGIN is good for 60 days.')
    expect(await at(9)).toBe('wrong: The certificate of APP_ORIGIN ends in 9 days, and has not been renewed.')
    expect(await at(-3)).toBe('wrong: The certificate of APP_ORIGIN ended 3 days ago.')
    expect(await at(60, false)).toMatch(/^wrong: Browsers refuse the certificate of APP_ORIGIN \(/)
    const appOrigin = (await listening(alive)).replace('http:', 'https:')
    expect(await finding('certificate', { config: { appOrigin } })).toMatch(
      /^wrong: Nobody speaks TLS at APP_ORIGIN \(/,
    )
    expect(await finding('certificate')).toMatch(/^idle: /)
  })

  test('answers as this shop, as another, or not at all', async () => {
    expect(await finding('APP_ORIGIN', { config: { appOrigin: await listening(alive) } })).toMatch(
      /^right: The shop answers at/,
    )
    const other = await listening((_, response) => response.writeHead(404).end('none'))
    expect(await finding('APP_ORIGIN', { config: { appOrigin: other } })).toMatch(
      /^wrong: .* is not this shop \(404\)\.$/,
    )
    expect(await finding('APP_ORIGIN', { config: { appOrigin: 'http://localhost:1' } })).toMatch(
      /^idle: .* does not run/,
    )
  })

  test('may not be public without https, nor outside production', async () => {
    expect(await finding('APP_ORIGIN', { config: { appOrigin: 'http://shop.invalid' } })).toMatch(
      /^wrong: .* not https/,
    )
    const open = { appOrigin: 'https://shop.invalid', trustedProxies: ['10.0.0.1'] }
    expect(await finding('APP_ORIGIN', { config: open })).toBe('wrong: NODE_ENV is not production on a public origin.')
    expect(await finding('APP_ORIGIN', { config: { ...open, production: true } })).toMatch(/^wrong: Nobody answers at/)
  })

  test('names its proxies, has none, or forgets the one that answers', async () => {
    const appOrigin = await listening(behindProxy)
    expect(await finding('proxies', { config: { appOrigin, trustedProxies: ['10.0.0.1'] } })).toBe(
      'right: TRUSTED_PROXIES names 10.0.0.1.',
    )
    expect(await finding('proxies', { config: { appOrigin } })).toMatch(/^wrong: 1\.1 Caddy stands before the shop/)
    expect(await finding('proxies', { config: { appOrigin: await listening(alive) } })).toMatch(/^right: /)
    expect(await finding('proxies', { config: { appOrigin: 'https://shop.invalid' } })).toMatch(
      /^wrong: .* names nobody\.$/,
    )
  })
})

describe('the house', () => {
  const open = { appOrigin: 'https://shop.invalid', trustedProxies: ['10.0.0.1'] }

  test('has room, or has none', async () => {
    expect(await finding('disk')).toMatch(/^right: [\d.]+ GB are free at DATA_DIR /)
    // A file system without a block.
    expect(await finding('disk', { config: { dataDir: '/proc' } })).toBe(
      'wrong: Only 0.0 GB are free at DATA_DIR /proc.',
    )
  })

  test('may have a password of the database with a bare %, which is not told', async () => {
    const aShop = await patient()
    const databaseUrl = 'postgres://shop:50%off@database.invalid/shop'
    const reports = await examine({ ...aShop, config: { ...aShop.config, databaseUrl } })
    expect(JSON.stringify(reports)).not.toContain('50%off')
  })

  test('has a backup of today, an old one, or none', async () => {
    const aShop = await patient()
    const { dataDir } = aShop.config
    const about = async (config: object) => {
      const reports = await examine({ ...aShop, config: { ...aShop.config, ...config } })
      const found = reports.find((report) => report.about === 'backups')
      return `${found?.state}: ${found?.says}`
    }
    expect(await about({})).toMatch(/^idle: There is no backup in /)
    expect(await about(open)).toMatch(/^wrong: There is no backup in .*: let cron run npm run backup\.$/)
    const file = join(dataDir, 'backups', '20260101T000000Z.backup.gz')
    await mkdir(join(dataDir, 'backups'))
    await writeFile(file, '')
    expect(await about(open)).toMatch(/^right: .* is 0 hours old\.$/)
    const before = new Date(Date.now() - 2 * DAY)
    await utimes(file, before, before)
    expect(await about(open)).toMatch(/^wrong: .* is 48 hours old\.$/)
  })

  test('says who runs it, or does not', async () => {
    const IMPRINT = { IMPRINT_NAME: 'Parts Ltd', IMPRINT_ADDRESS: '1 Road; Town', IMPRINT_EMAIL: 'desk@parts.example' }
    expect(await finding('imprint', { env: IMPRINT })).toBe('right: The imprint names Parts Ltd.')
    expect(await finding('imprint', { config: open })).toMatch(/^wrong: The imprint is empty/)
    expect(await finding('imprint')).toMatch(/^idle: The imprint is empty/)
  })
})

test('what holds a secret is told without it, and a check that hangs ends with its deadline', async () => {
  const env = {
    AUTH_SECRET: 'k3Zq9mXr2Tn8vLw5Yb7Hc4Dj6Pf1Gs0A',
    METRICS_TOKEN: 'q7Wm2Xz9Lp4Rt8Vb3Nc6Kd1Hf5Jg0SyA',
    SMTP_URL: 'smtp://shop:hunter2@127.0.0.1:1',
    MAIL_FROM: 'Parts House <hunter2@parts-house.example>',
  }
  const silent = await listening(() => undefined)
  const aShop = await patient({ env, databaseUrl: 'postgres://shop:p%40ss-word@127.0.0.1:1/p%40ss-word' })
  const imprint = {
    name: `${env.AUTH_SECRET} ${env.METRICS_TOKEN}`,
    address: '',
    email: '',
    phone: undefined,
    register: undefined,
    taxId: undefined,
  }
  const config = { ...aShop.config, imprint, appOrigin: silent }
  const reports = await examine({ ...aShop, config })
  const all = JSON.stringify(reports)
  for (const secret of [env.AUTH_SECRET, env.METRICS_TOKEN, 'hunter2', 'p%40ss-word', 'p@ss-word'])
    expect(all).not.toContain(secret)
  expect(reports.find(({ about }) => about === 'APP_ORIGIN')).toMatchObject({ state: 'idle' })
})
