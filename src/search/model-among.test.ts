import pg from 'pg'
import { createStaticHandler } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { loader as modelsLoader } from '../fits/pages/models.tsx'
import { pageContext } from '../start/page-context.ts'
import { openDemoShop } from '../testing/demo-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { loader as productsLoader } from './pages/products.tsx'

/** Every statement of the file: a connection keeps the function that it was opened with. */
const asked = vi.spyOn(pg.Client.prototype, 'query')

const stocked = sharedByFile((onEnd) => openDemoShop({ onEnd }))
let demo: Awaited<ReturnType<typeof stocked>>
beforeAll(async () => {
  demo = await stocked()
})

/** The values that came with a statement. */
const valuesOf = (statement: unknown): unknown[] =>
  typeof statement === 'object' && statement && 'values' in statement && Array.isArray(statement.values)
    ? statement.values
    : []

const found = async (q: string) => (await demo.nobody.search.$get({ query: { q } })).json()

const { query } = createStaticHandler([
  { path: '/products', loader: productsLoader as never },
  { path: '/models', loader: modelsLoader as never },
])
/** Where a page leads, else its status. */
const pageOf = async (path: string) => {
  const requestContext = pageContext(demo.shop, demo.app)
  const found = await query(new Request(`http://shop${path}`), { requestContext })
  return found instanceof Response ? found.headers.get('Location') : found.statusCode
}

/** What is typed, the model that it names, and the complaint or the parts of that model that come first. */
const NAMED: [string, string, { symptom?: string; parts?: string[] }][] = [
  ['HF22S4-01 not cooling', 'HF22S4-01', { symptom: 'not-cooling' }],
  ['hf22s4 01 wont cool', 'HF22S4-01', { symptom: 'not-cooling' }],
  ['ice maker dead on KR-F560TX S2', 'KR-F560TX-S2', { symptom: 'no-ice' }],
  ['nlr250 b05 lite broken', 'NLR 250 B-05', {}],
  ['GD780/2A lamp out', 'GD780/2A', { symptom: 'lamp-dark' }],
  ['door gasket for BKG36-401/02', 'BKG36-401/02', { parts: ['4012.141-01'] }],
  ['BKG36-4O1/02 door seal', 'BKG36-401/02', { parts: ['4012.141-01'] }],
  ['compressor HS25W4-01', 'HS25W4-01', {}],
  ['HD15B2-02 condenser fan', 'HD15B2-02', { parts: ['FM-10U', 'FB-200'] }],
  ['castavento cvd350.02 warm', 'CVD 350.02', { symptom: 'not-cooling' }],
  ['ntf 320 b02 ice at bak', 'NTF 320 B-02', { symptom: 'ice-at-the-back' }],
  ['BWK18 120/02 noisey', 'BWK18-120/02', { symptom: 'loud' }],
  ['KR-W2l0B-S1 lite out', 'KR-W210B-S1', { symptom: 'lamp-dark' }],
  ['KR-F560TX-S2 dripping', 'KR-F560TX-S2', { symptom: 'water-on-floor' }],
  ['IC260/IA lid seal', 'IC260/1A', { parts: ['PRX 4434'] }],
  ['BKG39-501/01 rattles like mad at night', 'BKG39-501/01', { symptom: 'loud' }],
  ['bkg39-501/01 squealing bananas', 'BKG39-501/01', { symptom: 'loud' }],
  ['CVB 340 water on floor', 'CVB 340.01', { symptom: 'water-on-floor' }],
]

test.each(NAMED)('%j is of %s', async (q, model, first) => {
  const { named, models, symptoms, parts } = await found(q)
  expect(named?.model).toBe(model)
  expect(models.map(({ number }) => number)).toEqual([model])
  if (first.symptom) expect(symptoms[0]?.slug).toBe(first.symptom)
  if (first.parts) expect(parts.map(({ number }) => number).slice(0, first.parts.length)).toEqual(first.parts)
  const { rows } = await demo.shop.pool.query<{ number: string }>(
    `select p.number from fits f join models m on m.id = f.model_id join products p on p.id = f.product_id where m.number = $1`,
    [model],
  )
  const own = new Set(rows.map(({ number }) => number))
  expect(parts.filter(({ number }) => !own.has(number ?? ''))).toEqual([])
})

