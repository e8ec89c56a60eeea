import type { Hono } from 'hono'
import { z } from 'zod'
import { Problem, STATUS_OF } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { type RouteTag, tagOf } from './route-tags.ts'

type Json = Record<string, unknown>
export type Route = { method: string; path: string } & RouteTag

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
export function openApiOf(app: Hono<Env>, origin: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routesOf(app)) {
    if (!route.guard || !route.path.startsWith('/api/')) continue
    const path = route.path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Parts House', version: '1.0.0', description: 'The calls of the shop.' },
    servers: [{ url: `${origin}` }],
    paths,
    components: {
      schemas: { Problem: schemaOf(Problem, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf(route: Route): Json {
  const { status = 200, schema, description = 'Done.' } = route.answer ?? {}
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^a-zA-Z0-9]+/g, '_')}`,
    ...(route.guard !== 'anyone' && { security: [{ bearer: [] }] }),
    parameters: [...parametersOf(route.param, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body && { requestBody: { required: true, content: jsonOf(schemaOf(route.body, 'input')) } }),
    responses: {
      [status]: { description, ...(schema && { content: jsonOf(schemaOf(schema, 'output')) }) },
      ...refusalsOf(),
    },
  }
}

const refusalsOf = () =>
  Object.fromEntries(
    [...new Set(Object.values(STATUS_OF))].map((status) => [
      status,
      { description: 'Refused.', content: jsonOf({ $ref: '#/components/schemas/Problem' }) },
    ]),
  )

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

const jsonOf = (schema: unknown) => ({ 'application/json': { schema } })

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
