import { beforeAll, expect, test } from 'vitest'
import { DEMO_PRODUCTS, drawingPath } from '../seed/catalogue.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'

/** The shop as it is sold from: the catalogue of the demonstration, and nothing else. */
const stocked = sharedByFile(async (onEnd) => {
  const opened = await openTestShop({ onEnd })
  await opened.shop.pool.query('update products set removed_at = now(), number = null')
  for (const part of DEMO_PRODUCTS.slice(0, 48)) {
    const { number, name, description, category, attributes, unitPrice, minOrder, stock } = part
    const facts = { number, name, description, category, attributes, unitPrice, minOrder, stock }
    const answer = await opened.as.admin.product.$post({ json: { ...facts, image: drawingPath(part.drawing) } })
    expect(answer.status).toBe(201)
  }
  return opened
})
let shop: TestShop
beforeAll(async () => {
  shop = await stocked()
})

async function found(query: Record<string, string>) {
  const answer = await shop.as.nobody.products.$get({ query })
  expect(answer.status).toBe(200)
  const numbers = (await answer.json()).map(({ number }) => number)
  const mended = answer.headers.get('x-search-mended')
  return { numbers, total: answer.headers.get('x-total-count'), mended: mended && decodeURIComponent(mended) }
}

/** What people type, and what must come first. */
const GOLDEN: [string, string[]][] = [
  ['HC-120', ['HC-120']],
  ['hc120', ['HC-120']],
  ['  hc 120 ', ['HC-120']],
  ['HC–120', ['HC-120']],
  ['hc_120', ['HC-120']],
  ['NT5K', ['NT-5K', 'NT-5KL']],
  ['th', ['TH-077']],
  ['rf176', ['RF-1760']],
  ['compressor', ['HC-120', 'HC-150', 'IV-110']],
  ['COMPRESSORS', ['HC-120', 'HC-150', 'IV-110']],
  ['compresor', ['HC-120', 'HC-150', 'IV-110']],
  ['comp', ['HC-120', 'HC-150', 'IV-110']],
  ['thermostats', ['TH-077', 'BT-13']],
  ['termostat', ['TH-077', 'BT-13']],
  ['door seal', ['DG-1120']],
  ['door gaskets', ['DG-1120']],
  ['gaskit 1120x570', ['DG-1120']],
  ['1120 × 570 mm', ['DG-1120']],
  ['evaperator fan', ['EF-230']],
  ['condensor coil', ['CN-480']],
  ['thermal fuze 77', ['TF-77']],
  ['capilary tube', ['CT-08']],
  ['defrost heatr 320mm', ['DH-320']],
  ['filter drier', ['FD-120']],
  ['filter dryer', ['FD-120']],
  ['45uf', ['RC-45']],
  ['45 µF 450v', ['RC-45']],
  ['5 kohm', ['NT-5K', 'NT-5KL']],
  ['5kΩ 2000 mm', ['NT-5KL']],
  ['1/5 hp', ['HC-120']],
  ['0,8 mm bore', ['CT-08']],
  ['grey gasket', ['DG-1120']],
  ['gray gasket', ['DG-1120']],
  ['a fan for 230 volts', ['EF-230', 'CF-230']],
  ['230V/50Hz compressor', ['HC-120', 'HC-150']],
  ['crisper bin', ['CD-430']],
]

test.each(GOLDEN)('%j begins with %j', async (q, first) => {
  expect((await found({ q })).numbers.slice(0, first.length)).toEqual(first)
})

test('a measure finds every part that has it, however its unit is written', async () => {
  const { rows } = await shop.shop.pool.query(
    `select number from products where removed_at is null and (description ~ '230\\s*V' or attributes::text ~ '"value":230,"unit":"V"') order by id`,
  )
  const all = rows.map(({ number }) => number).toSorted()
  expect(all.length).toBeGreaterThan(15)
  for (const q of ['230 V', '230V', '230v', '230\u00a0V', '230\u202fv', '230 volt', '230 Volts'])
    expect([q, (await found({ q })).numbers.toSorted()]).toEqual([q, all])
  for (const q of ['R600a', 'R-600a', 'r 600a', 'R–600A']) {
    const { numbers } = await found({ q })
    expect([q, numbers.includes('HC-120'), numbers.includes('FD-120')]).toEqual([q, true, true])
  }
})

