import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { ask } from '../client.ts'
import { apiContext } from '../document/api-context.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { MailLink } from './contract.ts'

export type LinkOfMail = MailLink & { token: string }
type Args = Pick<LoaderFunctionArgs, 'request'> & { context: Readonly<RouterContextProvider> }

/** The loader of a page that a mail leads to: the account of its link, or null for an invalid one. */
export async function linkOfMail({ request, context }: Args): Promise<LinkOfMail | null> {
  const token = new URL(request.url).searchParams.get('token')
  if (!token) return null
  try {
    return { token, ...(await ask(context.get(apiContext)['mail-links'][':token'].$get({ param: { token } }))) }
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return null
    throw error
  }
}
