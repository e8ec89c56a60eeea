import type { ClientResponse } from 'hono/client'
import { hc } from 'hono/client'
import { bearer, loadAnew, renewToken } from './accounts/session/token.ts'
import type { Api } from './api.ts'
import { isOver, isTokenOfAnother, ownDocument, userOfToken } from './ui/user-here.ts'
import { ProblemError, UNREACHABLE } from './wire/problem-error.ts'
import type { Problem } from './wire/refusal.ts'

const BROKEN: Problem = { code: 'internal', message: 'Something went wrong on our side. Try again in a moment.' }

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** The typed client of the calls over any fetch: the network in the browser, the app itself in a loader. */
export const connect = (origin: string, fetch: Fetch) => withWholeParams(hc<Api>(`${origin}/api`, { fetch }))
export type ApiClient = ReturnType<typeof connect>

type Asked = { param?: Record<string, string> } | undefined

/** hc puts the parameters of a path into it as they are, where `../` or `?` leads to another call with the same bearer. */
function withWholeParams<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(of, name) {
      const next = Reflect.get(of, name)
      return next && withWholeParams(next)
    },
    apply(of, self, [asked, ...rest]: [Asked, ...unknown[]]) {
      const param = Object.entries(asked?.param ?? {}).map(([name, value]) => [name, encodeURIComponent(value)])
      return Reflect.apply(of as never, self, [asked && { ...asked, param: Object.fromEntries(param) }, ...rest])
    },
  })
}

/** The JSON of an answer, or a thrown ProblemError whose message is always a sentence. */
export async function ask<T>(call: Promise<ClientResponse<T, number, 'json'>>): Promise<T> {
  return (await askWhole(call)).data
}

function refuseLost(): never {
  throw new ProblemError(UNREACHABLE, 0)
}

/** Like `ask`, with the headers, for lists that go on (`Link`, `X-Total-Count`). */
export async function askWhole<T>(call: Promise<ClientResponse<T, number, 'json'>>) {
  const response = await call.catch(refuseLost)
  // An answer may also be lost on its way after its head.
  if (response.ok) return { data: (await response.json().catch(refuseLost)) as T, headers: response.headers }
  const problem = (await response.json().catch(() => BROKEN)) as Problem
  throw new ProblemError(problem?.message ? problem : BROKEN, response.status)
}

/**
 * Sends the bearer from local storage, and once more with a fresh one when the hour is over; never that of another user
 * than the document's: one that is over gets no answer and goes away.
 */
export const fetchWithBearer: Fetch = async (input, init) => {
  const send = (token: string | null) => {
    const headers = new Headers(init?.headers)
    if (token) headers.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
  let token = await bearer()
  // A token that was left over from an earlier user gives way to one of the cookie's.
  if (isTokenOfAnother()) token = (await renewToken().catch(() => undefined)) ?? null
  if (isOver()) return loadAnew()
  const whose = userOfToken()
  const response = await send(token)
  if (response.status !== 401) {
    // What comes is theirs, also while the shop cannot say who is here.
    if (whose) ownDocument(whose)
    return response
  }
  const fresh = await renewToken()
  if (!fresh) return response
  // Also for a call that was sent before it was known whose document this is.
  if (isOver() || (whose && whose !== userOfToken())) return loadAnew()
  // A browser counts an answer that nobody reads as still on its way.
  void response.body?.cancel()
  return send(fresh)
}

/** The browser's client. */
export const client = connect('', fetchWithBearer)

/** A call under /api/auth that asks for the bearer beside the session's cookie; throws as `ask` does. */
export const askIdentity = (call: string, json: object) =>
  ask(
    fetchWithBearer(`/api/auth/${call}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(json),
    }) as Promise<ClientResponse<unknown, number, 'json'>>,
  )
