import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_CATEGORIES, DEMO_MODELS, DEMO_PRODUCTS } from '../seed/catalogue.ts'
import { MAKERS } from '../seed/made-up-facts.ts'
import { openDemoShop } from '../testing/demo-shop.ts'
import { aPerson, clientOf } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { valuesOf } from './chosen.ts'
import { type Facets, FilteredListing } from './contract.ts'

type Query = Record<string, string>

/** The shop of the demonstration, filled once for all. */
const demo = sharedByFile(async (onEnd) => {
  const { shop, origin, nobody } = await openDemoShop({ onEnd })
  return { shop, nobody, admin: clientOf(origin, (await aPerson(shop, 'admin', 'admin')).token) }
})
let world: Awaited<ReturnType<typeof demo>>
beforeAll(async () => {
  world = await demo()
})

async function listed(query: Query) {
  const answer = await world.nobody.products.$get({ query })
  expect(answer.status, JSON.stringify(query)).toBe(200)
  const numbers = (await answer.json()).map(({ number }) => number)
  return { numbers, total: Number(answer.headers.get('x-total-count')) }
}

async function facets(query: Query): Promise<Facets> {
  const answer = await world.nobody.products.facets.$get({ query })
  expect(answer.status, JSON.stringify(query)).toBe(200)
  return answer.json()
}

const leaves = DEMO_CATEGORIES.filter(({ top }) => top !== null)
const aLeaf = fc.constantFrom(...leaves)
const some = (from: string[]) =>
  fc.subarray(from, { minLength: 1, maxLength: Math.min(3, from.length) }).map((list) => list.join(','))

/** Filters as somebody puts them together, among them facts of the chosen leaf. */
const someFilters = aLeaf.chain((leaf) => {
  const kinds = leaf.attributes.filter(({ filter }) => filter)
  const valuesOf = (key: string) => [
    ...new Set(DEMO_PRODUCTS.flatMap((part) => (part.leaf === leaf.slug ? String(part.facts[key] ?? []) : []))),
  ]
  const choices = kinds.flatMap(({ key }) => {
    const values = valuesOf(key).filter(Boolean)
    return values.length > 0 ? [[`attr.${key}`, some(values)] as const] : []
  })
  const bounds = kinds.flatMap(({ key, type }) =>
    type === 'number' ? [[`attr.${key}.max`, fc.integer({ min: 1, max: 500 }).map(String)] as const] : [],
  )
  const all = {
    category: fc.constantFrom(leaf.slug, leaf.slug, leaf.slug, leaf.top ?? ''),
    maker: some(MAKERS),
    inStock: fc.constant('1'),
    fits: fc.constantFrom(...DEMO_MODELS.map(({ number }) => number)),
    'price.max': fc.integer({ min: 1, max: 80 }).map(String),
    'price.min': fc.integer({ min: 1, max: 20 }).map(String),
    q: fc.constantFrom('fan', '230v', 'door', 'larder'),
  }
  return fc.record({ ...all, ...Object.fromEntries([...choices, ...bounds]) }, { requiredKeys: ['category'] })
})

const asQuery = (drawn: Record<string, string | undefined>, isLeaf: boolean): Query =>
  Object.fromEntries(
    Object.entries(drawn).flatMap(([name, value]) =>
      value === undefined || (!isLeaf && name.startsWith('attr.')) ? [] : [[name, value]],
    ),
  )

test('what the counts promise is what the list holds, whatever is filtered by', async () => {
  for (const drawn of fc.sample(someFilters, { numRuns: 120, seed: 14 })) {
    const query = asQuery(
      drawn,
      leaves.some(({ slug }) => slug === drawn.category),
    )
    const [all, counted] = [await listed({ ...query, limit: '500' }), await facets(query)]
    expect([query, counted.total]).toEqual([query, all.numbers.length])
    expect([query, all.total]).toEqual([query, all.numbers.length])
    const [maker] = counted.makers
    if (maker) expect([query, (await listed({ ...query, maker: maker.value })).total]).toEqual([query, maker.count])
    for (const { key, values = [] } of counted.attributes.slice(0, 2)) {
      const [first] = values
      const alone = first && { ...query, [`attr.${key}`]: first.value }
      if (alone) expect([alone, (await listed(alone)).total]).toEqual([alone, first.count])
    }
  }
})

