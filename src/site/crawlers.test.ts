import { get, type IncomingMessage } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { slugOf } from '../products/slug.ts'
import { products } from '../products/table.server.ts'
import { openTestShop } from '../testing/open-test-shop.ts'

test('letters beyond ASCII are encoded once, in the sitemap and in the feed', async () => {
  const { origin, product, shop } = await openTestShop()
  await shop.db.update(products).set({ number: 'Ω-230 ä' }).where(eq(products.id, product.id))
  const texts = await Promise.all(
    ['/sitemap/products/1.xml', '/feed/products.tsv'].map(async (path) => (await fetch(`${origin}${path}`)).text()),
  )
  for (const text of texts) expect(text).toContain(`${origin}/products/%CF%89-230-%C3%A4`)
})

test('the sitemap names its parts, and they the pages and the products on sale', async () => {
  const { origin, product, as } = await openTestShop()
  const read = async (path: string) => {
    const answer = await fetch(`${origin}${path}`)
    return { status: answer.status, places: (await answer.text()).match(/(?<=<loc>)[^<]+/g) }
  }
  expect((await read('/sitemap.xml')).places).toEqual([
    `${origin}/sitemap/pages.xml`,
    `${origin}/sitemap/models.xml`,
    `${origin}/sitemap/products/1.xml`,
  ])
  expect((await read('/sitemap/pages.xml')).places).toContain(`${origin}/products`)
  expect((await read('/sitemap/products/1.xml')).places).toEqual([`${origin}/products/${slugOf(product)}`])
  expect((await read('/sitemap/products/2.xml')).status).toBe(404)
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  expect((await read('/sitemap.xml')).places).toEqual([`${origin}/sitemap/pages.xml`, `${origin}/sitemap/models.xml`])
})

test('a file of the sitemap is made for its own address alone', async () => {
  const { origin } = await openTestShop()
  for (const path of ['/sitemap.xml', '/sitemap/pages.xml', '/sitemap/models.xml', '/sitemap/products/1.xml']) {
    const answer = await fetch(`${origin}${path}?made=up`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([301, path])
  }
  const { port } = new URL(origin)
  for (const path of ['1.xml?', '1.xml?#7', '1.xml#7', '%31.xml', './1.xml']) {
    const asked = { port, path: `/sitemap/products/${path}` }
    const answer = await new Promise<IncomingMessage>((done) => get({ host: '127.0.0.1', ...asked }, done))
    answer.resume()
    expect([path, answer.statusCode, answer.headers.location]).toEqual([path, 301, '/sitemap/products/1.xml'])
  }
})
