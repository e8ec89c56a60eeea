import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { cardKind } from './browser/card-number.js'
import { checkCard, testNumber } from './cards.ts'
import { newId } from './ids.ts'
import { changedMetadata, Expand, Metadata, Text, Unsettable, Whole } from './params.ts'
import { badRequest, missing } from './problem.ts'
import { type Answer, type Call, ok, seconds } from './sandbox.ts'
import { sandboxMethods } from './table.server.ts'

export type MethodRow = typeof sandboxMethods.$inferSelect

const Address = z
  .strictObject({
    city: Unsettable,
    country: Unsettable,
    line1: Unsettable,
    line2: Unsettable,
    postal_code: Unsettable,
    state: Unsettable,
  })
  .partial()

const BillingDetails = z
  .strictObject({ address: Address, email: Unsettable, name: Unsettable, phone: Unsettable, tax_id: Unsettable })
  .partial()

const Card = z.union([
  z.strictObject({ token: Text }),
  z.strictObject({ number: Text.min(1), exp_month: Whole, exp_year: Whole, cvc: Text.optional() }),
])

const method = {
  type: z.enum(['card']),
  card: Card,
  billing_details: BillingDetails.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
}

/** `payment_method_data` of a payment intent. */
export const MethodData = z.strictObject({ ...method, metadata: Metadata.optional() })
export type MethodData = z.infer<typeof MethodData>

export const CreateMethod = z.strictObject({ ...method, ...Expand, metadata: Metadata.optional() })

export async function createMethod(call: Call, params: z.infer<typeof CreateMethod>): Promise<Answer> {
  return ok(toMethod(await keepMethod(call, params)))
}

export async function retrieveMethod(call: Call, id: string): Promise<Answer> {
  return ok(toMethod(await methodOf(call, id)))
}

/** Keeps the test card's behaviour, brand and last four digits; throws a 402 for a card that cannot be. */
async function keepMethod({ db, now, sandbox }: Call, data: MethodData): Promise<MethodRow> {
  const card = 'token' in data.card ? cardOfToken(data.card.token, now) : data.card
  const input = { number: card.number, expMonth: card.exp_month, expYear: card.exp_year, cvc: card.cvc }
  const checked = checkCard(input, now)
  const { address, ...billing } = data.billing_details ?? {}
  const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  const [row] = await db
    .insert(sandboxMethods)
    .values({
      id: newId('pm'),
      ...checked,
      expMonth: card.exp_month,
      fingerprint: createHmac('sha256', sandbox.webhookSecret).update(card.number).digest('base64url').slice(0, 16),
      cvcGiven: card.cvc !== undefined,
      billing: {
        address: { ...noAddress, ...address },
        email: null,
        name: null,
        phone: null,
        tax_id: null,
        ...billing,
      },
      metadata: changedMetadata({}, data.metadata),
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('the payment method was not stored')
  return row
}

function cardOfToken(token: string, now: Date) {
  const number = testNumber(token)
  if (!number) throw missing('token', token, 'payment_method_data[card][token]')
  const cvc = '123'.padEnd(cardKind(number).cvcLength, '4')
  return { number, exp_month: 12, exp_year: now.getUTCFullYear() + 3, cvc }
}

/** A stored method, or a fresh one for Stripe's ready-made `pm_card_…` names. */
export async function methodOf(call: Call, id: string): Promise<MethodRow> {
  if (id.startsWith('pm_card_') && testNumber(id)) return keepMethod(call, { type: 'card', card: { token: id } })
  const [row] = await call.db.select().from(sandboxMethods).where(eq(sandboxMethods.id, id))
  if (!row) throw missing('PaymentMethod', id, 'payment_method')
  return row
}

/** The method a call names or brings along, if any. */
export async function methodFrom(call: Call, params: MethodParams): Promise<MethodRow | undefined> {
  const { payment_method: id, payment_method_data: data } = params
  if (id && data) throw badRequest('You may only specify one of these parameters: payment_method, payment_method_data.')
  if (data) return keepMethod(call, data)
  return id ? methodOf(call, id) : undefined
}
type MethodParams = { payment_method?: string | null | undefined; payment_method_data?: MethodData | undefined }

export function toMethod(row: MethodRow): Stripe.PaymentMethod {
  return {
    id: row.id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: row.billing,
    card: toCard(row),
    created: seconds(row.createdAt),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: row.metadata,
    type: 'card',
  }
}

function toCard(row: MethodRow): Stripe.PaymentMethod.Card {
  return {
    brand: row.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: row.cvcGiven ? 'unchecked' : null,
    },
    country: 'US',
    display_brand: row.brand,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    fingerprint: row.fingerprint,
    funding: 'credit',
    generated_from: null,
    last4: row.last4,
    networks: { available: [row.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}
