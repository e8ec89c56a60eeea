import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { Id } from '../wire/is-id.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { tagged } from './route-tags.ts'

type Checked<Target extends string, S extends z.ZodType> = MiddlewareHandler<
  Env,
  string,
  { in: { [K in Target]: z.input<S> }; out: { [K in Target]: z.output<S> } }
>

const DEEPEST = 20
/** Twice as many entries as any call takes. Zod makes an issue for each wrong entry before it checks the length. */
const LONGEST = 1000
/** Twice as many values and keys as 500 lines have, each with all of its fields. */
const MOST_VALUES = 10_000

/** Checks the JSON body: 415 for another content type, 400 for another shape, 422 for a value that breaks a rule. */
export const body = <S extends z.ZodType>(schema: S): Checked<'json', S> =>
  tagged(
    async (c, next) => {
      c.req.addValidatedData('json', parse(schema, await readJson(c)) as object)
      await next()
    },
    { body: schema },
  )

export const query = <S extends z.ZodType>(schema: S): Checked<'query', S> =>
  tagged(
    async (c, next) => {
      c.req.addValidatedData('query', parse(schema, c.req.query()) as object)
      await next()
    },
    { query: schema },
  )

/** Checks the parameters of the path: a value that cannot be an id names nothing, so it is a 404. */
export const param = <S extends z.ZodType>(schema: S): Checked<'param', S> =>
  tagged(
    async (c, next) => {
      const result = schema.safeParse(c.req.param())
      if (!result.success) throw new Refusal('not_found', 'There is nothing here.')
      c.req.addValidatedData('param', result.data as object)
      await next()
    },
    { param: schema },
  )

/** The `:id` of most routes. */
export const byId = param(z.object({ id: Id }))

async function readJson(c: Context<Env>) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refusal('unsupported_media_type', 'Send JSON, with the content type application/json.')
  }
  const text = await c.req.text()
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('not_json', 'The body is not JSON.')
  }
  if (!isPlain(value, { depth: DEEPEST, room: { left: MOST_VALUES } }))
    throw new Refusal('bad_request', 'The body is nested too deeply, or holds text that is none or too long a list.')
  return value
}

type Within = { depth: number; room: { left: number } }

/**
 * NUL and half a surrogate pair cannot be stored as text; depth, length and the number of values are bounded before
 * anything else walks the value.
 */
function isPlain(value: unknown, { depth, room }: Within): boolean {
  if (--room.left < 0) return false
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value !== 'object') return true
  if (Array.isArray(value) && value.length > LONGEST) return false
  const inside = { depth: depth - 1, room }
  if (Array.isArray(value)) return depth > 0 && value.every((inner) => isPlain(inner, inside))
  return depth > 0 && Object.entries(value).every(([key, inner]) => isPlain(key, inside) && isPlain(inner, inside))
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues.find(({ code }) => code === 'invalid_type') ?? result.error.issues[0]
  const field = issue?.path.join('.') || undefined
  const isShape = issue?.code === 'invalid_type' || (issue?.code === 'invalid_union' && !isRule(issue))
  throw new Refusal(isShape ? 'bad_request' : 'invalid', issue?.message ?? 'The request is not understood.', { field })
}

/** True when one branch of a union had the right type and broke only a rule: that is a 422, not a 400. */
const isRule = (issue: { errors: { code: string }[][] }) =>
  issue.errors.some((branch) => branch.every(({ code }) => code !== 'invalid_type'))
