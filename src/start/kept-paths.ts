import { handleOf } from '../document/page-handle.ts'

/** The part of a built site's routes that is needed here. */
type Route = { id: string; parentId?: string | undefined; path?: string | undefined; module: { handle?: unknown } }
type Routes = Record<string, Route | undefined>

/** The addresses of the pages whose handle says `kept`, and of what their loaders answer, as routes of the app. */
export function keptPaths(routes: Routes) {
  const pages = Object.values(routes).map((route) => lineageOf(routes, route))
  const kept = pages.filter((lineage) => handleOf(lineage.map((route) => ({ route: route.module }))).kept)
  return [...new Set(kept.map(pathOf))].flatMap(withData)
}

/** A route with those around it, the outermost first. */
function lineageOf(routes: Routes, route: Route | undefined): Route[] {
  return route ? [...lineageOf(routes, routes[route.parentId ?? '']), route] : []
}

const pathOf = (lineage: Route[]) => lineage.map(({ path }) => (path ? `/${path}` : '')).join('')

/** A parameter at the end takes what stands before `.data`, too. */
function withData(path: string) {
  if (path === '') return ['/', '/_root.data']
  return /:\w+$/.test(path) ? [path] : [path, `${path}.data`]
}
