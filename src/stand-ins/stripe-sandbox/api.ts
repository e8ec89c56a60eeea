import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import Stripe from 'stripe'
import { z } from 'zod'
import { isDatabaseDown } from '../../database/db.ts'
import { type ApiEnv, callsOf } from './calls.ts'
import { CancelIntent, cancelIntent } from './cancel.ts'
import { ListCharges, listCharges, retrieveCharge } from './charges.ts'
import { ConfirmIntent, confirmIntent } from './confirm.ts'
import { ListEvents, listEvents, retrieveEvent } from './events.ts'
import { newId } from './ids.ts'
import {
  CreateIntent,
  createIntent,
  ListIntents,
  listIntents,
  RetrieveIntent,
  retrieveIntent,
  UpdateIntent,
  updateIntent,
} from './intents.ts'
import { Expand } from './params.ts'
import { CreateMethod, createMethod, retrieveMethod } from './payment-methods.ts'
import { badRequest, StripeProblem } from './problem.ts'
import { CreateRefund, createRefund, ListRefunds, listRefunds, retrieveRefund } from './refunds.ts'
import type { Call, Sandbox } from './sandbox.ts'

const MAX_BODY = 100_000
const Nothing = z.strictObject(Expand)

/** The part of Stripe's API (docs.stripe.com/api) that a shop with card payments calls. */
export function sandboxApi(sandbox: Sandbox) {
  const { read, write } = callsOf(sandbox)
  const app = new Hono<ApiEnv>()
  app.use(async (c, next) => {
    c.set('requestId', newId('req'))
    c.header('Request-Id', c.get('requestId'))
    c.header('Stripe-Version', Stripe.API_VERSION)
    c.header('Cache-Control', 'no-cache, no-store')
    await next()
  })
  app.use(
    bodyLimit({
      maxSize: MAX_BODY,
      onError: () => {
        throw badRequest(`A request body may have at most ${MAX_BODY} bytes.`)
      },
    }),
  )
  app.post('/payment_intents', write(CreateIntent, createIntent))
  app.get('/payment_intents', read(ListIntents, listIntents))
  app.get(
    '/payment_intents/:id',
    read(RetrieveIntent, (call, params, id) => retrieveIntent(call, id, params), 'open'),
  )
  app.post(
    '/payment_intents/:id',
    write(UpdateIntent, (call, params, id) => updateIntent(call, id, params)),
  )
  app.post(
    '/payment_intents/:id/confirm',
    write(ConfirmIntent, (call, params, id) => confirmIntent(call, id, params), 'open'),
  )
  app.post(
    '/payment_intents/:id/cancel',
    write(CancelIntent, (call, params, id) => cancelIntent(call, id, params)),
  )
  app.post('/payment_methods', write(CreateMethod, createMethod, 'open'))
  app.get('/payment_methods/:id', read(Nothing, byId(retrieveMethod)))
  app.get('/charges', read(ListCharges, listCharges))
  app.get('/charges/:id', read(Nothing, byId(retrieveCharge)))
  app.post('/refunds', write(CreateRefund, createRefund))
  app.get('/refunds', read(ListRefunds, listRefunds))
  app.get('/refunds/:id', read(Nothing, byId(retrieveRefund)))
  app.get('/events', read(ListEvents, listEvents))
  app.get('/events/:id', read(Nothing, byId(retrieveEvent)))
  app.all('*', unknown)
  app.onError((error, c) => answerError(error, c, sandbox))
  return app
}

function unknown(c: Context): never {
  const path = c.req.path.replace(/^.*\/v1/, '/v1')
  const message = `Unrecognized request URL (${c.req.method}: ${path}). The sandbox serves a part of Stripe's API.`
  throw new StripeProblem(404, { type: 'invalid_request_error', message })
}

function answerError(error: Error, c: Context<ApiEnv>, { log }: Sandbox) {
  if (error instanceof StripeProblem) return c.json({ error: error.error }, error.status)
  log.error(
    { id: c.get('requestId'), error: error.stack ?? String(error), cause: String(error.cause ?? '') },
    'sandbox bug',
  )
  const message = isDatabaseDown(error) ? 'The sandbox has no database.' : 'An unknown error occurred.'
  return c.json({ error: { type: 'api_error', message } }, 500)
}

type ById = (call: Call, id: string) => ReturnType<typeof retrieveCharge>
const byId = (retrieve: ById) => (call: Call, _params: unknown, id: string) => retrieve(call, id)
