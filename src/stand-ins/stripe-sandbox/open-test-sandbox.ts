import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { openLog } from '../../config/log.ts'
import { openDb, openPool } from '../../database/db.ts'
import { freshDatabase } from '../../testing/database.ts'
import { type OnEnd, sharedByFile } from '../../testing/shared-by-file.ts'
import { PATH } from './sandbox.ts'
import { sandboxStripeOptions } from './stripe-options.ts'
import { stripeSandbox } from './stripe-sandbox.ts'

export const SECRET_KEY = 'sk_test_sandbox'
export const PUBLISHABLE_KEY = 'pk_test_sandbox'
export const WEBHOOK_SECRET = 'whsec_sandbox'

type Received = { signature: string; body: string; event: Stripe.Event; at: number }
type Options = { webhooks?: boolean; database?: string; onEnd?: OnEnd }

/** A sandbox on a database of its own behind a real HTTP server, the real SDK turned to it, and a webhook that listens. */
export async function openTestSandbox({ webhooks = false, database, onEnd = onTestFinished }: Options = {}) {
  const url = database ?? (await freshDatabase())
  const log = openLog('silent')
  const pool = openPool(url, log)
  const db = openDb(pool)
  const clock = movableClock()
  const webhook = await openWebhook()
  const app = new Hono()
  const server = createServer(getRequestListener(app.fetch))
  const origin = await listen(server)
  const sandbox = stripeSandbox({
    db,
    clock,
    log,
    origin,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    ...(webhooks && { webhookUrl: webhook.url }),
  })
  app.route(sandbox.path, sandbox.app)
  if (webhooks) sandbox.start()
  onEnd(async () => {
    await sandbox.stop()
    await Promise.all([server, webhook.server].map(closeServer))
    await pool.end()
  })
  const sdk = (key: string) => new Stripe(key, { ...sandboxStripeOptions(origin), maxNetworkRetries: 0 })

  /** A call without the SDK, as curl would make it. */
  async function call(method: string, path: string, body = '', headers: Record<string, string> = {}) {
    const init = method === 'GET' ? {} : { body }
    const type = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Bearer ${SECRET_KEY}` }
    const response = await fetch(`${origin}${PATH}${path}`, { method, headers: { ...type, ...headers }, ...init })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return {
    sandbox,
    stripe: sdk(SECRET_KEY),
    browser: sdk(PUBLISHABLE_KEY),
    call,
    clock,
    origin,
    webhook,
    db,
    url,
  }
}

/** For all the tests of a file that do not move its clock or break it. */
export const sharedTestSandbox = () => sharedByFile((onEnd) => openTestSandbox({ onEnd }))

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

/** The error a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call was not refused')
}

export const card = (number: string, more: Partial<{ exp_month: number; exp_year: number; cvc: string }> = {}) => ({
  payment_method_data: { type: 'card' as const, card: { number, exp_month: 12, exp_year: 2034, cvc: '123', ...more } },
})

/** Runs with real time and may be put forward. */
function movableClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    forward: (ms: number) => {
      ahead += ms
    },
  }
}

/** A shop's webhook: keeps what arrives and answers as `answer` says. */
async function openWebhook() {
  const received: Received[] = []
  const state = { answer: 200, delayMs: 0 }
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    received.push({
      signature: String(request.headers['stripe-signature']),
      body,
      event: JSON.parse(body),
      at: Date.now(),
    })
    if (state.delayMs) await new Promise((resolve) => setTimeout(resolve, state.delayMs))
    response.writeHead(state.answer).end()
  })
  return { url: `${await listen(server)}/webhook`, server, received, state }
}

async function textOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function listen(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function closeServer(server: Server) {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
}
