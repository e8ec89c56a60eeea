import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What is the same for everybody, and so may be kept as finished bytes: public pages, their data, three reading calls. */
const PUBLIC =
  /^\/(?:home|products|portfolio|blog|login|regester|forgot-password|purcess\/[\da-f-]{36})?(?:\.data)?$|^\/_root\.data$|^\/sitemap\.xml$|^\/api\/(?:products|reviews|product\/[\da-f-]{36})$/
const MOST_PAGES = 2000
/** Made-up queries are pages too; all together they may not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024
const LONGEST_URL = 300
/** A change shows within this many milliseconds, and a storm of changes renders a page no oftener. */
const STALE_FOR = 1000
/** For what nobody announced, such as a price set by hand in the database. */
const FRESH_FOR = 60_000
const COMPRESS_FROM = 500
/** Writes after which whoever asks next must see them: what is sold, and what only takes or returns pieces. */
const CATALOGUE_WRITE = /^\/api\/(?:product|reviews?)(?:\/|$)/
const STOCK_WRITE = /^\/api\/orders?(?:\/|$)/

type Encoding = 'br' | 'gzip' | 'identity'
type Kept = {
  status: number
  etag: string
  headers: Record<Encoding | 'unchanged', RawHeaders>
  bodies: Record<Encoding, Buffer>
  renderedAt: number
  version: number
}
/** Names and values in turn, which Node writes as they stand. */
type RawHeaders = string[]
type Render = (url: string) => Promise<Response>

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Public pages as finished bytes with an ETag, renewed when the catalogue changes. */
export class PageCache {
  readonly #render: Render
  readonly #kept = new Map<string, Kept>()
  readonly #rendering = new Map<string, { version: number; made: Promise<Kept> }>()
  #bytes = 0
  #version = 0
  /** Calls, and pages, that are older than these versions are not served any more. */
  #oldest = { call: 0, page: 0 }
  #isListening = false
  hits = 0

  /** `render` makes the page of a URL with nobody's cookies. */
  constructor(render: Render) {
    this.#render = render
  }

  /** The catalogue is not what it was: pages made before now are out of date. */
  changed() {
    this.#version++
  }

  /** A write of this process was answered: the next call reads it, a page too when it changed what is sold. */
  written(path: string) {
    const isCatalogue = CATALOGUE_WRITE.test(path)
    if (!isCatalogue && !STOCK_WRITE.test(path)) return
    this.changed()
    this.#oldest.call = this.#version
    if (isCatalogue) this.#oldest.page = this.#version
  }

  /** While no word of changes comes in, every page counts as out of date. */
  listening(isListening: boolean) {
    this.#isListening = isListening
    this.changed()
  }

  /** Answers from what is kept; false when the request is not for a public page and somebody else must answer. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url = '' } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    const kept = this.#kept.get(url)
    if (kept && this.#mayServe(url, kept)) {
      this.hits++
      send(kept, request, response)
      return true
    }
    if (url.length > LONGEST_URL || !isPublic(url)) return false
    this.#renew(url).then(
      (fresh) => send(fresh, request, response),
      (error) => response.destroy(error),
    )
    return true
  }

  #mayServe(url: string, kept: Kept) {
    const age = performance.now() - kept.renderedAt
    if (this.#isListening && kept.version === this.#version) return age < FRESH_FOR
    return !this.#isTooOld(url, kept.version) && age < STALE_FOR
  }

  #isTooOld(url: string, version: number) {
    return version < (url.startsWith('/api/') ? this.#oldest.call : this.#oldest.page)
  }

  /** One rendering at a time for each page, however many wait for it. */
  #renew(url: string) {
    const running = this.#rendering.get(url)
    if (running && !this.#isTooOld(url, running.version)) return running.made
    const version = this.#version
    const made = this.#render(url)
      .then((response) => finish(response, version))
      .then((kept) => {
        if (this.#isTooOld(url, version)) return kept
        if (kept.status === 200) this.#keep(url, kept)
        else this.#forget(url)
        return kept
      })
      .finally(() => {
        if (this.#rendering.get(url)?.made === made) this.#rendering.delete(url)
      })
    this.#rendering.set(url, { version, made })
    return made
  }

  #keep(url: string, kept: Kept) {
    this.#forget(url)
    this.#kept.set(url, kept)
    this.#bytes += sizeOf(kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_PAGES && this.#bytes <= MOST_BYTES) return
      this.#forget(oldest)
    }
  }

  #forget(url: string) {
    const kept = this.#kept.get(url)
    if (kept && this.#kept.delete(url)) this.#bytes -= sizeOf(kept)
  }
}

const sizeOf = ({ bodies: { br, gzip, identity } }: Kept) => br.length + gzip.length + identity.length

/** Whether a path, with its query or without, is one of those pages. */
export function isPublic(url: string) {
  const query = url.indexOf('?')
  return PUBLIC.test(query < 0 ? url : url.slice(0, query))
}

async function finish(response: Response, version: number): Promise<Kept> {
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
  const base = headersOf(response, etag)
  const headersFor = (body: Buffer, encoding?: string) => [
    ...base,
    ...(encoding && !small ? ['content-encoding', encoding] : []),
    'content-length',
    String(body.length),
  ]
  return {
    status: response.status,
    etag,
    bodies: { br, gzip: gz, identity },
    headers: {
      br: headersFor(br, 'br'),
      gzip: headersFor(gz, 'gzip'),
      identity: headersFor(identity),
      unchanged: base,
    },
    renderedAt: performance.now(),
    version,
  }
}

const OF_ONE_ANSWER = new Set(['x-request-id', 'content-length', 'transfer-encoding', 'date', 'vary'])

function headersOf({ headers, status }: Response, etag: string): RawHeaders {
  const own =
    status === 200 ? { vary: 'Accept-Encoding', etag, 'cache-control': 'no-cache' } : { vary: 'Accept-Encoding' }
  const rest = [...headers].filter(([name]) => !OF_ONE_ANSWER.has(name) && !(name in own))
  return [...rest, ...Object.entries(own)].flat()
}

function send(kept: Kept, request: IncomingMessage, response: ServerResponse) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (kept.status === 200 && request.headers['if-none-match'] === kept.etag) {
    response.writeHead(304, kept.headers.unchanged).end()
    return
  }
  response.writeHead(kept.status, kept.headers[encoding])
  response.end(request.method === 'HEAD' ? undefined : kept.bodies[encoding])
}

const known = new Map<string, Encoding>()
const MOST_KNOWN = 100

/** Browsers send a handful of values, so each is read once. */
function encodingFor(accepted = ''): Encoding {
  const before = known.get(accepted)
  if (before) return before
  const encoding = readEncoding(accepted)
  if (known.size < MOST_KNOWN && accepted.length < MOST_KNOWN) known.set(accepted, encoding)
  return encoding
}

function readEncoding(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(accepted) ? 'gzip' : 'identity'
}
