import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { modelPath } from '../fits/model-path.ts'
import { modelSlugs } from '../fits/models.ts'
import { kept } from '../http/kept.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { productPath } from '../products/product-path.ts'
import { countOnSale, slugsOnSale } from '../products/products.ts'
import { Refusal } from '../wire/refusal.ts'
import { HOUSE_PATHS } from './house-pages.ts'

const STILL_PAGES = ['/', '/products', '/models', '/symptoms', '/ask', '/portfolio', '/blog', ...HOUSE_PATHS]
/** So many addresses may stand in one file of a sitemap. */
const MOST = 50_000
/** Half a year, after which a reporter should look again (RFC 9116). */
const HALF_A_YEAR = 182 * 86_400_000

/** A file of a sitemap is large, so made-up queries and spellings are not to make it again. */
const bare: MiddlewareHandler<Env> = async (c, next) => {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  const { pathname, search } = new URL(c.req.url)
  const asked = incoming?.url ?? pathname + search
  return asked === c.req.path ? next() : c.redirect(c.req.path, 301)
}

/** robots.txt and the sitemap; the dashboards and the calls are excluded. */
export const crawlersApi = new Hono<Env>()
  .get('/robots.txt', (c) => {
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /dashboard/', 'Disallow: /receipt/']
    return c.text([...lines, `Sitemap: ${c.get('shop').config.appOrigin}/sitemap.xml`, ''].join('\n'))
  })
  .get('/.well-known/security.txt', (c) => {
    const { config, clock } = c.get('shop')
    const until = new Date(clock.now().getTime() + HALF_A_YEAR).toISOString()
    const lines = [
      'Contact: mailto:security@parts-house.example',
      `Expires: ${until}`,
      'Preferred-Languages: en',
      `Canonical: ${config.appOrigin}/.well-known/security.txt`,
    ]
    return c.text(`${lines.join('\n')}\n`)
  })
  .get('/sitemap.xml', bare, kept, async (c) => {
    const parts = Math.ceil((await reading(c, countOnSale)) / MOST)
    const paths = [
      '/sitemap/pages.xml',
      '/sitemap/models.xml',
      ...Array.from({ length: parts }, (_, at) => `/sitemap/products/${at + 1}.xml`),
    ]
    return c.body(xmlOf('sitemapindex', 'sitemap', wholeOf(c, paths)), 200, XML)
  })
  .get('/sitemap/pages.xml', bare, kept, (c) => c.body(xmlOf('urlset', 'url', wholeOf(c, STILL_PAGES)), 200, XML))
  .get('/sitemap/models.xml', bare, kept, async (c) => {
    const slugs = await reading(c, (db) => modelSlugs(db, MOST))
    return c.body(xmlOf('urlset', 'url', wholeOf(c, slugs.map(modelPath))), 200, XML)
  })
  .get('/sitemap/products/:part{[1-9][0-9]{0,3}\\.xml}', bare, kept, async (c) => {
    const before = (Number.parseInt(c.req.param('part'), 10) - 1) * MOST
    const slugs = await reading(c, (db) => slugsOnSale(db, { before, most: MOST }))
    if (slugs.length === 0) throw new Refusal('not_found', 'There is no such part of the sitemap.')
    return c.body(
      xmlOf(
        'urlset',
        'url',
        wholeOf(
          c,
          slugs.map((slug) => productPath(slug)),
        ),
      ),
      200,
      XML,
    )
  })

const XML = { 'Content-Type': 'application/xml; charset=utf-8' }

const wholeOf = (c: Context<Env>, paths: string[]) => paths.map((path) => `${c.get('shop').config.appOrigin}${path}`)

/** Addresses here are encoded paths, which hold no sign that XML would need escaped but `&`. */
const xmlOf = (list: 'urlset' | 'sitemapindex', item: 'url' | 'sitemap', addresses: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<${item}><loc>${address.replaceAll('&', '&amp;')}</loc></${item}>`)
    .join('')}</${list}>`
