import { z } from 'zod'

/** Every expected "no" and the status it answers with. */
export const STATUS_OF = {
  not_json: 400,
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  outcome_unknown: 503,
} as const

export type RefusalCode = keyof typeof STATUS_OF

/** A line of a checkout that cannot be had as it was asked for; `available` is in pieces. */
export const LineProblem = z.object({
  line: z.number().int().describe('Its place among the lines that were sent, from 0'),
  code: z.enum(['gone', 'sold-out', 'minimum', 'multiple', 'too-few']),
  available: z.number().int(),
})
export type LineProblem = z.infer<typeof LineProblem>

/** The wire shape of a refusal. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  price: z.number().optional().describe('The current price, when the sent one is out of date'),
  stock: z.number().optional().describe('The units left, when more were asked for'),
  lines: z.array(LineProblem).optional().describe('The lines of a checkout that cannot be had'),
  current: z.unknown().optional().describe('What is stored, when the sent version is old'),
  errorId: z.string().optional(),
})
export type Problem = z.infer<typeof Problem>

/** `field` names the refused field; `retryAfter` in seconds becomes the Retry-After header; the rest stands in the Problem. */
type Extra = {
  field?: string | undefined
  retryAfter?: number
  price?: number
  stock?: number
  lines?: LineProblem[]
  current?: unknown
}

/** The error of an expected refusal: rolls the transaction back and becomes a Problem in the API's onError. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly field: string | undefined
  readonly extra: Omit<Extra, 'field'>

  constructor(code: RefusalCode, message: string, { field, ...extra }: Extra = {}) {
    super(message)
    this.code = code
    this.field = field
    this.extra = extra
  }

  get status() {
    return STATUS_OF[this.code]
  }

  toProblem(): Problem {
    const { retryAfter: _, ...shown } = this.extra
    return { code: this.code, message: this.message, ...(this.field && { field: this.field }), ...shown }
  }
}

/** Too often: `seconds` from now it may be tried again. */
export const tooMany = (message: string, seconds: number) =>
  new Refusal('too_many_requests', message, { retryAfter: seconds })

/** Not now: `seconds` from now the same request may succeed. */
export const unavailable = (message: string, seconds: number) =>
  new Refusal('unavailable', message, { retryAfter: seconds })

export const shopIsBusy = () => unavailable('The shop is busy. Try again in a few seconds.', 5)

/** A write whose answer was lost; asked again with its key, it is done once. */
export const outcomeUnknown = () =>
  new Refusal(
    'outcome_unknown',
    'It is not known yet whether this was done. Ask again with the same Idempotency-Key, or look before you do it again.',
    { retryAfter: 2 },
  )
