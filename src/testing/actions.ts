import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createStaticHandler, isRouteErrorResponse, type RouteObject } from 'react-router'
import routes from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { Pages } from '../start/app.ts'
import { pageContext } from '../start/page-context.ts'

const SRC = join(import.meta.dirname, '..')

/** The actions of the pages, without the pages: what one would show is answered as JSON, and there is nothing to read. */
export function actionsOf(shop: Shop): Pages {
  const handler = createStaticHandler((routes as RouteConfigEntry[]).map(routeOf))
  const render: Pages['render'] = async (request, app, how) => {
    if (!how?.call) return new Response(null, { status: 404 })
    const answer = await handler.query(request, { requestContext: pageContext(shop, app, how) })
    if (answer instanceof Response) return answer
    const [error] = Object.values(answer.errors ?? {})
    if (error && !isRouteErrorResponse(error)) throw error
    const [told] = Object.values(answer.actionData ?? {})
    return Response.json(told, { status: answer.statusCode })
  }
  return { kept: [], render }
}

/** The paths of the pages that have an action; an index page has another address, and its form goes there. */
export async function pagesWithAction(entries = routes as RouteConfigEntry[], at = ''): Promise<string[]> {
  const found = entries.map(async ({ path = '', file, index, children = [] }) => {
    const { action } = (await import(join(SRC, file))) as RouteObject
    const here = path ? `${at}/${path}` : at
    return [...(action && !index ? [here] : []), ...(await pagesWithAction(children, here))]
  })
  return (await Promise.all(found)).flat()
}

function routeOf({ id, path, file, index, children }: RouteConfigEntry): RouteObject {
  const lazy = async () => {
    const { loader, action } = (await import(join(SRC, file))) as RouteObject
    return { loader, action }
  }
  return { id, path, lazy, ...(index ? { index } : { children: children?.map(routeOf) }) } as RouteObject
}
