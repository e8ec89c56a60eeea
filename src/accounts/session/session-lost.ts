import { href, type MiddlewareFunction, redirect } from 'react-router'
import { toastBad } from '../../ui/toast.ts'
import { ProblemError } from '../../wire/problem-error.ts'
import { signOutHere } from './session.ts'
import { loginPath, type Place } from './way-back.ts'

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

export const SESSION_OVER = 'Your session has ended. Log in again.'

/** Redirects when a page's call is answered 401, or 403 for one's own orders: the session has ended. */
export const sessionKept: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  const url = new URL(request.url)
  const isLost = Object.values(results).some(
    ({ type, result }) => type === 'error' && endsSession(result, url.pathname),
  )
  if (!isLost) return
  await signOutHere()
  toastBad(SESSION_OVER)
  throw redirect(wayOut(url))
}

/** The specification sends a customer home when their own orders are refused. */
const asksOwnOrders = (pathname: string) => pathname === href('/dashboard/myorders')

export const endsSession = (error: unknown, pathname: string) =>
  error instanceof ProblemError && (error.status === 401 || (error.status === 403 && asksOwnOrders(pathname)))

/** Where a protected page redirects to once its session has ended. */
export const wayOut = (place: Place) => (asksOwnOrders(place.pathname) ? href('/') : loginPath(place))

/** The problem of a failed call, for its page to show; throws any other error, and those that may end the session. */
export function shownProblem(error: unknown): ProblemError {
  if (!(error instanceof ProblemError) || error.status === 401 || error.status === 403) throw error
  return error
}
