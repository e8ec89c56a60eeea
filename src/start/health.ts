import { hash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { canWrite, type Db } from '../database/db.ts'
import { lateJobs, parkedJobs, silentRounds } from '../database/late-jobs.ts'
import { isTrustedProxy } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { byTurns } from '../http/turns.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'

/** Milliseconds, less than the second that probes are commonly given. */
const LOOK_WITHIN = 800
const LOOPBACK = /^(::ffff:)?127\.|^::1$/
const OF_A_PROXY = /^(x-)?forwarded|^via$|^x-real-ip$|client-ip$|connecting-ip$/

/** The process's own metrics, for Prometheus. */
export function openMetrics({ db, post }: Pick<Shop, 'db' | 'post'>) {
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
  new Gauge({
    name: 'database_up',
    help: '1 while the database takes writes',
    registers: [registry],
    async collect() {
      this.set((await stateOf(db)) === 'up' ? 1 : 0)
    },
  })
  new Gauge({
    name: 'job_late_seconds',
    help: 'For how long the oldest job of a queue has been due; none while the database is away',
    labelNames: ['queue'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { queue, seconds } of (await inTime(lateJobs(db))) ?? []) this.set({ queue }, seconds)
    },
  })
  new Gauge({
    name: 'round_silent_seconds',
    help: 'For how long no round of its kind has been completed; none while the database is away',
    labelNames: ['round'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { round, seconds } of (await inTime(silentRounds(db))) ?? []) this.set({ round }, seconds)
    },
  })
  new Gauge({
    name: 'jobs_parked',
    help: 'Jobs that have used up their tries and wait for a person',
    registers: [registry],
    async collect() {
      this.reset()
      const count = await inTime(parkedJobs(db))
      if (count !== undefined) this.set(count)
    },
  })
  return { registry, requests }
}
export type Metrics = ReturnType<typeof openMetrics>

/**
 * A probe takes a turn of its address, because anybody may send it. One by this machine or by a trusted proxy for itself
 * waits for nobody: a node that answers it late is taken out.
 */
const othersByTurns: MiddlewareHandler<Env> = (c, next) => {
  const isOurs = isOnThisMachine(c) || (!isPassedOn(c) && isTrustedProxy(c.get('shop'), peerOf(c)))
  return isOurs ? next() : byTurns(c, next)
}

/**
 * `/livez` (also `/healthz`): the process is alive. `/readyz`: this node takes requests, which it does from the moment
 * it listens until `leaving` aborts. A lost database is no fault of the node, which serves kept pages meanwhile; both
 * answers tell the database's state. `/metrics`: for this machine itself, and for the bearer of METRICS_TOKEN.
 */
export const healthApi = ({ registry }: Metrics, leaving?: AbortSignal) =>
  new Hono<Env>()
    .on('GET', ['/livez', '/healthz'], othersByTurns, async (c) =>
      c.json({ alive: true, database: await stateOf(c.get('shop').db) }),
    )
    .get('/readyz', othersByTurns, async (c) => {
      const ready = !leaving?.aborted
      return c.json({ ready, database: await stateOf(c.get('shop').db) }, ready ? 200 : 503)
    })
    .get('/metrics', othersByTurns, async (c) => {
      if (!isOnThisMachine(c) && !hasToken(c)) throw new Refusal('not_found', 'There is nothing here.')
      return c.text(await registry.metrics(), 200, { 'Content-Type': registry.contentType })
    })

const PROBES = ['/livez', '/healthz', '/readyz', '/metrics']

/** A probe that is answered is no event, and there are many. */
export const isEvent = (route: string, status: number) => status >= 400 || !PROBES.includes(route)

const LOOK_SHARED_MS = 250
const looks = new WeakMap<Db, { began: number; state: Promise<'up' | 'away'> }>()

/** `up`: the database has taken a write just now. Probes share a look, since anybody may send them. */
function stateOf(db: Db) {
  const last = looks.get(db)
  if (last && performance.now() - last.began < LOOK_SHARED_MS) return last.state
  const state = inTime(canWrite(db)).then((written) => (written ? 'up' : 'away'))
  looks.set(db, { began: performance.now(), state })
  return state
}

/** What the database answers, unless it fails or is too slow for a probe. */
function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, LOOK_WITHIN, undefined).unref())
  return Promise.race([asked, late]).catch(() => undefined)
}

function hasToken(c: Context<Env>) {
  const { metricsToken } = c.get('shop').config
  const digest = (text: string) => hash('sha256', text, 'buffer')
  const sent = digest(c.req.header('Authorization') ?? '')
  return metricsToken !== undefined && timingSafeEqual(sent, digest(`Bearer ${metricsToken}`))
}

/** The socket is a loopback one, and no header says that a proxy on this machine passed the request on. */
const isOnThisMachine = (c: Context<Env>) => !isPassedOn(c) && LOOPBACK.test(peerOf(c) ?? '')

const isPassedOn = (c: Context<Env>) => Object.keys(c.req.header()).some((name) => OF_A_PROXY.test(name))

const peerOf = (c: Context<Env>) => getConnInfo(c).remote.address
