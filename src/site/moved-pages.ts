import { redirect } from 'react-router'
import { purchasePath } from '../products/product-path.ts'
import type { Route } from './+types/moved-pages.ts'

const TARGETS: Record<string, string> = {
  '/profile': '/dashboard/profile',
  '/dashboard': '/dashboard/profile',
  '/register': '/regester',
}

/** Addresses a person may type or the bar names, and where their page really stands. */
function target(request: Request, id: string | undefined) {
  const { pathname, search } = new URL(request.url)
  const path = id ? purchasePath(id) : TARGETS[pathname.replace(/\/$/, '')]
  return redirect(`${path ?? '/'}${search}`, 301)
}

export const loader = ({ request, params }: Route.LoaderArgs) => target(request, params.id)

/** In the browser, without a request to the server. */
export const clientLoader = ({ request, params }: Route.ClientLoaderArgs) => target(request, params.id)
