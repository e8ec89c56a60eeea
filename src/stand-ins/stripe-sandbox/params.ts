import { z } from 'zod'
import type { Form } from './form-body.ts'
import { badRequest } from './problem.ts'

/** Smallest sum of each currency the sandbox knows, in its smallest unit (docs.stripe.com/currencies). */
const MINIMUM = { usd: 50, eur: 50, gbp: 30, cad: 50, aud: 50, chf: 50, nok: 300, sek: 300, dkk: 250 } as const
const MAXIMUM = 99_999_999
const MAX_METADATA = { keys: 50, key: 40, value: 500 }

/** A refusal in Stripe's own words, raised inside a schema. */
function refuse(ctx: z.RefinementCtx, message: string, code?: string) {
  ctx.addIssue({ code: 'custom', message, params: { code } })
  return z.NEVER
}

export const Text = z.string().max(5000)

/** `''` unsets a value. */
export const Unsettable = Text.transform((text) => text || null)

export const Whole = z.string().transform((text, ctx) => {
  const number = Number(text)
  if (/^[+-]?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  return refuse(ctx, `Invalid integer: ${text}`, 'parameter_invalid_integer')
})

export const Yes = z.enum(['true', 'false']).transform((text) => text === 'true')

/** Whole cents, positive and of at most 8 digits. */
export const Amount = Whole.transform((amount, ctx) => {
  if (amount < 1) {
    return refuse(ctx, 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
  }
  return amount > MAXIMUM ? refuse(ctx, 'Amount must be no more than $999,999.99', 'amount_too_large') : amount
})

export const Currency = z
  .string()
  .toLowerCase()
  .transform((text, ctx) => {
    if (text in MINIMUM) return text as keyof typeof MINIMUM
    return refuse(ctx, `Invalid currency: ${text}. The sandbox knows these: ${Object.keys(MINIMUM).join(', ')}`)
  })

export function checkMinimum(amount: number, currency: string) {
  const least = MINIMUM[currency as keyof typeof MINIMUM]
  if (amount >= least) return
  const sum = `${currency === 'usd' ? '$' : ''}${(least / 100).toFixed(2)} ${currency}`
  throw badRequest(`Amount must be at least ${sum}`, { code: 'amount_too_small', param: 'amount' })
}

/** Keys and values to set; `''` for a value unsets its key, `''` for the whole unsets all. */
export const Metadata = z.union([z.literal('').transform(() => null), z.record(z.string(), z.string())], {
  error: 'Invalid object',
})
export type MetadataChange = z.infer<typeof Metadata>

export function changedMetadata(before: Record<string, string>, change: MetadataChange | undefined) {
  const after = { ...(change === null ? {} : before) }
  for (const [key, value] of Object.entries(change ?? {})) {
    if (key.length > MAX_METADATA.key) {
      throw badRequest(`Metadata keys can have up to 40 characters, but '${key}' is longer.`, { param: 'metadata' })
    }
    if (value.length > MAX_METADATA.value) {
      const message = `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters.`
      throw badRequest(message, { param: `metadata[${key}]` })
    }
    if (value === '') delete after[key]
    else Object.defineProperty(after, key, { value, enumerable: true, writable: true, configurable: true })
  }
  if (Object.keys(after).length > MAX_METADATA.keys) {
    throw badRequest('You can only set up to 50 metadata keys.', { param: 'metadata' })
  }
  return after
}

/** `x[]=a&x[]=b`, which the form reader keeps as `{ 0: a, 1: b }`. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => (value && typeof value === 'object' ? Object.values(value) : value), z.array(item).max(20))

export const Expand = { expand: listOf(z.string().max(200)).optional() }

const Moment = z.union([Whole, z.strictObject({ gt: Whole, gte: Whole, lt: Whole, lte: Whole }).partial()])

export const ListParams = {
  ...Expand,
  created: Moment.optional(),
  limit: Whole.pipe(z.number().min(1).max(100)).default(10),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
}

/** Checks parameters; throws the first fault as Stripe words it, with the parameter's name. */
export function readParams<Schema extends z.ZodType>(schema: Schema, form: Form): z.infer<Schema> {
  const result = schema.safeParse(form, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (!issue) throw badRequest('Invalid request.')
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)])
    throw badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = nameOf(issue.path)
  if (issue.code === 'custom') {
    const code = typeof issue.params?.code === 'string' ? issue.params.code : undefined
    throw badRequest(issue.message, { param, ...(code && { code }) })
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue.input === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`
    throw badRequest(message, { code: 'parameter_invalid_empty', param })
  }
  const must = issue.code === 'invalid_value' ? `: must be one of ${issue.values.join(', ')}` : ''
  throw badRequest(`Invalid ${param}${must}`, { param })
}

const nameOf = (path: PropertyKey[]) => path.map((part, i) => (i ? `[${String(part)}]` : String(part))).join('')