test('the number of a part beside a model is found also where the model has it not', async () => {
  const { named, parts, by } = await found('EF-230 for IC260/1A')
  expect(named?.model).toBe('IC260/1A')
  expect([by, parts[0]?.number]).toEqual(['number', 'EF-230'])
})

test('a beginning that several models share names none of them, and they are all found', async () => {
  const { named, models, symptoms } = await found('GD420 too warm')
  expect(named).toBeNull()
  expect(models.map(({ number }) => number)).toEqual(['GD420/2A', 'GD420/2B'])
  expect(symptoms[0]?.slug).toBeDefined()
})

test('words and measures that number no model are read as before', async () => {
  for (const q of [
    '230v 4uf',
    '1/4hp r-290 230v compressor',
    'ntc 10k clip',
    'HC-120 relay 230v',
    'R600A capillary 0,6',
  ])
    expect([q, (await found(q)).named, (await found(q)).models]).toEqual([q, null, []])
})

test('a list of the parts of a model is searched by their places, and counts what it lists', async () => {
  const query = { q: 'condenser fan', fits: 'hd15b2 02' }
  const listed = await demo.nobody.products.$get({ query })
  expect((await listed.json()).map(({ number }) => number)).toEqual(['FM-10U', 'FB-200'])
  expect(listed.headers.get('x-total-count')).toBe('2')
  expect((await (await demo.nobody.products.facets.$get({ query })).json()).total).toBe(2)
})

test('where no part of the model has all the words, its counts are of those that have most of them', async () => {
  const query = { q: 'compressor start', fits: 'HF26S5-02' }
  const listed = await demo.nobody.products.$get({ query })
  const { total } = await (await demo.nobody.products.facets.$get({ query })).json()
  expect([listed.headers.get('x-total-count'), total]).toEqual(['5', 5])
})

test('Enter on a model leads to it, with a complaint to its causes, and with a part to its own parts', async () => {
  expect(await pageOf('/products?q=hf22s4-o1')).toBe('/models/hf22s4-01')
  expect(await pageOf('/products?q=GD420')).toBe('/models?q=GD420')
  expect(await pageOf('/products?q=HF22S4-01+not+cooling')).toBe('/models/hf22s4-01/symptoms/not-cooling')
  expect(await pageOf('/products?view=table&q=door+seal+for+bkg36-401/02')).toBe(
    '/products?view=table&q=door+seal&fits=BKG36-401%2F02',
  )
  expect(await pageOf('/models?q=HF22S4-01+not+cooling')).toBe('/products?q=HF22S4-01+not+cooling')
  expect(await pageOf('/products?q=castavento+cvd350.02+warm')).toBe('/models/cvd-350-02/symptoms/not-cooling')
  expect(await pageOf('/products?q=Castavento+CVD+350.02')).toBe('/models/cvd-350-02')
  expect(await pageOf('/products?q=door+seal&fits=BKG36-401%2F02')).toBe(200)
})

test('what names a model is no search without a hit', async () => {
  const before = await demo.shop.pool.query('select words from missed_searches')
  await demo.nobody.products.$get({ query: { q: 'HF22S4-01' } })
  expect((await demo.shop.pool.query('select words from missed_searches')).rows).toEqual(before.rows)
})

test('a text of nothing but numbers costs few statements and spellings', async () => {
  const q = 'a1b2 c3d4 e5f6 g7h8 j9k1 m2n3 p4q5 r6s7'
  await found(q)
  asked.mockClear()
  expect((await found(q.replaceAll('1', '2'))).by).toBeNull()
  // The shop asks for other things meanwhile, such as what was sold, and notes what the search before has missed.
  const calls = asked.mock.calls.filter(([one]) => /part_numbers|models/.test(JSON.stringify(one)))
  const values = calls.flatMap(([one]) => valuesOf(one)).filter(Array.isArray)
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.length).toBeLessThan(5)
  // A number of 16 characters has 1,200 spellings with one wrong character.
  expect(Math.max(...values.map(({ length }) => length))).toBeLessThan(4000)
})

test('of the numbers of many models one is read, which costs no more than that of one', async () => {
  const statements = async (q: string) => {
    asked.mockClear()
    const { named } = await found(q)
    expect(named?.model).toBe('GD380/1A')
    return asked.mock.calls.length
  }
  const most = 2 * (await statements('gd3801a zzqq'))
  expect(await statements('gd3801a gd3802a gd4202a gd4202b zzqq')).toBeLessThanOrEqual(most)
})
