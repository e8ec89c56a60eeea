import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { times } from '../payments/open-test-payments.ts'
import { slugOf } from '../products/slug.ts'
import { products } from '../products/table.server.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'

async function feedOf(origin: string, format: 'tsv' | 'xml') {
  const answer = await fetch(`${origin}/feed/products.${format}`)
  return { type: answer.headers.get('content-type'), text: await answer.text() }
}

/** The rows below the header, by the names in it. */
async function rowsOf(origin: string): Promise<Record<string, string>[]> {
  const { text } = await feedOf(origin, 'tsv')
  const [names = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.map((cells) => {
    expect(cells).toHaveLength(names.length)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

const MANY = `
  insert into products (id, name, description, unit_price_cents, min_order, stock, image, created_at)
  select gen_random_uuid(), 'Part ' || n, 'A part.', 100, 1, 0, '/drawings/fuse.svg', now()
  from generate_series(1, 2005) n`

test('the feed tells a part with its addresses, its stock and the price of one minimum order', async () => {
  const { origin, product } = await openTestShop()
  expect(await rowsOf(origin)).toEqual([
    {
      id: product.id,
      title: product.name,
      description: '230 V AC, 2,400 rpm, ball bearing.',
      link: `${origin}/products/${slugOf(product)}`,
      image_link: `${origin}/drawings/fan-motor.svg`,
      availability: 'in_stock',
      price: '72.00 USD',
      brand: '',
      mpn: product.number,
      condition: 'new',
      product_type: '',
      multipack: '4',
      unit_pricing_measure: '4 ct',
      unit_pricing_base_measure: '1 ct',
    },
  ])
})

test('a part of which fewer are left than one orders is out of stock, and one sold singly is no multipack', async () => {
  const { origin, shop, product } = await openTestShop({ stock: 3 })
  const single = await aProduct(shop, { minOrder: 1, unitPriceCents: 1205 })
  const rows = await rowsOf(origin)
  expect(rows.map(({ id, availability, price, multipack }) => ({ id, availability, price, multipack }))).toEqual([
    { id: product.id, availability: 'out_of_stock', price: '72.00 USD', multipack: '4' },
    { id: single.id, availability: 'in_stock', price: '12.05 USD', multipack: '' },
  ])
})

test('both feeds hold each part on sale once, over many portions, and none that was taken out', async () => {
  const { origin, shop, as, product } = await openTestShop()
  await shop.db.execute(MANY)
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  const ids = (await rowsOf(origin)).map(({ id }) => id)
  expect([ids.length, new Set(ids).size, ids.includes(product.id)]).toEqual([2005, 2005, false])
  const { text } = await feedOf(origin, 'xml')
  expect(new Set(text.match(/(?<=<g:id>)[^<]+/g)).size).toBe(2005)
})

test('feeds that are asked for at once read one portion after another', async () => {
  const { origin, shop } = await openTestShop()
  await shop.db.execute(MANY)
  let isOver = false
  const feeds = Promise.all(times(8, () => feedOf(origin, 'tsv'))).finally(() => (isOver = true))
  let most = 0
  while (!isOver) {
    most = Math.max(most, shop.pool.totalCount - shop.pool.idleCount)
    await setImmediate()
  }
  expect(new Set((await feeds).map(({ text }) => text.split('\n').length))).toEqual(new Set([2008]))
  expect(most).toBe(1)
})

test('whoever has the feed of now is told so, until something that it says changes', async () => {
  const { origin, shop, product } = await openTestShop()
  const ask = async (tag = '') => {
    const answer = await fetch(`${origin}/feed/products.xml`, { headers: { 'if-none-match': tag } })
    await answer.text()
    return {
      status: answer.status,
      tag: answer.headers.get('etag') ?? '',
      zipped: answer.headers.get('content-encoding'),
    }
  }
  let { tag, zipped } = await ask()
  expect([tag, zipped]).toEqual([expect.stringMatching(/^W\/".{22}"$/), 'gzip'])
  const change = async (set: Partial<typeof products.$inferInsert>) => {
    await shop.db.update(products).set(set).where(eq(products.id, product.id))
    const answer = await ask(tag)
    tag = answer.tag
    return answer.status
  }
  // Fewer units say nothing new as long as there are enough for one order.
  expect([await change({ name: product.name }), await change({ stock: 4 }), await change({ stock: 3 })]).toEqual([
    304, 304, 200,
  ])
  expect([await change({ name: 'Renamed' }), await change({ unitPriceCents: 1 })]).toEqual([200, 200])
  expect([await change({ removedAt: new Date() }), await change({ stock: 0 })]).toEqual([200, 304])
})

test('tabs, breaks, quotation marks and the signs of XML stay inside their field', async () => {
  const { origin, shop, product } = await openTestShop()
  const name = 'Hose 1/2" & <b>clip</b>'
  const description = 'One\tline\r\nand "another" \u0001]]>'
  await shop.db.update(products).set({ name, description }).where(eq(products.id, product.id))
  const [row] = await rowsOf(origin)
  expect(row).toMatchObject({ id: product.id, title: '"Hose 1/2"" & <b>clip</b>"' })
  expect(row?.description).toMatch(/^"One line and ""another"" .*\]\]>"$/)
  const { text, type } = await feedOf(origin, 'xml')
  expect(type).toBe('application/xml; charset=utf-8')
  expect(text).toContain('<g:title>Hose 1/2" &amp; &lt;b&gt;clip&lt;/b&gt;</g:title>')
  expect(text).toContain('<g:description>One\tline\r\nand "another" ]]&gt;</g:description>')
  expect(text.replace(/<\/?(?:g:\w+|item|channel|rss|title|link|description)[^<>]*>|<\?xml[^<>]*\?>/g, '')).not.toMatch(
    /[<>]/,
  )
})
