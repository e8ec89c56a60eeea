import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const ORIGIN = 'http://localhost:3000'
const ANNA = { id: '1', email: 'anna@example.com', name: 'Anna', emailVerified: true }

type Heard = (event: { origin: string; source: unknown; data: unknown }) => void

let heard: Heard | undefined
let popup: { closed: boolean; close(): unknown; focus(): void }
let kept: Map<string, string>
let signedIn: boolean
let calls: string[]

const text = (answer: unknown) => ({ ok: true, status: 200, json: async () => answer }) as Response

/** The part of a browser's API that the sign-in uses. */
beforeEach(() => {
  vi.resetModules()
  kept = new Map()
  signedIn = false
  calls = []
  popup = { closed: false, focus: () => {}, close: () => Object.assign(popup, { closed: true }) }
  const globals = {
    location: { origin: ORIGIN },
    navigator: { cookieEnabled: true },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    },
    window: { open: vi.fn(() => popup) },
    addEventListener: (type: string, listener: Heard) => {
      if (type === 'message') heard = listener
    },
    removeEventListener: () => {},
    dispatchEvent: () => true,
    fetch: async (path: string) => {
      calls.push(path)
      if (path.startsWith('/api/auth/get-session')) return text(signedIn ? { user: ANNA } : null)
      return text(path.startsWith('/api/user/') ? { token: 't-1' } : { admin: false })
    },
    ...{ screenX: 0, screenY: 0, outerWidth: 1280, outerHeight: 800 },
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
})
afterEach(() => vi.unstubAllGlobals())

const load = async () => {
  const { continueWithGoogle } = await import('./continue-with-google.ts')
  return () => continueWithGoogle('Login Success.')
}
const nonceOf = () => new URL(vi.mocked(window.open).mock.calls[0]?.[0] as string, ORIGIN).searchParams.get('nonce')
const say = (data: object, from: Partial<Parameters<Heard>[0]> = {}) =>
  heard?.({
    origin: ORIGIN,
    source: popup,
    data: { type: 'parts-house:google', nonce: nonceOf(), error: null, ...data },
    ...from,
  })

describe('continue with Google', () => {
  test('keeps the token when the window says it is done', async () => {
    const going = (await load())()
    signedIn = true
    say({})
    expect(await going).toEqual({ ok: true })
    expect([kept.get('accessToken'), popup.closed]).toEqual(['t-1', true])
    expect(calls).toContain('/api/user/anna%40example.com')
  })

  test.each([
    ['access_denied', 'You cancelled the sign-in with Google.'],
    ['unauthorized_domain', 'Google sign-in works at the address of the shop only. Open the shop there and try again.'],
    ['network_failed', 'Google cannot be reached. Check your connection and try again.'],
    ['account_not_linked', expect.stringMatching(/^Google cannot open the account with this address/)],
    ['email_not_found', expect.stringMatching(/^Google has not verified this e-mail address\./)],
    ['state_mismatch', 'Google sign-in did not work. Try again in a moment.'],
  ])('says what %s means', async (error, message) => {
    const going = (await load())()
    say({ error })
    expect(await going).toMatchObject({ ok: false, message })
  })

  test('a blocked window, a second click and a closed window are sentences', async () => {
    const continueWithGoogle = await load()
    vi.mocked(window.open).mockReturnValueOnce(null)
    expect(await continueWithGoogle()).toMatchObject({ code: 'popup_blocked' })
    const first = continueWithGoogle()
    expect(await continueWithGoogle()).toMatchObject({ code: 'cancelled_popup_request' })
    popup.closed = true
    expect(await first).toMatchObject({ code: 'popup_closed_by_user' })
  })

  test('a window that was cut off but came through still signs in', async () => {
    const going = (await load())()
    signedIn = true
    popup.closed = true
    expect(await going).toEqual({ ok: true })
  })

  test('without storage no window opens', async () => {
    vi.stubGlobal('localStorage', undefined)
    expect(await (await load())()).toMatchObject({ code: 'storage_unsupported' })
    expect(window.open).not.toHaveBeenCalled()
  })

  test('only the own window at the own origin is heard', async () => {
    const going = (await load())()
    say({ error: 'access_denied' }, { origin: 'https://evil.example' })
    say({ error: 'access_denied' }, { source: {} })
    say({ error: 'access_denied', nonce: 'another' })
    say({ error: 'network_failed' })
    expect(await going).toMatchObject({ code: 'network_failed' })
  })
})

test('a token asked for many times at once is fetched once', async () => {
  signedIn = true
  const { renewToken } = await import('../session/token.ts')
  expect(await Promise.all([renewToken(), renewToken(), renewToken()])).toEqual(['t-1', 't-1', 't-1'])
  expect(calls.filter((path) => path.startsWith('/api/user/'))).toHaveLength(1)
})
