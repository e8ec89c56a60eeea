import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { canWrite } from '../database/db.ts'
import type { Env } from '../http/request-context.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'

const READY_WITHIN = 2000
const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const OF_A_PROXY = /^(x-)?forwarded|^via$|^x-real-ip$|client-ip$|connecting-ip$/

/** The process's own metrics, for Prometheus. */
export function openMetrics({ post }: Pick<Shop, 'post'>) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Answered requests by method, route and status; kept pages are not among them',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  new Counter({
    name: 'mails_dropped_total',
    help: 'Mails that were not sent, since their recipients had too many',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(post.dropped())
    },
  })
  return { registry, requests }
}
export type Metrics = ReturnType<typeof openMetrics>

/** `/healthz`: alive. `/readyz`: a real write within two seconds. `/metrics`: for requests from this machine itself. */
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

/** The socket is a loopback one, and no header says that a proxy on this machine passed the request on. */
function isOnThisMachine(c: Context<Env>) {
  const isPassedOn = Object.keys(c.req.header()).some((name) => OF_A_PROXY.test(name))
  return !isPassedOn && LOOPBACK.test(getConnInfo(c).remote.address ?? '')
}
