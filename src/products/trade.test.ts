import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { aProduct, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import type { AddProduct, EditProduct } from './contract.ts'
import { categories } from './table.server.ts'

const sharedShop = sharedTestShop()

const ATTRIBUTES = [
  { key: 'voltage', name: 'Voltage', unit: 'V', type: 'number' as const, filter: true },
  { key: 'bearing', name: 'Bearing', unit: '', type: 'choice' as const, filter: true, values: ['ball', 'sleeve'] },
  { key: 'plug', name: 'Plug', unit: '', type: 'text' as const, filter: false },
]
const TREE = [
  { slug: 'fans', top: null, name: 'Fans', drawing: null, place: 1 },
  { slug: 'fan-motors', top: 'fans', name: 'Fan motors', drawing: 'fan-motor', place: 2, attributes: ATTRIBUTES },
  { slug: 'fan-blades', top: 'fans', name: 'Fan blades', drawing: null, place: 3 },
]
const TRADE = {
  maker: 'Koldra',
  leaf: 'fan-motors',
  facts: { voltage: '230', bearing: 'ball', plug: 'two pins' },
  multiple: 4,
  priceBreaks: [
    { from: 12, unitPrice: '70.00' },
    { from: 24, unitPrice: 65.5 },
  ],
  leadDays: 5,
  weightGrams: '640',
  fitsKinds: ['larder'],
  datasheet: 'https://example.com/fan.pdf',
}
const KEPT = { ...TRADE, facts: { ...TRADE.facts, voltage: 230 }, weightGrams: 640 }

let shop: TestShop
beforeAll(async () => {
  shop = await sharedShop()
  await shop.shop.db.insert(categories).values(TREE)
})

type Changes = Partial<z.input<typeof EditProduct>>
const stored = async (id: string) => (await shop.as.admin.allproducts[':id'].$get({ param: { id } })).json()

/** What a client that knows nothing of the trade sends, with these changes. */
async function edit(id: string, changes: Changes = {}) {
  const { name, number, unitPrice, minOrder, description, img: image, attributes, version } = await stored(id)
  const old = { name, number: number ?? '', unitPrice, minOrder, description, image, category: '', attributes, version }
  return shop.as.admin.product[':id'].$put({ param: { id }, json: { ...old, ...changes } })
}
const saved = async (id: string, changes: Changes) => {
  const answer = await edit(id, changes)
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)])
  return answer.json()
}
const add = (json: Partial<z.input<typeof AddProduct>>) => {
  const facts = {
    name: 'Motor',
    unitPrice: 72,
    stock: 3,
    minOrder: 4,
    description: 'Shaded pole.',
    image: '/drawings/fuse.svg',
  }
  return shop.as.admin.product.$post({ json: { ...facts, ...json } })
}
const archived = async () => {
  const part = await aProduct(shop.shop)
  expect((await shop.as.admin.product[':id'].$delete({ param: { id: part.id } })).status).toBe(200)
  return part
}

