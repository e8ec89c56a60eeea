import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import type { Permission } from '../accounts/permissions.ts'
import type { Env } from './request-context.ts'

/** By what a call knows who sends it. */
export type Guard = 'anyone' | 'bearer' | 'bearer or cookie'

/** What a piece of a route line says about the route: the OpenAPI document and the call × role table are made of these. */
export type RouteTag = {
  guard?: Guard
  permission?: Permission | undefined
  body?: z.ZodType
  query?: z.ZodType
  param?: z.ZodType
  answer?: { status: number; schema?: z.ZodType | undefined; description?: string | undefined }
}

const tags = new WeakMap<object, RouteTag>()

export function tagged<H extends object>(handler: H, tag: RouteTag): H {
  tags.set(handler, tag)
  return handler
}

export const tagOf = (handler: object) => tags.get(handler)

/** Says what a route answers, for the document alone. */
export const answers = (status: number, schema?: z.ZodType, description?: string): MiddlewareHandler<Env> =>
  tagged((_, next) => next(), { answer: { status, schema, description } })
