import type { ClientResponse } from 'hono/client'
import { hc } from 'hono/client'
import { renewToken, tokenOfBrowser } from './accounts/token.ts'
import type { Api } from './api.ts'
import type { Problem } from './refusal.ts'

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** The typed client of the calls over any fetch: the network in the browser, the app itself in a loader. */
export const connect = (origin: string, fetch: Fetch) => hc<Api>(`${origin}/api`, { fetch })
export type ApiClient = ReturnType<typeof connect>

/** A refusal as the browser sees it; `message` is a sentence for the person. */
export class ProblemError extends Error implements Problem {
  readonly code: string
  readonly field: string | undefined
  readonly status: number
  readonly problem: Problem

  constructor(problem: Problem, status: number) {
    super(problem.message)
    this.code = problem.code
    this.field = problem.field
    this.status = status
    this.problem = problem
  }
}

export const UNREACHABLE: Problem = {
  code: 'unreachable',
  message: 'The shop cannot be reached. Check your connection and try again.',
}
const BROKEN: Problem = { code: 'internal', message: 'Something went wrong on our side. Try again in a moment.' }

/** Whether a page's data did not come because there is no line; each browser has its own words for it. */
export const isUnreachable = (error: unknown) => error instanceof TypeError && /fetch|load failed/i.test(error.message)

/** The JSON of an answer, or a thrown ProblemError whose message is always a sentence. */
export async function ask<T>(call: Promise<ClientResponse<T, number, 'json'>>): Promise<T> {
  return (await askWhole(call)).data
}

/** Like `ask`, with the headers, for lists that go on (`Link`, `X-Total-Count`). */
export async function askWhole<T>(call: Promise<ClientResponse<T, number, 'json'>>) {
  const response = await call.catch(() => {
    throw new ProblemError(UNREACHABLE, 0)
  })
  if (response.ok) return { data: (await response.json()) as T, headers: response.headers }
  const problem = (await response.json().catch(() => BROKEN)) as Problem
  throw new ProblemError(problem?.message ? problem : BROKEN, response.status)
}

/** Sends the bearer from local storage, and once more with a fresh one when the hour is over. */
const fetchWithBearer: Fetch = async (input, init) => {
  const send = (token: string | null) => {
    const headers = new Headers(init?.headers)
    if (token) headers.set('Authorization', `Bearer ${token}`)
    return fetch(input, { ...init, headers })
  }
  const response = await send(tokenOfBrowser())
  if (response.status !== 401) return response
  const fresh = await renewToken()
  return fresh ? send(fresh) : response
}

/** The browser's client. */
export const client = connect('', fetchWithBearer)

/** The cursor of the next page, from the `Link: <…>; rel="next"` header. */
export function nextCursor(headers: Headers) {
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return next ? (new URL(next, 'http://shop').searchParams.get('cursor') ?? undefined) : undefined
}
