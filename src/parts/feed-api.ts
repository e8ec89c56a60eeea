import { type Context, Hono } from 'hono'
import { inTurn } from '../database/in-turn.ts'
import { limited } from '../http/rate-limit.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { streamed } from '../http/streamed.ts'
import { FEED_FIELDS, type FeedItem, feedItems, feedVersion, tsvLine, xmlItem, xmlText } from './feed.ts'

type Format = { begin: string; of: (item: FeedItem) => string; end: string; type: string }

const feedLimit = limited('feed', { points: 20, seconds: 600, by: 'address' })

/** The product feed with Google Merchant's fields, as a table and as RSS. It is never whole in memory, so it is not kept. */
export const feedApi = new Hono<Env>()
  .get('/feed/products.tsv', feedLimit, (c) =>
    feed(c, {
      begin: tsvLine(FEED_FIELDS),
      of: (item) => tsvLine(FEED_FIELDS.map((field) => item[field])),
      end: '',
      type: 'text/tab-separated-values; charset=utf-8',
    }),
  )
  .get('/feed/products.xml', feedLimit, (c) =>
    feed(c, {
      begin: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Parts House</title><link>${xmlText(c.get('shop').config.appOrigin)}</link><description>Spare parts for refrigerators</description>\n`,
      of: xmlItem,
      end: '</channel></rss>\n',
      type: 'application/xml; charset=utf-8',
    }),
  )

/** One portion at a time in this process: twenty feeds at once would leave no time between them to anybody else. */
const portionInTurn = inTurn(1, <T>(work: () => Promise<T>) => work())

async function feed(c: Context<Env>, { begin, of, end, type }: Format) {
  const read = <T>(work: Parameters<typeof reading<T>>[1]) => portionInTurn(() => reading(c, work))
  // Weak, since a part may change while the feed is on its way; the next one has another tag then.
  const etag = `W/"${await read(feedVersion)}"`
  const isZipped = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\b)/.test(c.req.header('accept-encoding') ?? '')
  const headers = { ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', 'Content-Type': type }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const portions = feedItems(read, c.get('shop').config.appOrigin)
  async function* texts() {
    yield begin
    for await (const items of portions) yield items.map(of).join('')
    yield end
  }
  const text = streamed(texts())
  if (!isZipped) return c.body(text, 200, headers)
  return c.body(text.pipeThrough(new CompressionStream('gzip')), 200, { ...headers, 'Content-Encoding': 'gzip' })
}
