import fc from 'fast-check'
import { HOSTILE_TEXTS, HOSTILE_URLS } from './hostile.ts'
import type { Asked, World } from './world.ts'

type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Operation = {
  parameters: { name: string; in: 'path' | 'query'; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export type Document = { paths: Record<string, Record<string, Operation>> }

const hostile = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 0.1, 1e308, 2 ** 53, '', ' ', '\0', '\ud800', 'x'.repeat(5000), [], {}, [
    [[[]]],
  ]),
  fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    '\u202e',
    'NaN',
    'Infinity',
    '0x10',
    '1e3',
    '२',
    ...HOSTILE_TEXTS,
  ),
  fc.constantFrom<unknown>(...HOSTILE_URLS),
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Ids and values that exist in the shop, by the name of the field they fit. */
export type Known = { emails: string[]; ids: string[]; texts: string[] }

/** Values that mostly fit the schema, about things that are there, and sometimes do not. */
function valuesOf(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 11, arbitrary: fitting(schema, name, known) }, { weight: 1, arbitrary: hostile })
}

function fitting(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, name, known)))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type) {
    case 'string':
      return textOf(name, known)
    case 'integer':
      return fc.integer({ min: 1, max: 600 })
    case 'number':
      return fc.oneof(fc.constantFrom(4, 72), fc.integer({ min: -1, max: 400 }), fc.double())
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, name, known), { maxLength: 4 })
    case 'object':
      return objectOf(schema, known)
    default:
      return hostile
  }
}

function textOf(name: string, { emails, ids, texts }: Known) {
  if (/email/i.test(name)) return fc.constantFrom(...emails)
  if (/id$|order$/i.test(name)) return fc.constantFrom(...ids)
  if (name === 'image') return fc.constant('/drawings/fuse.svg')
  if (name === 'linkedin') return fc.constant('https://example.com/in/a')
  return fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 20 }))
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one, name, known)]))
  const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  const partial = fc.record(fields, { requiredKeys: [] })
  const slipped = fc.dictionary(fc.constantFrom('role', 'paid', '_id', '__proto__', 'x', 'price'), hostile, {
    maxKeys: 2,
  })
  return fc.oneof(
    { weight: 8, arbitrary: whole },
    { weight: 1, arbitrary: partial },
    { weight: 1, arbitrary: fc.tuple(whole, slipped).map(([one, more]) => ({ ...one, ...more })) },
  )
}

const encoded = (value: unknown) =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()).slice(0, 4000)

const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'Idempotency-Key',
    'Origin',
    'Cookie',
    'Accept',
    'X-Forwarded-For',
    'If-None-Match',
    'Referer',
    'Content-Type',
  ),
  fc.oneof(
    fc.stringMatching(/^[!-~]{1,60}$/),
    fc.constantFrom('https://evil.example', 'text/plain', 'parts-house.session_token=x.y', '*/*', 'a'.repeat(300)),
  ),
  { maxKeys: 2 },
)

/** Requests made from the OpenAPI document: its calls, its fields, and things that the shop has. */
export function requestsOf({ paths }: Document, { buyer, other, admin }: World, known: Known) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const tokens = fc.constantFrom(
    undefined,
    buyer.token,
    buyer.token,
    other.token,
    admin.token,
    admin.token,
    'x'.repeat(43),
  )
  return fc.constantFrom(...calls).chain(({ path, method, operation }) => {
    const body = operation.requestBody?.content['application/json']?.schema
    return fc.record({
      call: fc.constant(`${method} ${path}`),
      asked: fc
        .record({
          values: fc.tuple(...operation.parameters.map((parameter) => parameterOf(parameter, known))),
          json: body ? valuesOf(body, '', known) : fc.constant(undefined),
          token: tokens,
          headers: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders }),
          method: fc.oneof(
            { weight: 20, arbitrary: fc.constant(method) },
            fc.constantFrom('GET', 'PUT', 'PATCH', 'DELETE'),
          ),
        })
        .map(({ values, ...rest }): Asked => ({ ...rest, path: filled(path, operation.parameters, values) }))
        .map((asked) => (asked.method === 'GET' ? { ...asked, json: undefined } : asked)),
    })
  })
}

/** Most queries are left out most of the time, as they are by people. */
function parameterOf({ name, in: place, schema }: Operation['parameters'][number], known: Known) {
  const value = valuesOf(schema, name, known)
  return place === 'path' || name === 'email' ? value : fc.option(value, { freq: 1 })
}

function filled(path: string, parameters: Operation['parameters'], values: unknown[]) {
  const query: string[] = []
  let address = path
  for (const [index, { name, in: place }] of parameters.entries()) {
    const value = encoded(values[index])
    if (place === 'path') address = address.replace(`{${name}}`, value || '-')
    else if (value && value !== 'null') query.push(`${name}=${value}`)
  }
  return query.length > 0 ? `${address}?${query.join('&')}` : address
}
