import { href, type MiddlewareFunction, redirect } from 'react-router'
import { toastBad } from '../../ui/toast.ts'
import { ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import { readySession, signOutHere } from './session.ts'
import { loginPath, type Place } from './way-back.ts'

type Results = Record<string, { type: 'data' | 'error'; result: unknown }>

export const SESSION_OVER = 'Your session has ended. Log in again.'

/** Sends a signed-out user to the login page, which leads back to the exact path and query. */
export const signedInOnly: MiddlewareFunction<Results> = async ({ request }) => {
  const session = await readySession()
  // Nobody is led to the login for a question that could not be asked.
  if (session.status === 'unknown') throw new ProblemError(UNREACHABLE, 0)
  if (session.status !== 'in') throw redirect(loginPath(new URL(request.url)))
}

/** A page whose call was answered with 401 has lost its session, or with 403 where it asked for one's own orders. */
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

/** The path that a protected page leads to once its session has ended. */
export const wayOut = (place: Place) => (asksOwnOrders(place.pathname) ? href('/') : loginPath(place))
