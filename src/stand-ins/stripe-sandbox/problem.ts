import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type Stripe from 'stripe'

export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: Partial<Stripe.PaymentIntent>
  payment_method?: Stripe.PaymentMethod
}

/** The error of every refusal of the sandbox: rolls the transaction back and is answered in Stripe's shape. */
export class StripeProblem extends Error {
  readonly status: ContentfulStatusCode
  readonly error: StripeErrorBody
  /** Whether the same Idempotency-Key gets this refusal again: yes once the call began to work on its object. */
  readonly kept: boolean

  constructor(status: ContentfulStatusCode, error: StripeErrorBody, kept = false) {
    super(error.message)
    this.status = status
    this.error = error.code ? { doc_url: docUrl(error.code), ...error } : error
    this.kept = kept
  }
}

export const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

type Detail = { code?: string; param?: string }

/** The request cannot be read or breaks a rule of its parameters (400). */
export const badRequest = (message: string, detail: Detail = {}) =>
  new StripeProblem(400, { type: 'invalid_request_error', message, ...detail })

/** The object is not in a state for this (400). */
export const unexpectedState = (message: string, intent: Partial<Stripe.PaymentIntent>) =>
  new StripeProblem(
    400,
    { type: 'invalid_request_error', code: 'payment_intent_unexpected_state', message, payment_intent: intent },
    true,
  )

export const missing = (what: string, id: string, param: string) =>
  new StripeProblem(
    404,
    { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}: '${id}'`, param },
    true,
  )

/** The card's details are wrong (402), before anything was charged. */
export const cardProblem = (
  code: string,
  message: string,
  { param, declineCode }: { param?: string; declineCode?: string },
) =>
  new StripeProblem(402, {
    type: 'card_error',
    code,
    message,
    ...(param && { param }),
    ...(declineCode && { decline_code: declineCode }),
  })
