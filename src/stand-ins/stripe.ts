import Stripe from 'stripe'
import type { Clock } from '../config/clock.ts'
import { type Config, ownAddress } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { currentTracing, traced } from '../config/tracing.ts'
import type { Db } from '../database/db.ts'
import { WEBHOOK_PATH } from '../payments/contract.ts'
import { stripeKeys } from '../payments/stripe-keys.ts'
import type { StandInApp } from './stand-in.ts'
import { stripeSandbox } from './stripe-sandbox/stripe-sandbox.ts'

type Tools = { config: Config; db: Db; clock: Clock; log: Log }

/** One try and one more with the same Idempotency-Key, together within 10 seconds. */
const PATIENCE = { timeout: 4000, maxNetworkRetries: 1 } satisfies Stripe.StripeConfig

/** Stripe itself when its keys are set; else the sandbox, which the same SDK speaks to in process. */
export function openStripe({ config, db, clock, log }: Tools): { stripe: Stripe; standIn?: StandInApp } {
  const { secretKey, publishableKey, webhookSecret } = stripeKeys(config)
  if (config.stripe)
    return {
      stripe: new Stripe(secretKey, {
        ...PATIENCE,
        telemetry: false,
        httpClient: inTrace(Stripe.createNodeHttpClient()),
      }),
    }
  const sandbox = stripeSandbox({
    db,
    clock,
    log,
    origin: config.appOrigin,
    webhookUrl: `${ownAddress(config)}${WEBHOOK_PATH}`,
    webhookSecret,
    secretKey,
    publishableKey,
  })
  return {
    stripe: new Stripe(secretKey, { ...PATIENCE, ...sandbox.options, httpClient: inTrace(sandbox.options.httpClient) }),
    standIn: sandbox,
  }
}

/** Makes each call of Stripe a part of the trace that asks it, named without the ids in its path. */
function inTrace(http: Stripe.HttpClient): Stripe.HttpClient {
  if (!currentTracing()) return http
  const ask = http.makeRequest.bind(http)
  http.makeRequest = (...args) => {
    const [, , path, method] = args
    const name = `Stripe ${method} ${path.replace(/\?.*/, '').replace(/\/[a-z]+_\w+/g, (part) => (/\d/.test(part) ? '/:id' : part))}`
    return traced({ name, kind: 'call' }, () => ask(...args))
  }
  return http
}