/** Searches whose words no part has all of, misspelt ones, complaints, and numbers that are whole, begun or nearly right. */
const SEARCHES = [
  ...['compressor start', 'evaporator fan noisy', 'grey door seal magnetic', 'fan 230v short shaft', 'compresor relay'],
  ...['not cooling', 'ice on the back wall', 'loud', 'EF-230', 'ef 23', 'EF-2E0', 'thermostat 0,6', 'zzzz'],
]

test('words are read before the other filters, so each count beside them is of what the list shows', async () => {
  const models = [undefined, ...DEMO_MODELS.slice(0, 3).map(({ number }) => number)]
  for (const q of SEARCHES)
    for (const fits of models) {
      const query = { q, ...(fits && { fits }) }
      const counted = await facets(query)
      const totalWith = async (more: Query) => {
        const both = { ...query, ...more }
        const [{ total, numbers }, told] = [await listed({ ...both, limit: '500' }), (await facets(both)).total]
        expect([both, told, numbers.length]).toEqual([both, total, total])
        return total
      }
      expect([query, await totalWith({ inStock: '1' })]).toEqual([query, counted.inStock])
      for (const { value, count } of counted.makers.slice(0, 3))
        expect([query, value, await totalWith({ maker: value })]).toEqual([query, value, count])
      for (const { slug, count } of counted.categories.slice(0, 4))
        expect([query, slug, await totalWith({ category: slug })]).toEqual([query, slug, count])
      await totalWith({ inStock: '1', 'price.max': '20' })
    }
})

test('each filter is counted with its own choice left out, and several choices are an or', async () => {
  const makers = (await facets({ category: 'door-gaskets' })).makers
  const [one, two] = makers.toSorted((a, b) => b.count - a.count)
  if (!one || !two) throw new Error('the demonstration has gaskets of two makers')
  const chosen = await facets({ category: 'door-gaskets', maker: one.value })
  expect(chosen.total).toBe(one.count)
  expect(chosen.makers).toEqual(makers)
  const both = await listed({ category: 'door-gaskets', maker: `${one.value},${two.value}` })
  expect(both.total).toBe(one.count + two.count)
})

test('a parent holds its leaves, the plain word goes on as before, and a choice may hold a comma', async () => {
  const parts = DEMO_PRODUCTS.filter(({ leaf }) => leaf === 'fan-motors' || leaf === 'fan-blades')
  expect((await listed({ category: 'fans' })).total).toBe(parts.length)
  expect((await listed({ category: 'fan-motors,fan-blades' })).total).toBe(parts.length)
  expect((await listed({ category: 'Fans' })).total).toBe(
    DEMO_PRODUCTS.filter(({ category }) => category === 'Fans').length,
  )
  const cord = await listed({ category: 'power-cords', 'attr.plug': 'two-pin earthed plug, round' })
  expect(cord.numbers).toEqual(['PC-EU20'])
})

test('facts are filtered by where a leaf has them as a filter, and by nothing else', async () => {
  const status = async (query: Query) => (await world.nobody.products.$get({ query })).status
  expect(await status({ 'attr.voltage': '230' })).toBe(400)
  expect(await status({ category: 'fans', 'attr.voltage': '230' })).toBe(400)
  expect(await status({ category: 'fan-motors', 'attr.taste': 'sweet' })).toBe(400)
  expect(await status({ category: 'start-relays', 'attr.tabs': '6.3' })).toBe(400)
  expect(await status({ category: 'fan-motors', 'attr.voltage.min': 'much' })).toBe(400)
  expect(await status({ fits: 'NO-SUCH-MODEL' })).toBe(404)
  expect(await status({ category: 'fan-motors', 'attr.voltage': '230,115' })).toBe(200)
})

test('what fits a model is what its rows say', async () => {
  const [model] = DEMO_MODELS
  if (!model) throw new Error('the demonstration has models')
  const rows = Object.values(model.sections).flatMap((positions) => Object.values(positions).flat())
  const { numbers } = await listed({ fits: model.number.toLowerCase().replace(/[^a-z0-9]/g, ' ') })
  expect(numbers.toSorted()).toEqual([...new Set(rows.map(({ part }) => part))].toSorted())
})

