import { z } from 'zod'
import { type StripeErrorBody, StripeProblem } from './problem.ts'

const count = z.number().int().min(0).max(1_000_000)

/** Faults that a test may switch on. Counts run down to 0; the rest stays until it is reset. */
export const Knobs = z.strictObject({
  delayMs: count.describe('Every call waits before it begins'),
  delayAfterMs: count.describe('Every call waits after its commit'),
  failNext: count.describe('So many calls fail'),
  failStatus: z.enum(['409', '429', '500', '502', '503']).describe('with this status'),
  failAfterCommit: z.boolean().describe('after what they ask for was done'),
  failOn: z.string().describe('only this call, such as "POST /payment_intents/:id/confirm"'),
  webhookCopies: z.number().int().min(1).max(50).describe('Every event is sent so often'),
  webhookReorder: z.boolean().describe('Events that wait together are sent last one first'),
  webhookDelayMs: count.describe('An event waits before its first try'),
  webhookDrop: count.describe('So many events are taken for sent and are lost'),
})
export type Knobs = z.infer<typeof Knobs>

const CALM: Knobs = {
  delayMs: 0,
  delayAfterMs: 0,
  failNext: 0,
  failStatus: '500',
  failAfterCommit: false,
  failOn: '',
  webhookCopies: 1,
  webhookReorder: false,
  webhookDelayMs: 0,
  webhookDrop: 0,
}

const ERRORS: Record<Knobs['failStatus'], StripeErrorBody> = {
  409: {
    type: 'invalid_request_error',
    code: 'idempotency_key_in_use',
    message: 'There is currently another in-progress request using this Idempotent Key. Please try again later.',
  },
  429: {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message: 'Request rate limit exceeded. Learn more about rate limits at https://stripe.com/docs/rate-limits.',
  },
  500: { type: 'api_error', message: 'An unknown error occurred.' },
  502: { type: 'api_error', message: 'Bad gateway.' },
  503: { type: 'api_error', message: 'Service unavailable.' },
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

export type Faults = ReturnType<typeof openFaults>

/** The knobs and what they do to a call; `knobs` may be set directly. */
export function openFaults() {
  const knobs: Knobs = { ...CALM }

  function failIfAsked(call: string, afterCommit: boolean) {
    if (knobs.failNext === 0 || knobs.failAfterCommit !== afterCommit) return
    if (knobs.failOn && knobs.failOn !== call) return
    knobs.failNext -= 1
    throw new StripeProblem(Number(knobs.failStatus) as 500, ERRORS[knobs.failStatus])
  }

  return {
    knobs,
    calm: () => Object.assign(knobs, CALM),
    async before(call: string) {
      if (knobs.delayMs) await wait(knobs.delayMs)
      failIfAsked(call, false)
    },
    async after(call: string) {
      if (knobs.delayAfterMs) await wait(knobs.delayAfterMs)
      failIfAsked(call, true)
    },
  }
}
