import { createHmac } from 'node:crypto'
import type { Config } from '../config/config.ts'

/** The shop's keys at Stripe; the sandbox's, which are known to everybody, while none are set. */
export function stripeKeys({ stripe, demo, authSecret }: Config) {
  if (stripe) return stripe
  // Where strangers can reach the sandbox, its secret key and its webhook's must not be guessed.
  const suffix = demo ? createHmac('sha256', authSecret).update('stripe sandbox').digest('base64url') : 'sandbox'
  return { secretKey: `sk_test_${suffix}`, publishableKey: 'pk_test_sandbox', webhookSecret: `whsec_${suffix}` }
}
