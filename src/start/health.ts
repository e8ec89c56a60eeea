import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { canWrite } from '../database/db.ts'
import type { Env } from '../http/request-context.ts'
import { Refusal } from '../wire/refusal.ts'

const READY_WITHIN = 2000
const LOOPBACK = /^(::ffff:)?127\.|^::1$/

/** What the process measures of itself, for Prometheus. */
export function openMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Answered requests by method, route and status; kept pages are not among them',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  return { registry, requests }
}
export type Metrics = ReturnType<typeof openMetrics>

/** `/healthz`: alive. `/readyz`: a real write within two seconds. `/metrics`: for who asks on this machine itself. */
export const healthApi = ({ registry }: Metrics) =>
  new Hono<Env>()
    .get('/healthz', (c) => c.json({ alive: true }))
    .get('/readyz', async (c) => {
      const ready = await isReady(c)
      return c.json({ ready }, ready ? 200 : 503)
    })
    .get('/metrics', async (c) => {
      if (!isOnThisMachine(c)) throw new Refusal('not_found', 'There is nothing here.')
      return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
    })

function isReady(c: Context<Env>) {
  const late = new Promise<never>((_, reject) => setTimeout(reject, READY_WITHIN, new Error('too slow')).unref())
  return Promise.race([canWrite(c.get('shop').db), late]).then(
    () => true,
    () => false,
  )
}

/** A request that a proxy passed on has come from somewhere else, whatever the socket says. */
function isOnThisMachine(c: Context<Env>) {
  const isPassedOn = c.req.header('x-forwarded-for') ?? c.req.header('forwarded') ?? c.req.header('via')
  return !isPassedOn && LOOPBACK.test(getConnInfo(c).remote.address ?? '')
}
