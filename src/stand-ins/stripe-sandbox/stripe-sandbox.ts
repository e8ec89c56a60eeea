import { Hono } from 'hono'
import { sandboxApi } from './api.ts'
import { openDeliveries } from './deliveries.ts'
import { openFaults } from './faults.ts'
import { frames } from './frames.ts'
import { PATH, type Sandbox, type SandboxSettings } from './sandbox.ts'
import { sandboxStripeOptions } from './stripe-options.ts'
import { testCalls } from './test-calls.ts'

/**
 * Plays Stripe while the shop has no key of its own: API, webhooks and Stripe.js, kept in the shop's database.
 * `app` belongs at `path`; `options` make the real SDK speak to it in process; `knobs` break it on purpose.
 */
export function stripeSandbox(settings: SandboxSettings) {
  const faults = openFaults()
  const sandbox: Sandbox = {
    merchant: 'Parts House',
    fetch,
    webhookUrl: undefined,
    ...settings,
    faults,
    wake: () => deliveries.wake(),
  }
  const deliveries = openDeliveries(sandbox)
  const app = new Hono()
  app.route('/v1', sandboxApi(sandbox))
  app.route('/', frames(sandbox))
  app.route('/_test', testCalls(sandbox))

  const whole = new Hono().route(PATH, app)
  return {
    path: PATH,
    app,
    options: sandboxStripeOptions(settings.origin, (input, init) => Promise.resolve(whole.request(`${input}`, init))),
    knobs: faults.knobs,
    start: () => {
      if (sandbox.webhookUrl) deliveries.start()
    },
    stop: () => deliveries.stop(),
  }
}