describe('what the trade knows of a part', () => {
  test('is saved by an edit, told in the log, and kept by the edit of a client that knows nothing of it', async () => {
    const { id } = await aProduct(shop.shop)
    const replaces = [`OLD ${id.slice(-6)}`]
    expect(await saved(id, { ...TRADE, replaces })).toMatchObject({
      ...KEPT,
      replaces,
      priceBreaks: [
        { from: 12, unitPrice: 70 },
        { from: 24, unitPrice: 65.5 },
      ],
    })
    const [entry] = await (await shop.as.admin.audit.$get({ query: { q: id } })).json()
    expect(entry).toMatchObject({
      before: { maker: null, multiple: 1 },
      after: { maker: 'Koldra', multiple: 4, replaces },
    })
    const { version: _, changedAt: __, name: ___, ...before } = await stored(id)
    expect(await saved(id, { name: 'Renamed' })).toMatchObject(before)
  })

  test('comes with a new part, and a part added without it has none', async () => {
    expect(await (await add({ ...TRADE, number: 'TR 1', replaces: ['TR 0'] })).json()).toMatchObject({
      maker: 'Koldra',
      facts: KEPT.facts,
      replaces: ['TR 0'],
    })
    expect(await (await add({})).json()).toMatchObject({
      maker: null,
      leaf: null,
      facts: {},
      multiple: 1,
      priceBreaks: [],
      leadDays: null,
      replaces: [],
    })
  })

  test('is taken away by empty values', async () => {
    const { id } = await aProduct(shop.shop)
    await saved(id, TRADE)
    const none = {
      maker: '',
      leaf: '',
      facts: {},
      priceBreaks: [],
      leadDays: '',
      weightGrams: null,
      fitsKinds: [],
      datasheet: '',
    }
    expect(await saved(id, none)).toMatchObject({
      maker: null,
      leaf: null,
      facts: {},
      priceBreaks: [],
      leadDays: null,
      weightGrams: null,
      datasheet: null,
    })
  })

  test.each<[Changes, string]>([
    [{ maker: 'x'.repeat(61) }, 'maker'],
    [{ leaf: 'fans' }, 'leaf'],
    [{ leaf: 'nothing' }, 'leaf'],
    [{ facts: { voltage: 230 } }, 'facts'],
    [{ leaf: 'fan-motors', facts: { depth: 3 } }, 'facts'],
    [{ leaf: 'fan-motors', facts: { voltage: 'much' } }, 'facts'],
    [{ leaf: 'fan-motors', facts: { bearing: 'wood' } }, 'facts'],
    [{ leaf: 'fan-motors', facts: { plug: 'x'.repeat(201) } }, 'facts'],
    [{ multiple: 0 }, 'multiple'],
    [{ multiple: '1.5' }, 'multiple'],
    [{ priceBreaks: [{ from: 4, unitPrice: 60 }] }, 'priceBreaks'],
    [{ priceBreaks: [{ from: 12, unitPrice: 72 }] }, 'priceBreaks'],
    [
      {
        priceBreaks: [
          { from: 12, unitPrice: 60 },
          { from: 12, unitPrice: 50 },
        ],
      },
      'priceBreaks',
    ],
    [
      {
        priceBreaks: [
          { from: 12, unitPrice: 60 },
          { from: 24, unitPrice: 60 },
        ],
      },
      'priceBreaks',
    ],
    [{ leadDays: -1 }, 'leadDays'],
    [{ weightGrams: 'heavy' }, 'weightGrams'],
    [{ substitutes: ['NOBODY 7'] }, 'substitutes'],
    [{ fitsKinds: ['oven'] }, 'fitsKinds.0'],
    [{ datasheet: 'http://example.com/a.pdf' }, 'datasheet'],
    [{ successor: 'NOBODY 7' }, 'successor'],
  ])('is refused as %j, at its field', async (wrong, field) => {
    const answer = await edit(shop.product.id, wrong)
    expect([answer.status, await answer.json()]).toMatchObject([422, { field }])
  })
})

describe('old numbers', () => {
  test('are one part’s alone, and lead to it', async () => {
    const [one, other] = [await aProduct(shop.shop), await aProduct(shop.shop)]
    const old = `RX-${one.id.slice(-6)}`
    await saved(one.id, { replaces: [old] })
    const named = await shop.as.nobody.product[':id'].$get({ param: { id: old.toLowerCase() } })
    expect(await named.json()).toMatchObject({ _id: one.id })
    for (const number of [old.replace('-', ' '), one.number]) {
      const answer = await edit(other.id, { replaces: [number] })
      expect([answer.status, await answer.json()]).toMatchObject([409, { field: 'replaces' }])
    }
  })
})

