/** The part of JSON Schema that Zod writes for our contracts. */
export type JsonSchema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  propertyNames?: { enum?: string[] }
  additionalProperties?: JsonSchema
  required?: string[]
}

/** Values by the name of the field that they are an example of. */
export type Words = Record<string, unknown>

/** A value of a schema, with the words that the shop has for fields of such names. */
export function exampleOf(schema: JsonSchema, words: Words, name = ''): unknown {
  if (name in words && isShapedLike(words[name], schema)) return words[name]
  if ('const' in schema) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0] ?? {}, words, name)
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, words)]
  if (schema.type === 'object') {
    const { properties, propertyNames, additionalProperties = {} } = schema
    const named = propertyNames?.enum?.map((field) => [field, exampleOf(additionalProperties, {})])
    if (named) return Object.fromEntries(named)
    const fields = Object.entries(properties ?? {})
    return Object.fromEntries(fields.map(([field, of]) => [field, exampleOf(of, words, field)]))
  }
  return plainExampleOf(schema)
}

/** Two things may have a name in common: a price and the range of prices, a part's number and the number of a column. */
function isShapedLike(value: unknown, { type, anyOf }: JsonSchema) {
  const shape = type ?? anyOf?.[0]?.type
  if (shape === 'array') return Array.isArray(value)
  if (shape === 'integer') return typeof value !== 'string'
  return shape !== 'object' || (typeof value === 'object' && !Array.isArray(value))
}

function plainExampleOf({ type, format, minimum = 1 }: JsonSchema) {
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return minimum
  if (format === 'uuid') return '019a9d3c-7b52-7e0f-9c41-5d2b8e6a1f30'
  return format === 'date-time' ? '2026-11-22T10:00:00.000Z' : 'text'
}
