import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { refuse, settle } from './confirm.ts'
import { record } from './events.ts'
import { type IntentRow, toIntent } from './intent-object.ts'
import { methodOf } from './payment-methods.ts'
import { badRequest, docUrl } from './problem.ts'
import type { Call } from './sandbox.ts'
import { sandboxIntents } from './table.server.ts'

export const ChallengeAnswer = z.strictObject({ outcome: z.enum(['complete', 'fail']) })

const open = (challengeId: string) =>
  and(eq(sandboxIntents.challengeId, challengeId), eq(sandboxIntents.status, 'requires_action'))

/** The intent that waits for this answer and the last four digits of its card. */
export async function openChallenge(call: Call, challengeId: string) {
  const [intent] = await call.db.select().from(sandboxIntents).where(open(challengeId))
  if (!intent?.methodId) return undefined
  const { last4 } = await methodOf(call, intent.methodId)
  return { intent, last4 }
}

/** Takes the customer's answer once; says where a page that was sent here goes back to, if it was. */
export async function answerChallenge(call: Call, challengeId: string, outcome: 'complete' | 'fail') {
  const [intent] = await call.db
    .update(sandboxIntents)
    .set({ status: 'processing', challengeId: null })
    .where(open(challengeId))
    .returning()
  if (!intent?.methodId) throw badRequest('This question was already answered.', { param: 'source' })
  const passed = outcome === 'complete' && (await pay(call, intent, intent.methodId))
  if (outcome === 'fail') await fail(call, intent)
  return { redirectUrl: intent.returnUrl && backTo(intent.returnUrl, intent, passed) }
}

async function pay(call: Call, intent: IntentRow, methodId: string) {
  const { status } = await settle(call, { intent, method: await methodOf(call, methodId), authenticated: true })
  return status === 200
}

async function fail(call: Call, intent: IntentRow) {
  const code = 'payment_intent_authentication_failure'
  const lastError = {
    type: 'invalid_request_error',
    code,
    doc_url: docUrl(code),
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  } as const
  const row = await refuse(call, intent.id, { lastError })
  await record(call, 'payment_intent.payment_failed', toIntent(row, call))
}

function backTo(returnUrl: string, intent: IntentRow, passed: boolean) {
  const url = new URL(returnUrl)
  url.searchParams.set('payment_intent', intent.id)
  url.searchParams.set('payment_intent_client_secret', intent.clientSecret)
  url.searchParams.set('redirect_status', passed ? 'succeeded' : 'failed')
  return url.href
}
