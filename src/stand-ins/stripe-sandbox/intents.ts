import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { ConfirmFields, confirmIntent } from './confirm.ts'
import { record } from './events.ts'
import { newClientSecret, newId } from './ids.ts'
import { intentOf, shownIntent, toIntent } from './intent-object.ts'
import { pageOf } from './list.ts'
import {
  Amount,
  Currency,
  changedMetadata,
  checkMinimum,
  Expand,
  ListParams,
  listOf,
  Metadata,
  Text,
  Unsettable,
  Yes,
} from './params.ts'
import { methodFrom } from './payment-methods.ts'
import { badRequest, unexpectedState } from './problem.ts'
import { type Answer, type Call, ok } from './sandbox.ts'
import { Shipping } from './shipping.ts'
import { sandboxIntents } from './table.server.ts'

const Described = {
  description: Unsettable.optional(),
  metadata: Metadata.optional(),
  receipt_email: Unsettable.optional(),
  setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
  shipping: Shipping.optional(),
  statement_descriptor: Unsettable.optional(),
  statement_descriptor_suffix: Unsettable.optional(),
}

export const CreateIntent = z.strictObject({
  ...Described,
  ...ConfirmFields,
  amount: Amount,
  currency: Currency,
  automatic_payment_methods: z
    .strictObject({ enabled: Yes, allow_redirects: z.enum(['always', 'never']).default('always') })
    .optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).optional(),
  confirm: Yes.default(false),
  confirmation_method: z.enum(['automatic', 'manual']).default('automatic'),
  payment_method_types: listOf(z.enum(['card'])).optional(),
})

export async function createIntent(call: Call, params: z.infer<typeof CreateIntent>): Promise<Answer> {
  checkMinimum(params.amount, params.currency)
  const automatic = params.automatic_payment_methods?.enabled ?? !params.payment_method_types
  if (automatic && params.payment_method_types) {
    throw badRequest('You may only specify one of these parameters: automatic_payment_methods, payment_method_types.')
  }
  const method = await methodFrom(call, params)
  const id = newId('pi')
  const [row] = await call.db
    .insert(sandboxIntents)
    .values({
      ...columnsOf(params),
      id,
      amount: params.amount,
      currency: params.currency,
      status: method ? 'requires_confirmation' : 'requires_payment_method',
      clientSecret: newClientSecret(id),
      methodId: method?.id,
      threeDSecure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      confirmationMethod: params.confirmation_method,
      automatic: automatic
        ? { enabled: true, allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always' }
        : null,
      metadata: changedMetadata({}, params.metadata),
      createdAt: call.now,
    })
    .returning()
  if (!row) throw new Error('the payment intent was not stored')
  await record(call, 'payment_intent.created', toIntent(row, call))
  if (!params.confirm) return ok(shownIntent(row, call))
  return confirmIntent(call, id, { ...params, payment_method: undefined, payment_method_data: undefined })
}

export const RetrieveIntent = z.strictObject({ ...Expand, client_secret: Text.optional() })

export async function retrieveIntent(call: Call, id: string, params: z.infer<typeof RetrieveIntent>): Promise<Answer> {
  return ok(shownIntent(await intentOf(call, id, params.client_secret), call))
}

export const ListIntents = z.strictObject({ ...ListParams, customer: Text.optional() })

export async function listIntents(call: Call, params: z.infer<typeof ListIntents>): Promise<Answer> {
  const page = await pageOf(
    params,
    { url: '/v1/payment_intents', table: sandboxIntents },
    async (cursor, order, limit) => {
      const rows = await call.db.select().from(sandboxIntents).where(cursor).orderBy(order).limit(limit)
      return rows.map((row) => toIntent(row, call))
    },
  )
  return ok(page)
}

export const UpdateIntent = z.strictObject({
  ...Described,
  ...Expand,
  amount: Amount.optional(),
  currency: Currency.optional(),
  payment_method: Text.optional(),
  payment_method_data: ConfirmFields.payment_method_data,
  payment_method_options: ConfirmFields.payment_method_options,
})

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

export async function updateIntent(call: Call, id: string, params: z.infer<typeof UpdateIntent>): Promise<Answer> {
  const before = await intentOf(call, id)
  const method = await methodFrom(call, params)
  const repriced = params.amount !== undefined || params.currency !== undefined
  if (repriced) checkMinimum(params.amount ?? before.amount, params.currency ?? before.currency)
  const paysAnew = repriced || method !== undefined
  const threeDSecure = params.payment_method_options?.card?.request_three_d_secure
  const methodId = method?.id ?? before.methodId
  const [row] = await call.db
    .update(sandboxIntents)
    .set({
      ...columnsOf(params),
      ...(params.amount !== undefined && { amount: params.amount }),
      ...(params.currency !== undefined && { currency: params.currency }),
      ...(threeDSecure && { threeDSecure }),
      // A question put for the old sum or card must not be answered for the new one.
      ...(paysAnew && { methodId, challengeId: null, status: methodId ? OPEN[1] : OPEN[0] }),
      metadata: changedMetadata(before.metadata, params.metadata),
      lastError: null,
    })
    .where(and(eq(sandboxIntents.id, id), paysAnew ? inArray(sandboxIntents.status, [...OPEN]) : undefined))
    .returning()
  if (row) return ok(shownIntent(row, call))
  const message = `This PaymentIntent could not be updated because it has a status of ${before.status}. You may only update the amount, currency or payment method of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`
  throw unexpectedState(message, shownIntent(before, call))
}

type Columns = Partial<typeof sandboxIntents.$inferInsert>

function columnsOf(params: z.infer<z.ZodObject<typeof Described>>): Columns {
  const columns: Columns = {
    description: params.description,
    receiptEmail: params.receipt_email,
    setupFutureUsage: params.setup_future_usage,
    shipping: params.shipping,
    statementDescriptor: params.statement_descriptor,
    statementDescriptorSuffix: params.statement_descriptor_suffix,
  }
  return columns
}
