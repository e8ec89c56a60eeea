import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { SECOND } from '../config/clock.ts'
import { MB } from '../http/body-size.ts'
import type { Change } from '../http/change.ts'
import type { Kept } from '../http/route-tags.ts'
import { BoundedMap } from './bounded-map.ts'

/** Anybody makes up queries and spellings, each of which is a page of its own: those displace only each other. */
const MOST = {
  pages: { entries: 2000, bytes: 48 * MB },
  calls: { entries: 2000, bytes: 8 * MB },
  madeUp: { entries: 1000, bytes: 16 * MB },
}
/** A page has one such path; any other spelling that a route takes is redirected to it. */
const PLAIN_PATH = /^[\da-z/._-]+$/
const LONGEST_URL = 300
/** In milliseconds: a change shows by then, and a storm of changes renders a page no oftener. */
const STALE_FOR = 1000
/** Milliseconds; the maximum age of a page, for changes without a notification such as one made in the database. */
const FRESH_FOR = 60_000
const COMPRESS_FROM = 500
const UNAVAILABLE = 503

type Encoding = 'br' | 'gzip' | 'identity'
/** Whether a cached answer is a call or a page, and the version of the data that it shows. */
type Made = { kept: Kept; version: number }
type Finished = {
  status: number
  etag: string
  headers: Record<Encoding | 'unchanged', Record<string, string>>
  bodies: Record<Encoding, Buffer>
}
/** `isAway`: the newest rendering of this page failed for want of the database. */
type Page = Made & Finished & { finishedAt: number; isAway?: boolean }
type Source = {
  /** Whether what this path names may be kept: the routes know. */
  keptAs(path: string): Kept | undefined
  /** Makes the page of a URL with nobody's cookies; calls `asks` when it asks the database. */
  render(url: string, asks: () => void): Promise<Response>
  /** Whether this visitor may have an answer made; resolves false once it has answered them itself. */
  admits?(request: IncomingMessage, response: ServerResponse): Promise<boolean>
  /**
   * Runs `work`, which makes an answer for this visitor, when it is their turn; resolves undefined once it has answered
   * them itself, or when they have left.
   */
  inTurn?<T>(visit: Visit, work: () => Promise<T>): Promise<T | undefined>
  /** Milliseconds that a page is served after it was made, while the database is away. */
  staleFor?: number
  /** Milliseconds that only go forwards. */
  now?(): number
}

export type Visit = { request: IncomingMessage; response: ServerResponse }

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Public pages and calls as finished bytes with an ETag, renewed when the catalogue changes. */
export class PageCache {
  readonly #source: Required<Source>
  readonly #pages = new BoundedMap<Page>({ ...MOST.pages, sizeOf })
  readonly #calls = new BoundedMap<Page>({ ...MOST.calls, sizeOf })
  readonly #madeUp = new BoundedMap<Page>({ ...MOST.madeUp, sizeOf })
  readonly #rendering = new Map<string, Made & { page: Promise<Page> }>()
  #version = 0
  /** Pages made before these versions are not served any more. */
  #oldest: Record<Kept, number> = { call: 0, page: 0 }
  #isListening = false
  /** Whether the newest rendering that asked the database failed for want of it. */
  #isAway = false
  hits = 0

  constructor(source: Source) {
    const open = { admits: async () => true, inTurn: <T>(_: Visit, work: () => Promise<T>) => work() }
    this.#source = { staleFor: 0, now: () => performance.now(), ...open, ...source }
  }

  /** The catalogue is not what it was: pages made before now are out of date. */
  changed() {
    this.#version++
  }

  /** Called before a write of this process is answered: the next call shows it, and the next page if it is the catalogue's. */
  written(what: Change) {
    this.changed()
    this.#oldest.call = this.#version
    if (what === 'catalogue') this.#oldest.page = this.#version
  }

  /** While no word of changes comes in, every page counts as out of date. */
  listening(isListening: boolean) {
    this.#isListening = isListening
    this.changed()
  }

