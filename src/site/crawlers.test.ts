import { expect, test } from 'vitest'
import { slugOf } from '../products/slug.ts'
import { openTestShop } from '../testing/open-test-shop.ts'

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
