const HERE = 'http://parts.house'
/**
 * Pages that a sign-in never leads back to. The app reads a path whatever the case of its letters and with a slash at its
 * end; no path of ours has an encoded letter.
 */
const DOOR = /^\/(login|reg[ei]ster|(forgot|reset)-password)\/*$|%[4-7]/i

export type Place = { pathname: string; search: string; hash?: string }

export const loginPath = ({ pathname, search, hash = '' }: Place) =>
  `/login?${new URLSearchParams({ from: pathname + search + hash })}`

/** The path to open after signing in: the query's `from` when it is a path of ours, else home. */
export function fromOf(params: URLSearchParams) {
  const from = params.get('from') ?? '/'
  const url = URL.parse(from, HERE)
  const isOurs = url?.origin === HERE && !url.username && !/^\/[/\\]/.test(url.pathname)
  if (!url || !isOurs || DOOR.test(url.pathname)) return '/'
  return url.pathname + url.search + url.hash
}

/** A link to the login page that leads back here; on a page of signing in it keeps that page's `from`. */
export function loginLink({ pathname, search }: Place) {
  if (DOOR.test(pathname)) return withFrom('/login', new URLSearchParams(search))
  return pathname === '/' ? '/login' : loginPath({ pathname, search })
}

/** Passes `from` along between the pages of signing in. */
export function withFrom(path: string, params: URLSearchParams) {
  const from = fromOf(params)
  return from === '/' ? path : `${path}?${new URLSearchParams({ from })}`
}
