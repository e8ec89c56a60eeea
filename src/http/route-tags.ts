import type { Context, Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Permission } from '../accounts/permissions.ts'
import type { Change } from './change.ts'
import { tellPosition } from './read-after.ts'
import type { Env } from './request-context.ts'

/** The proofs of identity that a call may accept. */
export type Guard = 'anyone' | 'bearer' | 'bearer or cookie'
/** Every write of this process renews a kept call at once; a kept page only one of the catalogue's, others within a second. */
export type Kept = 'call' | 'page'

/** At most `points` requests in `seconds`. */
export type Limit = { name: string; points: number; seconds: number }

/** The tag that one middleware puts on its route; the page cache, the OpenAPI document and the tests of access read it. */
export type RouteTag = {
  guard?: Guard
  permission?: Permission | undefined
  kept?: Kept
  changes?: Change
  /** Throws for a request whose headers alone say that it is refused. */
  beforeBody?: (c: Context<Env>) => void
  /** The largest body in bytes. */
  upTo?: number
  /** The name of what it counts against, which several calls may share. */
  limit?: string
  /** How many answers to it an address may have made to be kept. */
  ration?: Limit
  body?: z.ZodType
  query?: z.ZodType
  param?: z.ZodType
  /** Whether an Idempotency-Key makes one act of a request that is sent again. */
  keyed?: boolean
  answer?: { status: number; schema?: z.ZodType | undefined; summary: string }
}

const tags = new WeakMap<object, RouteTag>()

export function tagged<H extends object>(handler: H, tag: RouteTag): H {
  tags.set(handler, tag)
  return handler
}

/** The merged tags of a route line. */
export const tagOf = (handlers: object[]): RouteTag =>
  Object.assign({}, ...handlers.map((handler) => tags.get(handler)))

/** The tags of the route that answers this method and path. */
export const routeTagOf = ({ router }: Hono<Env>, method: string, path: string) =>
  tagOf(router.match(method, path)[0].map(([[handler]]) => handler))

/** Whether the path of the route that answers has a parameter, so that there are any number of such paths. */
export const isOneOfMany = ({ router }: Hono<Env>, method: string, path: string) =>
  router.match(method, path)[0].some(([, params]) => Object.keys(params).length > 0)

export const says = (tag: RouteTag): MiddlewareHandler<Env> => tagged((_, next) => next(), tag)

/** Says what a route answers and, in `summary`, what it does, for the document alone. */
export const answers = (status: number, schema: z.ZodType | undefined, summary: string) =>
  says({ answer: { status, schema, summary } })

export const keyed = says({ keyed: true })

/** Marks a write. Its client reads its own writes, also at a replica. */
export const changes = (what: Change): MiddlewareHandler<Env> =>
  tagged(
    async (c, next) => {
      await next()
      await tellPosition(c, what)
    },
    { changes: what },
  )
