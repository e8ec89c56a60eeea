import { and, eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { pageOf } from './list.ts'
import { ListParams, Text } from './params.ts'
import { missing } from './problem.ts'
import { type Answer, type Call, ok, seconds } from './sandbox.ts'
import { sandboxCharges } from './table.server.ts'

export type ChargeRow = typeof sandboxCharges.$inferSelect

export const ListCharges = z.strictObject({ ...ListParams, payment_intent: Text.optional(), customer: Text.optional() })

export async function listCharges({ db }: Call, params: z.infer<typeof ListCharges>): Promise<Answer> {
  const page = await pageOf(params, { url: '/v1/charges', table: sandboxCharges }, async (cursor, order, limit) => {
    const of = params.payment_intent ? eq(sandboxCharges.intentId, params.payment_intent) : undefined
    const rows = await db.select().from(sandboxCharges).where(and(cursor, of)).orderBy(order).limit(limit)
    return rows.map(toCharge)
  })
  return ok(page)
}

export async function retrieveCharge(call: Call, id: string): Promise<Answer> {
  return ok(toCharge(await chargeOf(call, id)))
}

export async function chargeOf({ db }: Pick<Call, 'db'>, id: string): Promise<ChargeRow> {
  const [row] = await db.select().from(sandboxCharges).where(eq(sandboxCharges.id, id))
  if (!row) throw missing('charge', id, 'id')
  return row
}

export function toCharge(row: ChargeRow): Stripe.Charge {
  const paid = row.status === 'succeeded'
  return {
    id: row.id,
    object: 'charge',
    amount: row.amount,
    amount_captured: paid ? row.amount : 0,
    amount_refunded: row.amountRefunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? row.id.replace(/^ch_/, 'txn_') : null,
    billing_details: row.method.billing_details,
    calculated_statement_descriptor: row.copied.statement_descriptor,
    captured: paid,
    created: seconds(row.createdAt),
    currency: row.currency,
    customer: null,
    description: row.copied.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: row.failureCode,
    failure_message: row.failureMessage,
    fraud_details: {},
    livemode: false,
    metadata: row.copied.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(row),
    paid,
    payment_intent: row.intentId,
    payment_method: row.methodId,
    payment_method_details: { type: 'card', card: paidWith(row) },
    receipt_email: row.copied.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: paid && row.amountRefunded === row.amount,
    review: null,
    shipping: row.copied.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: row.copied.statement_descriptor,
    statement_descriptor_suffix: row.copied.statement_descriptor_suffix,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function outcomeOf(row: ChargeRow): Stripe.Charge.Outcome {
  const risk = { risk_level: 'normal', risk_score: 12 }
  const network = { advice_code: null, network_advice_code: null, network_decline_code: null }
  if (row.status === 'succeeded') {
    const seller_message = 'Payment complete.'
    return {
      ...risk,
      ...network,
      network_status: 'approved_by_network',
      reason: null,
      seller_message,
      type: 'authorized',
    }
  }
  const reason = row.declineCode ?? row.failureCode
  const seller_message = `The bank returned the decline code \`${reason}\`.`
  return { ...risk, ...network, network_status: 'declined_by_network', reason, seller_message, type: 'issuer_declined' }
}

function paidWith(row: ChargeRow): Stripe.Charge.PaymentMethodDetails.Card {
  const card = row.method.card
  if (!card) throw new Error(`charge ${row.id} has no card`)
  const cvcCheck = row.failureCode === 'incorrect_cvc' ? 'fail' : 'pass'
  return {
    amount_authorized: row.status === 'succeeded' ? row.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: card.checks?.cvc_check ? cvcCheck : null,
    },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: row.authenticated ? AUTHENTICATED : null,
    transaction_link_id: null,
    wallet: null,
  }
}

const AUTHENTICATED: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
