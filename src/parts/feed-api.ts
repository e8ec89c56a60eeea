import { type Context, Hono } from 'hono'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { kept } from '../http/route-tags.ts'
import { FEED_FIELDS, type FeedItem, feedItems, tsvLine, xmlItem, xmlText } from './feed.ts'

type Format = { begin: string; of: (item: FeedItem) => string; end: string; type: string }

/** The product feed with Google Merchant's fields, as a table and as RSS. */
export const feedApi = new Hono<Env>()
  .get('/feed/products.tsv', kept, (c) =>
    feed(c, {
      begin: tsvLine(FEED_FIELDS),
      of: (item) => tsvLine(FEED_FIELDS.map((field) => item[field])),
      end: '',
      type: 'text/tab-separated-values; charset=utf-8',
    }),
  )
  .get('/feed/products.xml', kept, (c) =>
    feed(c, {
      begin: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Parts House</title><link>${xmlText(c.get('shop').config.appOrigin)}</link><description>Spare parts for refrigerators</description>\n`,
      of: xmlItem,
      end: '</channel></rss>\n',
      type: 'application/xml; charset=utf-8',
    }),
  )

function feed(c: Context<Env>, { begin, of, end, type }: Format) {
  const portions = feedItems((work) => reading(c, work), c.get('shop').config.appOrigin)
  async function* texts() {
    yield begin
    for await (const items of portions) yield items.map(of).join('')
    yield end
  }
  return c.body(streamOf(texts()), 200, { 'Content-Type': type })
}

/** A portion is read when the one before it is taken; a failure breaks the answer, so that no half feed is kept. */
function streamOf(texts: AsyncGenerator<string>) {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await texts.return(undefined)
    },
  })
}
