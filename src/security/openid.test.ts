import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { accounts, users } from '../accounts/table.server.ts'
import { aBrowser } from '../testing/browser.ts'
import { linkTo, tokenTo } from '../testing/mails.ts'
import { aWorld } from './world.ts'

type Json = Record<string, unknown>
type Token = { header?: Json; claims?: Json; sign?: (text: string) => string }

const CLIENT = 'parts-house-at-google'
const SECRET = 'a-secret-between-the-two'
const NOW = () => Math.floor(Date.now() / 1000)
const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
const rs256 = (key: KeyObject) => (text: string) => createSign('sha256').update(text).sign(key, 'base64url')

/** An issuer that says what the test wants it to say. */
const google = createServer((request, response) => {
  const issuer = issuerOf()
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] }),
    '/token': () => ({
      access_token: 'at',
      token_type: 'Bearer',
      expires_in: 3600,
      ...(idToken && { id_token: idToken }),
    }),
  }
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answers[request.url ?? '']?.() ?? {}))
})
let idToken: string | undefined
await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve))
afterAll(() => void google.close())

const issuerOf = () => `http://127.0.0.1:${(google.address() as AddressInfo).port}`
const world = aWorld({
  env: {
    GOOGLE_CLIENT_ID: CLIENT,
    GOOGLE_CLIENT_SECRET: SECRET,
    GOOGLE_DISCOVERY_URL: `${issuerOf()}/.well-known/openid-configuration`,
  },
})

function tokenOf(nonce: string, email: string, { header = {}, claims = {}, sign = rs256(own.privateKey) }: Token) {
  const all = {
    iss: issuerOf(),
    aud: CLIENT,
    sub: email,
    email,
    email_verified: true,
    hd: 'example.com',
    name: 'Anna',
    nonce,
    iat: NOW(),
    exp: NOW() + 600,
    ...claims,
  }
  const text = `${part({ alg: 'RS256', typ: 'JWT', kid: 'k', ...header })}.${part(all)}`
  return `${text}.${sign(text)}`
}

/** Goes the whole way with such a token, and tells the error it ends with and whether anybody is in. */
async function through(make: (nonce: string, email: string) => string | undefined) {
  const { origin } = world()
  const email = `${crypto.randomUUID()}@example.com`
  const browser = aBrowser(origin)
  const start = await browser.send(`/api/auth/google/start?${new URLSearchParams({ nonce: 'n', origin })}`)
  const asked = new URL(start.headers.get('location') ?? '').searchParams
  const nonce = asked.get('nonce') ?? ''
  idToken = make(nonce, email)
  const back = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' })
  const { at } = await browser.follow(`/api/auth/callback/google?${back}`)
  const session = await (await browser.send('/api/auth/get-session')).json()
  return { error: at.searchParams.get('error'), isIn: session !== null, email, nonce, token: idToken }
}

const changed = (token: Token) => (nonce: string, email: string) => tokenOf(nonce, email, token)

test('a true token of the issuer lets in', async () => {
  const { error, isIn, email } = await through(changed({}))
  expect([error, isIn]).toEqual([null, true])
  const [user] = await world().shop.db.select().from(users).where(eq(users.email, email))
  expect(user).toMatchObject({ emailVerified: true, role: 'customer', name: 'Anna' })
})

test('a token for several clients that names this one lets in', async () => {
  const { error, isIn } = await through(changed({ claims: { aud: [CLIENT, 'another-client'], azp: CLIENT } }))
  expect([error, isIn]).toEqual([null, true])
})

test('capitals in an address are the same address', async () => {
  const { isIn, email } = await through((nonce, address) =>
    tokenOf(nonce, address, { claims: { email: address.toUpperCase() } }),
  )
  expect([isIn, await world().shop.db.$count(users, eq(users.email, email))]).toEqual([true, 1])
})

test('a token lets nobody into the account of an address that is Google’s no more than that it was verified once', async () => {
  const { shop } = world()
  const of = async (isGoogles: boolean) => {
    const host = isGoogles ? 'gmail.com' : 'example.com'
    const email = `${crypto.randomUUID()}@${host}`
    await shop.auth.createUser({ name: 'Bo', email, password: 'cold-storage-9', emailVerified: true })
    const { error, isIn } = await through((nonce) => tokenOf(nonce, email, { claims: { hd: undefined } }))
    return [error, isIn]
  }
  expect([await of(false), await of(true)]).toEqual([
    ['account_not_linked', false],
    [null, true],
  ])
})

