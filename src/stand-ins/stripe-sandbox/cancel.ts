import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { record } from './events.ts'
import { intentOf, shownIntent, toIntent } from './intent-object.ts'
import { Expand } from './params.ts'
import { unexpectedState } from './problem.ts'
import { type Answer, type Call, ok } from './sandbox.ts'
import { sandboxIntents } from './table.server.ts'

export const CancelIntent = z.strictObject({
  ...Expand,
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

const CANCELABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

/** Ends an intent that was not paid; throws payment_intent_unexpected_state for one that was, or is already canceled. */
export async function cancelIntent(call: Call, id: string, params: z.infer<typeof CancelIntent>): Promise<Answer> {
  await intentOf(call, id)
  const [row] = await call.db
    .update(sandboxIntents)
    .set({
      status: 'canceled',
      challengeId: null,
      canceledAt: call.now,
      cancellationReason: params.cancellation_reason ?? null,
    })
    .where(and(eq(sandboxIntents.id, id), inArray(sandboxIntents.status, [...CANCELABLE])))
    .returning()
  if (!row) {
    const now = await intentOf(call, id)
    const message = `You cannot cancel this PaymentIntent because it has a status of ${now.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(', ')}.`
    throw unexpectedState(message, shownIntent(now, call))
  }
  await record(call, 'payment_intent.canceled', toIntent(row, call))
  return ok(shownIntent(row, call))
}
