import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import closeWithGrace from 'close-with-grace'
import type { MiddlewareHandler } from 'hono'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { SECOND } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { currentTracing } from '../config/tracing.ts'
import { isDatabaseDown } from '../database/db.ts'
import { acceptRequests, HTTP_OPTIONS } from '../http/accept-requests.ts'
import { drainable } from '../http/drain.ts'
import { otherLoopbackName } from '../http/loopback.ts'
import { heed } from '../http/read-after.ts'
import { routeTagOf } from '../http/route-tags.ts'
import { endStalled } from '../http/stalled.ts'
import { shelfNow } from '../search/shelf.ts'
import { seedDemo } from '../seed/demo.ts'
import type { Shop } from '../shop.ts'
import type { Postgres } from '../stand-ins/postgres/postgres.ts'
import { createApp } from './app.ts'
import { hearChanges } from './hear-changes.ts'
import { keptAnswers } from './kept-answers.ts'
import { keptPaths } from './kept-paths.ts'
import { openToRead } from './open-shop.ts'
import { openingLines } from './opening-lines.ts'
import { pageContext } from './page-context.ts'
import type { Render } from './page-forms.ts'

type Before = (request: IncomingMessage, response: ServerResponse, next: () => void) => void
/** The built site: its routes, its files, and in development the middleware before the shop. */
export type Site = { build: ServerBuild | (() => Promise<ServerBuild>); files?: MiddlewareHandler; before?: Before }
/** `starting`: the shop's own PostgreSQL, when the caller has begun to start it. */
export type Served = Site & { starting?: Promise<Postgres> | undefined }

/** Milliseconds, after the grace of STOP_GRACE_SECONDS. */
const STOP_WITHIN = 9000
/** Milliseconds between listening and starting the background jobs. */
const FIRST_PAGES = 400

/**
 * Opens the shop, serves calls and pages on one port, and stops cleanly: accepted requests are answered first.
 */
export async function serve(config: Config, log: Log, { starting, ...site }: Served): Promise<Server> {
  const { shop, standIns, openJobs, work, close } = await openToRead(config, log, { starting })
  const kept = 'routes' in site.build ? keptPaths(site.build.routes) : []
  const leaving = new AbortController()
  const render = rendererOf(shop, site)
  const app = createApp(shop, standIns, { files: site.files, kept, render, leaving: leaving.signal })
  const answerWrite: Answerer = async (request, env) => {
    await openJobs()
    const response = await app.fetch(request, env)
    const { changes } = routeTagOf(app, request.method, new URL(request.url).pathname)
    // A conflict shows that what the person saw is out of date.
    if (changes && (response.ok || response.status === 409)) cache.written(changes)
    return response
  }
  const whole = listenerOf(config, (request, env) =>
    request.method === 'GET' || request.method === 'HEAD' ? app.fetch(request, env) : answerWrite(request, env),
  )
  const cache = keptAnswers(shop, app, whole)
  const isOtherName = otherLoopbackName(config)
  const stopping = new AbortController()
  const answer: RequestListener = (req, res) => {
    const mayBeKept = config.production && (req.url?.startsWith('/api/') || !isOtherName(req.headers.host))
    const unheard = heed(shop, req.headers)
    if (unheard) cache.written(unheard)
    if (!mayBeKept || !cache.answer(req, res)) void whole(req, res)
  }
  const { before } = site
  const server = createServer(HTTP_OPTIONS)
  acceptRequests(server, before ? (req, res) => before(req, res, () => answer(req, res)) : answer)
  endStalled(server)
  const drain = drainable(server)
  const isFresh = await fillAndListen(shop, server).catch(async (error) => {
    await close()
    throw error
  })
  const opening = wait(FIRST_PAGES).then(openJobs).then(work)
  void opening.then(() => readParts(shop)).then(isFresh ? collectGarbage : undefined)
  const listening = hearChanges(shop, stopping.signal, cache)
  const grace = config.stopGraceSeconds * SECOND
  closeWithGrace({ delay: grace + STOP_WITHIN, logger: false }, async ({ err, signal }) => {
    if (err) log.error({ error: err.stack }, 'stopping after an error')
    else log.info({ signal }, 'stopping')
    leaving.abort()
    shop.orderStreams.close()
    await wait(err ? 0 : grace)
    await opening.catch(() => undefined)
    await drain()
    stopping.abort()
    await listening
    await close()
    await currentTracing()?.close()
  })
  await opening
  process.stdout.write(`${openingLines(config)}\n`)
  return server
}

/** Fills a fresh shop, then listens; answers whether it was fresh. */
async function fillAndListen(shop: Shop, server: Server): Promise<boolean> {
  const isFresh = await fill(shop)
  await listenOn(server, shop.config)
  return isFresh
}

/** Reads the parts before anybody searches; a reading that fails is begun again by the first search. */
async function readParts({ db }: Shop) {
  const shelf = await shelfNow(db).catch(() => undefined)
  await shelf?.readWords().catch(() => undefined)
}

type Answerer = Parameters<typeof getRequestListener>[0]

/** HTTP/1.0, which the probes of load balancers speak, names no Host; APP_ORIGIN's stands in. */
const listenerOf = ({ appOrigin }: Config, answer: Answerer) =>
  getRequestListener(answer, { hostname: new URL(appOrigin).host })

function rendererOf(shop: Shop, { build }: Site): Render {
  const render = createRequestHandler(build, shop.config.production ? 'production' : 'development')
  return (request, app, how) => render(request, pageContext(shop, app, how))
}

/**
 * Fills a fresh shop before the server listens, so that no list is empty by mistake; retries while the database is away.
 * Answers whether the shop was fresh.
 */
async function fill(shop: Shop) {
  for (let tries = 1; ; tries++) {
    try {
      return await seedDemo(shop)
    } catch (error) {
      if (!isDatabaseDown(error) || tries === 30) throw error
      await wait(1000)
    }
  }
}

/** The garbage of a first start, about 80 MB, would stay in the heap for as long as the shop has little to do. */
async function collectGarbage() {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

function listenOn(server: Server, { host, port }: Config) {
  return new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const busy = error.code === 'EADDRINUSE'
      reject(
        new StartError(
          busy
            ? `Port ${port} is in use; set PORT to another.`
            : `Cannot listen on ${host}:${port} (${error.message}).`,
        ),
      )
    })
    server.listen(port, host, resolve)
  })
}
