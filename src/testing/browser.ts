import { expect } from 'vitest'

type Sent = { method?: string; json?: unknown; form?: Record<string, string>; headers?: Record<string, string> }

/** Somebody nobody knows yet. */
export const aStranger = (name = 'Anna') => ({
  name,
  email: `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.com`,
  password: 'cold-storage-9',
})

/** A browser that shows one page of the shop: it keeps cookies and says where a request comes from. */
export function aBrowser(origin: string) {
  const jar = new Map<string, { value: string; path: string }>()

  async function send(path: string, { method, json, form, headers = {} }: Sent = {}) {
    const url = new URL(path, origin)
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json)
    const all = new Headers({ Origin: origin, 'Sec-Fetch-Site': 'same-origin', Cookie: cookiesFor(url), ...headers })
    if (json !== undefined) all.set('Content-Type', 'application/json')
    if (!all.get('Cookie')) all.delete('Cookie')
    const response = await fetch(url, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: all,
      redirect: 'manual',
      ...(body && { body }),
    })
    for (const cookie of response.headers.getSetCookie()) keep(cookie)
    return response
  }

  function keep(cookie: string) {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const of = (key: string) =>
      attributes.find((part) => part.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const isGone = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now()
    if (isGone) jar.delete(name)
    else jar.set(name, { value: pair.slice(name.length + 1), path: of('path') ?? '/' })
  }

  const cookiesFor = ({ pathname }: URL) =>
    [...jar].flatMap(([name, { value, path }]) => (pathname.startsWith(path) ? [`${name}=${value}`] : [])).join('; ')

  /** Goes where it is sent until a page stands still. */
  async function follow(path: string, sent?: Sent) {
    let response = await send(path, sent)
    let at = new URL(path, origin)
    for (let hops = 0; response.status >= 300 && response.status < 400; hops++) {
      expect(hops).toBeLessThan(10)
      at = new URL(response.headers.get('location') ?? '', at)
      response = await send(at.href)
    }
    return { response, at }
  }

  /** The sync after a sign-in: the bearer token. */
  async function sync(email: string) {
    const response = await send(`/api/user/${encodeURIComponent(email)}`, { method: 'PUT', json: { email, name: 'x' } })
    expect(response.status).toBe(200)
    return ((await response.json()) as { token: string }).token
  }

  return { send, follow, sync, jar }
}

export type Browser = ReturnType<typeof aBrowser>