test('a range of a unit finds every part with a measure in it', async () => {
  const volts = Array.from({ length: 21 }, (_, at) => 220 + at)
  const each = await Promise.all(volts.map((volt) => found({ q: `${volt} V`, limit: '100' })))
  const all = [...new Set(each.flatMap(({ numbers }) => numbers))].toSorted()
  expect(all.length).toBeGreaterThan(15)
  for (const q of ['220-240 V', '220–240V', '220 to 240 volts', '0.22 - 0.24 kV'])
    expect([q, (await found({ q, limit: '100' })).numbers.toSorted()]).toEqual([q, all])
  expect((await found({ q: '220-240 V fan' })).numbers.slice(0, 2)).toEqual(['EF-230', 'CF-230'])
  expect((await found({ q: '300-310 V' })).numbers).toEqual([])
})

test('a category is found by its name, and filters by its address', async () => {
  expect((await found({ q: 'temperature control' })).numbers).toContain('AD-12')
  const { numbers, total } = await found({ category: 'Boards and displays' })
  expect(numbers).toEqual(['CB-160', 'UI-180', 'PS-110'])
  expect(total).toBe('3')
  expect((await found({ category: 'Compressors', q: 'inverter' })).numbers).toEqual(['IV-110'])
  expect((await found({ category: 'Nothing' })).numbers).toEqual([])
})

test('a mended search says what was meant; what is like nothing finds nothing, and a wildcard is a sign', async () => {
  expect((await found({ q: 'Compresors R600a' })).mended).toBe('compressor R600a')
  expect((await found({ q: 'compressors' })).mended).toBeNull()
  for (const q of ['xyzzyplugh', '%', '_', 'h%', '%%%', '--', "'", '\\', "' | 'fan", 'fan:*&!x'.slice(5), '*'])
    expect([q, (await found({ q })).numbers.length < 48]).toEqual([q, true])
  for (const q of ['%', '_', '--', "'", '\\', '*']) expect([q, (await found({ q })).numbers]).toEqual([q, []])
})

test('every page of a search holds each find once, in the order of the whole', async () => {
  const whole = await found({ q: '230 V' })
  for (const by of ['page', 'cursor']) {
    const seen: (string | null)[] = []
    let place: Record<string, string> = by === 'page' ? { page: '1' } : {}
    for (let page = 1; page < 12; page++) {
      const answer = await shop.as.nobody.products.$get({ query: { q: '230 V', limit: '4', ...place } })
      seen.push(...(await answer.json()).map(({ number }) => number))
      const next = /[?&](page|cursor)=([^&>]+)/.exec(answer.headers.get('link')?.split(',')[0] ?? '')
      if (!answer.headers.get('link')?.includes('rel="next"') || !next) break
      place =
        by === 'page'
          ? { page: String(page + 1) }
          : {
              cursor: new URLSearchParams(answer.headers.get('link')?.split('?')[1]?.split('>')[0]).get('cursor') ?? '',
            }
    }
    expect([by, seen]).toEqual([by, whole.numbers])
  }
})

test('what is edited is found by its new words, and no longer by its old ones', async () => {
  const { as } = shop
  const sent = { name: 'Zirconium flange', unitPrice: 5, stock: 3, minOrder: 1, description: 'Rare.', image: '/a.svg' }
  const { _id: id } = (await (await as.admin.product.$post({ json: { ...sent, number: 'ZF-9' } })).json()) as {
    _id: string
  }
  expect((await found({ q: 'zirkonium' })).numbers).toEqual(['ZF-9'])
  const edit = { ...sent, name: 'Hafnium flange', number: 'ZF-9', category: '', attributes: {}, version: 1 }
  expect((await as.admin.product[':id'].$put({ param: { id }, json: edit })).status).toBe(200)
  expect((await found({ q: 'hafnuim' })).numbers).toEqual(['ZF-9'])
  expect((await found({ q: 'zirconium' })).numbers).toEqual([])
})