test('an account that Google makes for such an address proves it by mail', async () => {
  const { shop } = world()
  const { isIn, email } = await through(changed({ claims: { hd: undefined } }))
  const [user] = await shop.db.select().from(users).where(eq(users.email, email))
  expect([isIn, user?.emailVerified]).toEqual([true, false])
  expect(await linkTo(shop, 'verify', email)).toContain('token=')
})

test('what Google verified since is closed by no link of before', async () => {
  const { shop, origin } = world()
  const { email } = await through(changed({ claims: { hd: undefined, sub: 'joined-by-work' } }))
  await through((nonce) => tokenOf(nonce, email, { claims: { sub: 'joined-by-work' } }))
  const json = { token: await tokenTo(shop, 'verify', email) }
  expect((await aBrowser(origin).send('/api/auth/not-me', { json })).status).toBe(409)
  const [user] = await shop.db.select().from(users).where(eq(users.email, email))
  expect(user).toMatchObject({ emailVerified: true, closedAt: null })
})

describe('a token lets nobody in', () => {
  test.each<[string, Token]>([
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['of an issuer that only begins alike', { claims: { iss: 'http://127.0.0.1' } }],
    ['for another client', { claims: { aud: 'another-client' } }],
    ['for nobody', { claims: { aud: undefined } }],
    ['for several clients, and does not say which of them asked', { claims: { aud: [CLIENT, 'another-client'] } }],
    ['for several clients, and another asked', { claims: { aud: [CLIENT, 'another-client'], azp: 'another-client' } }],
    ['for this client, and another asked', { claims: { azp: 'another-client' } }],
    ['that ran out', { claims: { iat: NOW() - 7200, exp: NOW() - 3600 } }],
    ['that never runs out', { claims: { exp: undefined } }],
    ['of tomorrow', { claims: { nbf: NOW() + 86_400 } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of no person', { claims: { sub: undefined } }],
    ['whose address is not verified', { claims: { email_verified: false } }],
    ['that does not say whether it is', { claims: { email_verified: undefined } }],
    ['without an address', { claims: { email: undefined } }],
    ['with an address in full-width letters', { claims: { email: 'ａdmin@example.com' } }],
    ['with an address that has a Kelvin sign', { claims: { email: '\u212aim@example.com' } }],
    ['with an address that has a long s', { claims: { email: 'bo\u017fs@example.com' } }],
    ['with what is no address', { claims: { email: 'nobody' } }],
    ['signed by somebody else', { sign: rs256(foreign.privateKey) }],
    ['signed with a key the issuer does not have', { header: { kid: 'x' }, sign: rs256(foreign.privateKey) }],
    ['that is not signed', { header: { alg: 'none' }, sign: () => '' }],
    ['whose signature was cut off', { sign: () => '' }],
    [
      'signed with the public key as a password',
      {
        header: { alg: 'HS256' },
        sign: (text) =>
          createHmac('sha256', own.publicKey.export({ type: 'spki', format: 'pem' }))
            .update(text)
            .digest('base64url'),
      },
    ],
    [
      'signed with the client’s secret',
      { header: { alg: 'HS256' }, sign: (text) => createHmac('sha256', SECRET).update(text).digest('base64url') },
    ],
    [
      'that brings its own key',
      { header: { jwk: foreign.publicKey.export({ format: 'jwk' }), kid: undefined }, sign: rs256(foreign.privateKey) },
    ],
  ])('%s', async (_, token) => {
    const before = await world().shop.db.$count(accounts)
    const { error, isIn } = await through(changed(token))
    expect(error).toBeTruthy()
    expect(isIn).toBe(false)
    expect(await world().shop.db.$count(accounts)).toBe(before)
  })

  test('that was used before', async () => {
    const first = await through(changed({}))
    const { error, isIn } = await through(() => first.token)
    expect([first.isIn, Boolean(error), isIn]).toEqual([true, true, false])
  })

  test('that is none', async () => {
    for (const text of [undefined, '', 'x', 'a.b.c', '..', part({}), 'null']) {
      const { error, isIn } = await through(() => text)
      expect([text, Boolean(error), isIn]).toEqual([text, true, false])
    }
  })
})

test('a picture or a name from outside cannot carry a script', async () => {
  const claims = { name: `<img src=x onerror=alert(1)>${'x'.repeat(200)}`, picture: 'javascript:alert(1)' }
  const { isIn, email } = await through(changed({ claims }))
  expect(isIn).toBe(true)
  const [user] = await world().shop.db.select().from(users).where(eq(users.email, email))
  expect(user?.image).toBeNull()
  expect(user?.name.length).toBeLessThanOrEqual(80)
})