  /** Answers from what is kept; false when the route may not be kept and the app must answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const page = this.#pagesLike(url).get(url)
    if (page && this.#mayServe(page)) {
      this.hits++
      send(page, request, response)
      return true
    }
    const kept = url.length <= LONGEST_URL && isAsWritten(url) ? this.#source.keptAs(partsOf(url).path) : undefined
    if (!kept) return false
    const stale = this.#staleOf(url)
    if (stale) {
      this.#renew(url, kept).catch(() => undefined)
      send(stale, request, response)
      return true
    }
    const visit = { request, response }
    this.#source
      .inTurn(visit, () => this.#make(url, kept, visit))
      .then((made) => made && send(made, request, response))
      .catch((error) => response.destroy(error))
    return true
  }

  /** What is kept of a page, however old, while the database is away. */
  #staleOf(url: string) {
    const page = this.#pagesLike(url).get(url)
    if (!page || !(this.#isAway || page.isAway)) return undefined
    return this.#source.now() - page.finishedAt < this.#source.staleFor ? page : undefined
  }

  /** The page may have been made, or the database been lost, while this waited for its turn. */
  async #make(url: string, kept: Kept, visit: Visit): Promise<Page | undefined> {
    const page = this.#pagesLike(url).get(url)
    if (page && this.#mayServe(page)) return page
    const stale = this.#staleOf(url)
    if (stale) return stale
    // A request that waits for a rendering under way is not counted against its limit.
    const isAdmitted = this.#rendering.has(url) || (await this.#source.admits(visit.request, visit.response))
    if (!isAdmitted) return undefined
    const fresh = await this.#renew(url, kept)
    return (fresh.status === UNAVAILABLE && this.#staleOf(url)) || fresh
  }

  #mayServe(page: Page) {
    const age = this.#source.now() - page.finishedAt
    if (this.#isListening && page.version === this.#version) return age < FRESH_FOR
    return !this.#isTooOld(page) && age < STALE_FOR
  }

  #isTooOld({ kept, version }: Made) {
    return version < this.#oldest[kept]
  }

  /** One rendering at a time for each page, however many wait for it. */
  #renew(url: string, kept: Kept) {
    const running = this.#rendering.get(url)
    if (running && !this.#isTooOld(running)) return running.page
    const made = { kept, version: this.#version }
    let asked = kept === 'call'
    const page = this.#source
      .render(url, () => {
        asked = true
      })
      .then((response) => finish(response, this.#source.staleFor))
      .then((finished) => {
        const fresh = { ...made, ...finished, finishedAt: this.#source.now() }
        const isAway = fresh.status === UNAVAILABLE
        if (asked || isAway) this.#noteAway(url, isAway)
        if (isAway || this.#isTooOld(made)) return fresh
        if (fresh.status === 200) this.#pagesLike(url).set(url, fresh)
        else this.#pagesLike(url).delete(url)
        return fresh
      })
      .finally(() => {
        if (this.#rendering.get(url)?.page === page) this.#rendering.delete(url)
      })
    this.#rendering.set(url, { ...made, page })
    return page
  }

  /** Another page may come from a replica while the primary is away, so each remembers its own failure. */
  #noteAway(url: string, isAway: boolean) {
    this.#isAway = isAway
    const page = this.#pagesLike(url).get(url)
    if (page) page.isAway = isAway
  }

  #pagesLike(url: string) {
    if (!PLAIN_PATH.test(url)) return this.#madeUp
    return url.startsWith('/api/') ? this.#calls : this.#pages
  }
}

const sizeOf = ({ bodies: { br, gzip, identity } }: Page) => br.length + gzip.length + identity.length

/** The path and the query of a request's address. */
export function partsOf(url: string) {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) }
}

/**
 * With a `\\`, `..`, `#` or empty `?` the app would answer another address than the one that may be kept, and count
 * nothing.
 */
function isAsWritten(url: string) {
  const read = URL.parse(url, 'http://localhost')
  return read ? read.pathname + read.search === url : false
}

async function finish(response: Response, staleFor: number): Promise<Finished> {
  const identity = Buffer.from(await response.arrayBuffer())
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const small = identity.length < COMPRESS_FROM
  const [br, gz] = small
    ? [identity, identity]
    : await Promise.all([
        toBrotli(identity, {
          params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
        }),
        toGzip(identity),
      ])
  const unchanged = headersOf(response, { etag, staleFor })
  const headersFor = (body: Buffer, encoding?: string) => ({
    ...unchanged,
    ...(encoding && !small && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  })
  return {
    status: response.status,
    etag,
    bodies: { br, gzip: gz, identity },
    headers: { br: headersFor(br, 'br'), gzip: headersFor(gz, 'gzip'), identity: headersFor(identity), unchanged },
  }
}

const OF_ONE_ANSWER = new Set(['x-request-id', 'content-length', 'transfer-encoding', 'date', 'vary'])

function headersOf(
  { headers, status }: Response,
  { etag, staleFor }: { etag: string; staleFor: number },
): Record<string, string> {
  const cacheControl = staleFor ? `no-cache, stale-if-error=${Math.round(staleFor / SECOND)}` : 'no-cache'
  const all = [...headers].filter(([name]) => !OF_ONE_ANSWER.has(name))
  return {
    ...Object.fromEntries(all),
    vary: 'Accept-Encoding',
    ...(status === 200 && { etag, 'cache-control': cacheControl }),
  }
}

function send(page: Page, request: IncomingMessage, response: ServerResponse) {
  if (page.status === 200 && request.headers['if-none-match'] === page.etag) {
    response.writeHead(304, page.headers.unchanged).end()
    return
  }
  const encoding = encodingFor(request.headers['accept-encoding'])
  response.writeHead(page.status, page.headers[encoding])
  response.end(request.method === 'HEAD' ? undefined : page.bodies[encoding])
}

function encodingFor(accepted = ''): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted) ? 'gzip' : 'identity'
}
