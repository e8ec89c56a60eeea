import { type MiddlewareFunction, redirect } from 'react-router'
import { ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'
import { readySession } from './session.ts'
import { loginPath } from './way-back.ts'

/** Redirects a signed-out user to the login page, which leads back to the exact path and query. */
export const signedInOnly: MiddlewareFunction = async ({ request }) => {
  const session = await readySession()
  // A failed request does not prove that the user is signed out.
  if (session.status === 'unknown') throw new ProblemError(UNREACHABLE, 0)
  if (session.status !== 'in') throw redirect(loginPath(new URL(request.url)))
}
