import { and, desc, eq, sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { type ChargeRow, chargeOf, toCharge } from './charges.ts'
import { record } from './events.ts'
import { newId } from './ids.ts'
import { intentOf } from './intent-object.ts'
import { pageOf } from './list.ts'
import { Amount, changedMetadata, Expand, ListParams, Metadata, Text } from './params.ts'
import { badRequest, missing, StripeProblem } from './problem.ts'
import { type Answer, type Call, ok, seconds } from './sandbox.ts'
import { sandboxCharges, sandboxRefunds } from './table.server.ts'

type RefundRow = typeof sandboxRefunds.$inferSelect

export const CreateRefund = z.strictObject({
  ...Expand,
  amount: Amount.optional(),
  charge: Text.optional(),
  payment_intent: Text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: Metadata.optional(),
})
type CreateRefund = z.infer<typeof CreateRefund>

/** Gives back a part or all of what is left of a charge; never more (law M5). */
export async function createRefund(call: Call, params: CreateRefund): Promise<Answer> {
  const charge = await paidCharge(call, params)
  const amount = params.amount ?? charge.amount - charge.amountRefunded
  if (charge.amount === charge.amountRefunded) {
    throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
  }
  const [refunded] = await call.db
    .update(sandboxCharges)
    .set({ amountRefunded: sql`${sandboxCharges.amountRefunded} + ${amount}` })
    .where(
      and(
        eq(sandboxCharges.id, charge.id),
        sql`${sandboxCharges.amountRefunded} + ${amount} <= ${sandboxCharges.amount}`,
      ),
    )
    .returning()
  if (!refunded) {
    const left = money(charge.amount - charge.amountRefunded)
    throw refused(
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    )
  }
  const [row] = await call.db
    .insert(sandboxRefunds)
    .values({
      id: newId('re'),
      chargeId: charge.id,
      intentId: charge.intentId,
      amount,
      currency: charge.currency,
      reason: params.reason,
      metadata: changedMetadata({}, params.metadata),
      createdAt: call.now,
    })
    .returning()
  if (!row) throw new Error('the refund was not stored')
  await record(call, 'refund.created', toRefund(row))
  await record(call, 'charge.refunded', toCharge(refunded))
  return ok(toRefund(row))
}

const money = (cents: number) => `$${(cents / 100).toFixed(2)}`

const refused = (message: string, code?: string, param?: string) =>
  new StripeProblem(
    400,
    { type: 'invalid_request_error', message, ...(code && { code }), ...(param && { param }) },
    true,
  )

/** The succeeded charge, locked, so that what is left of it holds until the refund is written. */
async function paidCharge(call: Call, { charge, payment_intent: intentId }: CreateRefund): Promise<ChargeRow> {
  if (!charge === !intentId) {
    throw badRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  if (charge) await chargeOf(call, charge)
  if (intentId) await intentOf(call, intentId)
  const [row] = await call.db
    .select()
    .from(sandboxCharges)
    .where(
      and(
        charge ? eq(sandboxCharges.id, charge) : eq(sandboxCharges.intentId, intentId ?? ''),
        eq(sandboxCharges.status, 'succeeded'),
      ),
    )
    .orderBy(desc(sandboxCharges.position))
    .for('update')
  if (row) return row
  throw refused(
    `This ${charge ? `Charge (${charge})` : `PaymentIntent (${intentId})`} does not have a successful charge to refund.`,
  )
}

export const ListRefunds = z.strictObject({ ...ListParams, charge: Text.optional(), payment_intent: Text.optional() })

export async function listRefunds({ db }: Call, params: z.infer<typeof ListRefunds>): Promise<Answer> {
  const of = and(
    params.charge ? eq(sandboxRefunds.chargeId, params.charge) : undefined,
    params.payment_intent ? eq(sandboxRefunds.intentId, params.payment_intent) : undefined,
  )
  const page = await pageOf(params, { url: '/v1/refunds', table: sandboxRefunds }, async (cursor, order, limit) => {
    const rows = await db.select().from(sandboxRefunds).where(and(cursor, of)).orderBy(order).limit(limit)
    return rows.map(toRefund)
  })
  return ok(page)
}

export async function retrieveRefund({ db }: Call, id: string): Promise<Answer> {
  const [row] = await db.select().from(sandboxRefunds).where(eq(sandboxRefunds.id, id))
  if (!row) throw missing('refund', id, 'refund')
  return ok(toRefund(row))
}

const toRefund = (row: RefundRow): Stripe.Refund => ({
  id: row.id,
  object: 'refund',
  amount: row.amount,
  balance_transaction: row.id.replace(/^re_/, 'txn_'),
  charge: row.chargeId,
  created: seconds(row.createdAt),
  currency: row.currency,
  customer: null,
  customer_account: null,
  destination_details: {
    card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    type: 'card',
  },
  metadata: row.metadata,
  payment_intent: row.intentId,
  payment_method: null,
  reason: row.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
})
