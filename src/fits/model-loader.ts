import { data, redirect } from 'react-router'
import { ProblemError } from '../wire/problem-error.ts'

/** The answer of a call, or a response with its refusal's status. */
export async function orRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProblemError) throw data(error.problem, { status: error.status || 503 })
    throw error
  }
}

/** Redirects other spellings of an address to the canonical one. */
export function atItsAddress(request: Request, path: string) {
  const { pathname, search } = new URL(request.url)
  if (decodeURI(pathname).replace(/\.data$/, '') !== path) throw redirect(path + search, 301)
}