test('a count is right as soon as a change is told: a price, a name, the last piece sold, a part taken out', async () => {
  const { shop, admin } = world
  const fact = { category: 'mosfets', t: '' }
  const count = async () => (await facets({ ...fact, t: crypto.randomUUID() })).total
  const before = await count()
  const [part] = DEMO_PRODUCTS.filter(({ leaf }) => leaf === 'mosfets')
  const { rows } = await shop.pool.query<{ id: string }>('select id from products where number = $1', [part?.number])
  const id = rows[0]?.id ?? ''
  const inStock = async () => (await facets({ ...fact, t: crypto.randomUUID() })).inStock
  const there = await inStock()
  await shop.pool.query('update products set stock = 0 where id = $1', [id])
  expect(await inStock()).toBe(there - 1)
  await shop.pool.query('update products set stock = min_order where id = $1', [id])
  expect(await inStock()).toBe(there)
  expect((await admin.product[':id'].$delete({ param: { id } })).status).toBe(200)
  expect(await count()).toBe(before - 1)
})

test('a part with fewer pieces than its smallest order is out of stock for the filter, the counts and the tab of admins', async () => {
  const { shop, admin } = world
  const seen = async () => {
    const t = crypto.randomUUID()
    const isListed = async (query: Query) => (await listed({ ...query, t })).numbers.includes('EF-230')
    const isOnTab = async (query: Query) => {
      const tab = await admin.allproducts.$get({ query: { ...query, status: 'soldout', limit: '100' } })
      return (await tab.json()).some(({ number }) => number === 'EF-230')
    }
    return {
      listed: [await isListed({ q: 'EF-230', inStock: '1' }), await isListed({ maker: 'Ventrik', inStock: '1' })],
      counted: (await facets({ q: 'EF-230', t })).inStock,
      onTab: [await isOnTab({ q: 'EF-230' }), await isOnTab({})],
    }
  }
  const withStock = async (stock: string) => {
    await shop.pool.query(`update products set stock = ${stock} where number = 'EF-230'`)
    return seen()
  }
  const there = { listed: [true, true], counted: 1, onTab: [false, false] }
  expect(await withStock('min_order')).toEqual(there)
  expect(await withStock('min_order - 1')).toEqual({ listed: [false, false], counted: 0, onTab: [true, true] })
  expect(await withStock('min_order')).toEqual(there)
})

test('an order that leaves some pieces touches nothing that searches keep', async () => {
  const { pool } = world.shop
  const touchedOf = async () =>
    (await pool.query(`select touched::text from products where number = 'EF-12'`)).rows[0]?.touched
  const before = await touchedOf()
  await pool.query(`update products set stock = stock - 1 where number = 'EF-12'`)
  expect(await touchedOf()).toBe(before)
})

test('a price of spaces takes no longer to refuse than ten thousand of letters', () => {
  const took = (price: string, times: number) => {
    const begun = performance.now()
    for (let round = 0; round < times; round++) {
      expect(FilteredListing.safeParse({ 'price.min': price }).success).toBe(false)
    }
    return performance.now() - begun
  }
  expect(took(`${' '.repeat(60_000)}x`, 1)).toBeLessThan(took('x'.repeat(60_000), 10_000))
})

test('a maker may have a comma in its name, and its box is ticked', async () => {
  const facts = { name: 'Compressor', number: 'KI-77', unitPrice: 5, stock: 3, minOrder: 1, description: 'New.' }
  const json = { ...facts, image: '/drawings/fuse.svg', maker: 'Koldra, Inc.' }
  expect((await world.admin.product.$post({ json })).status).toBe(201)
  await expect.poll(async () => (await listed({ maker: 'Koldra, Inc.' })).numbers).toEqual(['KI-77'])
  expect(valuesOf(new URLSearchParams({ maker: 'Koldra, Inc.,Koldra' }), 'maker')).toEqual(['Koldra, Inc.', 'Koldra'])
})
