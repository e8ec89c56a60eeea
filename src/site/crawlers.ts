import { Hono } from 'hono'
import { modelPath } from '../fits/model-path.ts'
import { modelSlugs } from '../fits/models.ts'
import { reading } from '../http/read-after.ts'
import type { Env } from '../http/request-context.ts'
import { kept } from '../http/route-tags.ts'
import { productPath } from '../products/product-path.ts'
import { idsOnSale } from '../products/products.ts'
import { HOUSE_PATHS } from './house-pages.ts'

const STILL_PAGES = ['/', '/products', '/models', '/portfolio', '/blog', ...HOUSE_PATHS]
/** A sitemap may name 50,000 addresses. */
const MOST = 49_000
/** Half a year, after which a reporter should look again (RFC 9116). */
const HALF_A_YEAR = 182 * 86_400_000

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
  .get('/sitemap.xml', kept, async (c) => {
    const { config } = c.get('shop')
    const paths = await reading(c, async (db) => {
      const ids = await idsOnSale(db, MOST)
      const slugs = await modelSlugs(db, MOST - ids.length)
      return [...ids.map(productPath), ...slugs.map(modelPath)]
    })
    const urls = [...STILL_PAGES, ...paths]
    const entries = urls.map((path) => `<url><loc>${config.appOrigin}${path}</loc></url>`)
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join('')}</urlset>`
    return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
  })
