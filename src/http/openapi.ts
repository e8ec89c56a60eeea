import { STATUS_CODES } from 'node:http'
import type { Hono } from 'hono'
import { z } from 'zod'
import { Problem, type RefusalCode, STATUS_OF } from '../wire/refusal.ts'
import { exampleOf, type JsonSchema, type Words } from './examples.ts'
import type { Env } from './request-context.ts'
import { type RouteTag, tagOf } from './route-tags.ts'

type Json = Record<string, unknown>
export type Route = { method: string; path: string } & RouteTag

/** A part of the business with its calls, and the words that its examples are made of. */
export type Part = { name: string; about: string; prefix: string; calls: Hono<Env>; words?: Words }
type Document = { info: Json; origin: string; cookie: string; words: Words; parts: Part[] }

/** Every call of an app with what its route line says of it. */
export function routesOf(app: Hono<Env>): Route[] {
  const routes = new Map<string, Route>()
  for (const { method, path, handler } of app.routes) {
    if (method === 'ALL') continue
    const key = `${method} ${path}`
    routes.set(key, { ...routes.get(key), method, path, ...tagOf([handler]) })
  }
  return [...routes.values()]
}

/** The OpenAPI 3.1 document of the calls, made from the contracts in their route lines. */
export function openApiOf({ info, origin, cookie, words, parts }: Document): Json {
  const paths: Record<string, Json> = {}
  for (const { name, prefix, calls, words: own } of parts) {
    for (const route of routesOf(calls)) {
      const path = `${prefix}${route.path.replace(/:(\w+)/g, '{$1}')}`
      const operation = operationOf({ ...route, path }, name, { ...words, ...own })
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: origin }],
    tags: parts.map(({ name, about }) => ({ name, description: about })),
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that PUT /api/user/{email} answers.' },
        cookie: { type: 'apiKey', in: 'cookie', name: cookie, description: 'The session, from a page of the shop.' },
      },
    },
  }
}

function operationOf(route: Route, part: string, words: Words): Json {
  const { status = 200, schema, summary } = route.answer ?? {}
  const description = descriptionOf(route)
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z0-9]+/g, '_').replace(/_$/, '')}`,
    summary,
    ...(description && { description }),
    tags: [part],
    security: SECURITY[route.guard ?? 'anyone'],
    parameters: [
      ...parametersOf(route.param, 'path', words),
      ...parametersOf(route.query, 'query', words),
      ...(route.keyed ? [KEY] : []),
    ],
    ...(route.body && { requestBody: { required: true, content: contentOf(schemaOf(route.body, 'input'), words) } }),
    responses: {
      [status]: {
        description: STATUS_CODES[status],
        ...(schema && { content: contentOf(schemaOf(schema, 'output'), words) }),
      },
      ...refusalsOf(route),
    },
  }
}

const SECURITY = {
  anyone: [],
  bearer: [{ bearer: [] }],
  'bearer or cookie': [{ bearer: [] }, { cookie: [] }],
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is done once and answered the same.',
  schema: { type: 'string', maxLength: 255 },
  example: 'a7c1f0de-order-of-monday',
}

function descriptionOf({ permission, kept }: Route) {
  if (permission) return `Needs the permission \`${permission}\`.`
  return kept && 'The same for everybody: ask again with `If-None-Match`.'
}

const refused = (description: string | undefined) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** The refusals of a route line's middleware; the refusals of its logic have the same shape. */
function refusalsOf({ method, guard, param, query, body }: Route) {
  const codes: RefusalCode[] = ['bad_request', 'too_many_requests', 'internal', 'unavailable']
  if (guard !== 'anyone') codes.push('unauthenticated', 'forbidden')
  if (param) codes.push('not_found')
  if (method !== 'GET') codes.push('conflict', 'too_large')
  if (body) codes.push('unsupported_media_type')
  if (body ?? query) codes.push('invalid')
  const answered = codes.map((code) => STATUS_OF[code])
  return {
    ...Object.fromEntries(answered.map((status) => [status, refused(STATUS_CODES[status])])),
    default: refused('Refused'),
  }
}

function parametersOf(contract: z.ZodType | undefined, place: 'path' | 'query', words: Words) {
  if (!contract) return []
  const { properties = {}, required = [] } = schemaOf(contract, 'input')
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
    example: exampleOf(schema, words, name),
  }))
}

const contentOf = (schema: JsonSchema, words: Words) => ({
  'application/json': { schema, example: exampleOf(schema, words) },
})

function schemaOf(contract: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(contract, { io, unrepresentable: 'any' })
  return schema as JsonSchema
}