describe('substitutes', () => {
  const namedBy = async ({ id }: { id: string }) => (await stored(id)).substitutes

  test('name one another, lose one another, and follow a new number', async () => {
    const [one, other] = [await aProduct(shop.shop), await aProduct(shop.shop)]
    await saved(one.id, { substitutes: [other.number.toLowerCase(), other.number] })
    expect([await namedBy(one), await namedBy(other)]).toEqual([[other.number], [one.number]])
    const number = `NEW-${one.id.slice(-6)}`
    await saved(one.id, { number })
    expect([await namedBy(one), await namedBy(other)]).toEqual([[other.number], [number]])
    const [entry] = await (await shop.as.admin.audit.$get({ query: { q: other.id } })).json()
    expect(entry).toMatchObject({ before: { substitutes: [one.number] }, after: { substitutes: [number] } })
    await saved(other.id, { substitutes: [] })
    expect([await namedBy(one), await namedBy(other)]).toEqual([[], []])
  })

  test('of a new part name it too', async () => {
    const other = await aProduct(shop.shop)
    const number = `ADD-${other.id.slice(-6)}`
    expect((await add({ number, substitutes: [other.number] })).status).toBe(201)
    expect(await namedBy(other)).toEqual([number])
  })

  test('are others, on sale, and of a part with a number; one archived later may stay', async () => {
    const [one, other, gone] = [await aProduct(shop.shop), await aProduct(shop.shop), await archived()]
    for (const number of [one.number, gone.number]) {
      const answer = await edit(one.id, { substitutes: [number] })
      expect([answer.status, await answer.json()]).toMatchObject([422, { field: 'substitutes' }])
    }
    await saved(one.id, { substitutes: [other.number] })
    expect(await (await edit(one.id, { number: '' })).json()).toMatchObject({ code: 'invalid', field: 'number' })
    await shop.as.admin.product[':id'].$delete({ param: { id: other.id } })
    expect(await saved(one.id, { substitutes: [other.number] })).toMatchObject({ substitutes: [other.number] })
  })

  test('of two parts that name each other at once are told in both', async () => {
    const [one, other] = [await aProduct(shop.shop), await aProduct(shop.shop)]
    const answers = await Promise.all([
      edit(one.id, { substitutes: [other.number] }),
      edit(other.id, { substitutes: [one.number] }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
    expect([await namedBy(one), await namedBy(other)]).toEqual([[other.number], [one.number]])
  })
})

describe('a successor', () => {
  test('of an archived part is what its number leads to, until it is taken away', async () => {
    const [gone, today] = [await archived(), await aProduct(shop.shop)]
    expect(await saved(gone.id, { successor: today.number.toLowerCase() })).toMatchObject({ successor: today.number })
    const named = () => shop.as.nobody.product[':id'].$get({ param: { id: gone.number } })
    expect(await (await named()).json()).toMatchObject({ _id: today.id })
    expect(await saved(gone.id, {})).toMatchObject({ successor: today.number })
    expect(await saved(gone.id, { successor: null })).toMatchObject({ successor: null })
    expect((await named()).status).toBe(404)
  })

  test('is refused for a part on sale, and where it leads back', async () => {
    const [one, other, third] = [await archived(), await archived(), await archived()]
    await saved(one.id, { successor: other.number })
    await saved(other.id, { successor: third.number })
    const refused = [await edit(third.id, { successor: one.number }), await edit(one.id, { successor: one.number })]
    refused.push(await edit(shop.product.id, { successor: one.number }))
    for (const answer of refused)
      expect([answer.status, await answer.json()]).toMatchObject([422, { field: 'successor' }])
  })

  test('ends when its part is on sale again, so that the other may name that one', async () => {
    const [one, other] = [await archived(), await archived()]
    await saved(one.id, { successor: other.number })
    expect((await shop.as.admin.product[':id'].restore.$post({ param: { id: one.id } })).status).toBe(200)
    const [restored] = await (await shop.as.admin.audit.$get({ query: { q: one.id, limit: '1' } })).json()
    expect(restored).toMatchObject({ before: { successor: other.number }, after: { name: one.name, successor: null } })
    expect(await saved(other.id, { successor: one.number })).toMatchObject({ successor: one.number })
  })
})

test('the tree of categories is for everybody, with what is known of the parts of each', async () => {
  const answer = await shop.as.nobody.categories.$get()
  expect(await answer.json()).toEqual([
    {
      ...{ slug: 'fans', name: 'Fans', drawing: null },
      children: [
        { slug: 'fan-motors', name: 'Fan motors', drawing: 'fan-motor', attributes: ATTRIBUTES },
        { slug: 'fan-blades', name: 'Fan blades', drawing: null, attributes: [] },
      ],
    },
  ])
})

test('a new price, or a new minimum order, takes the price breaks of the old one away unless new ones come with it', async () => {
  const priceBreaks = [{ from: 12, unitPriceCents: 7000 }]
  const [raised, boxed, renamed, kept] = await Promise.all(
    Array.from({ length: 4 }, () => aProduct(shop.shop, { priceBreaks })),
  )
  expect((await saved(raised?.id ?? '', { unitPrice: 90 })).priceBreaks).toEqual([])
  expect((await saved(boxed?.id ?? '', { minOrder: 8 })).priceBreaks).toEqual([])
  expect((await saved(renamed?.id ?? '', { name: 'Another name' })).priceBreaks).toEqual([{ from: 12, unitPrice: 70 }])
  const both = { unitPrice: 90, priceBreaks: [{ from: 12, unitPrice: 80 }] }
  expect((await saved(kept?.id ?? '', both)).priceBreaks).toEqual([{ from: 12, unitPrice: 80 }])
})
