import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_MODELS } from '../seed/catalogue.ts'
import { openDemoShop } from '../testing/demo-shop.ts'
import { aModel } from '../testing/models.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { KINDS } from './kinds.ts'
import symptoms from './symptoms.json' with { type: 'json' }

const stocked = sharedByFile((onEnd) => openDemoShop({ onEnd }))
let demo: Awaited<ReturnType<typeof stocked>>
beforeAll(async () => {
  demo = await stocked()
})

const modelOf = async (number: string) => {
  const answer = await demo.nobody.models[':number'].$get({ param: { number } })
  expect(answer.status, number).toBe(200)
  return answer.json()
}

const listed = async (query: Record<string, string>) => {
  const answer = await demo.nobody.models.$get({ query })
  expect(answer.status).toBe(200)
  return (await answer.json()).map(({ number }) => number)
}

describe('a model', () => {
  test('is found by its number however it is written', async () => {
    for (const number of ['BKG36-401/02', 'bkg36-401-02', 'BKG36 401 02', 'bkg3640102'])
      expect((await modelOf(number)).number).toBe('BKG36-401/02')
  })

  test('whose number is worn is found by what it reads like, when nothing has the number', async () => {
    expect(await listed({ q: 'CVB 3O0.O2' })).toEqual(['CVB 300.02'])
    expect(await listed({ q: 'BKG36-4O1/02' })).toEqual(['BKG36-401/02'])
    expect(await listed({ q: 'OIS' })).toEqual([])
    expect(await listed({ q: 'BKG36-441/02' })).toEqual(['BKG36-401/02'])
    expect(await listed({ q: 'kr x540s s1' })).toEqual(['KR-S540S-S1'])
    expect(await listed({ q: 'NCF 200 A04-1', kind: 'larder' })).toEqual([])
    expect(await listed({ q: 'BKR32-120/01' })).toEqual(['BKR32-210/01'])
  })

  test('has every part that its list names, at its place', async () => {
    for (const told of DEMO_MODELS) {
      const { sections } = await modelOf(told.number)
      const shown = sections.flatMap(({ section, positions }) =>
        positions.flatMap(({ position, parts }) =>
          parts.map(({ product, quantity }) => `${section} ${position} ${product.number} ${quantity}`),
        ),
      )
      const rows = Object.entries(told.sections).flatMap(([section, places]) =>
        Object.entries(places).flatMap(([position, parts]) =>
          parts.map(({ part, qty }) => `${section} ${position} ${part} ${qty}`),
        ),
      )
      expect(shown.toSorted(), told.number).toEqual(rows.toSorted())
    }
  })

  test('has a drawing of each section, with a balloon for each position, numbered from 1', async () => {
    for (const { number } of DEMO_MODELS) {
      for (const { drawing, positions } of (await modelOf(number)).sections) {
        expect(drawing, number).toMatch(/^\/drawings\/sections\/[a-z-]+\.svg$/)
        expect(positions.map(({ callout }) => callout)).toEqual(positions.map((_, at) => at + 1))
        for (const { anchor, position } of positions) expect(anchor, `${number} ${position}`).not.toBeNull()
      }
    }
  })

  test('says which serial numbers decide between two parts', async () => {
    const { serials, sections } = await modelOf('bkg36-401-02')
    expect(serials).toEqual({ from: '30100001', to: '30899999' })
    const fans = sections
      .flatMap(({ positions }) => positions)
      .find(({ position }) => position === 'evaporator-fan-motor')
    expect(fans?.parts.map(({ product, fromSerial, toSerial }) => [product.number, fromSerial, toSerial])).toEqual([
      ['EF-12', '30100001', '30459999'],
      ['EF-13', '30460000', '30899999'],
    ])
  })

  test('that nobody knows is not found', async () => {
    expect((await demo.nobody.models[':number'].$get({ param: { number: 'no-such' } })).status).toBe(404)
  })
})

describe('the models', () => {
  test('stand in the sitemap, each once, at the address of its page', async () => {
    const xml = await (await fetch(`${demo.origin}/sitemap/models.xml`)).text()
    for (const { number } of DEMO_MODELS) {
      const { slug } = await modelOf(number)
      expect(xml.split(`<loc>${demo.origin}/models/${slug}</loc>`), number).toHaveLength(2)
    }
  })

  test('whose number begins as typed come first, then those that hold it', async () => {
    expect((await listed({ q: 'bkg36 401/0' })).toSorted()).toEqual(['BKG36-401/01', 'BKG36-401/02', 'BKG36-401/03'])
    expect(await listed({ q: 'KR-F560' })).toEqual(['KR-F560TX-S2', 'KR-F560X-S1'])
    expect(await listed({ q: '560tx' })).toEqual(['KR-F560TX-S2'])
    expect(await listed({ q: 'Norrfell NTF 270' })).toEqual(['NTF 270 A-03'])
    expect((await listed({ q: 'hs' }))[0]).toMatch(/^HS/)
    expect(await listed({ q: 'qqq' })).toEqual([])
  })

  test('are found although a letter cannot be read', async () => {
    expect(await listed({ q: 'BKG3?-401/02' })).toEqual(['BKG36-401/02'])
    expect(await listed({ q: '?KG36-401/02' })).toEqual(['BKG36-401/02'])
  })

  test('are listed by kind and maker, as they were counted', async () => {
    const { total, kinds, makers } = await (await demo.nobody['model-counts'].$get()).json()
    expect(total).toBe(DEMO_MODELS.length)
    for (const { kind, count } of kinds) expect(await listed({ kind })).toHaveLength(count)
    for (const { maker, count } of makers) expect(await listed({ maker })).toHaveLength(count)
  })

  test('go on from page to page, each once', async () => {
    const all: string[] = []
    let next: string | null = '/api/models?limit=7&q=kr'
    while (next) {
      const answer: Response = await fetch(new URL(next, demo.origin))
      all.push(...((await answer.json()) as { number: string }[]).map(({ number }) => number))
      next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
    }
    expect(all.length).toBeGreaterThan(14)
    expect(all).toEqual(await listed({ q: 'kr' }))
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('a symptom', () => {
  test('has the causes that a model can have, in their order, with its own parts', async () => {
    for (const kind of KINDS) {
      const number = DEMO_MODELS.find((one) => one.kind === kind)?.number ?? ''
      const model = await modelOf(number)
      expect(model.symptoms.length, number).toBeGreaterThan(5)
      for (const { slug, causes: count } of model.symptoms) {
        const answer = await demo.nobody.models[':number'].symptoms[':slug'].$get({
          param: { number: model.slug, slug },
        })
        const { causes, checks } = await answer.json()
        const told = symptoms.find((one) => one.slug === slug)
        const places = new Map(
          model.sections.flatMap(({ section, positions }) =>
            positions.map((one) => [`${section}/${one.position}`, one.parts] as const),
          ),
        )
        const possible = told?.causes.filter(({ section, position }) => places.has(`${section}/${position}`)) ?? []
        expect(causes.map(({ position }) => position)).toEqual(possible.map(({ position }) => position))
        expect(causes).toHaveLength(count)
        expect(checks).toEqual(told?.checks)
        for (const { section, position, parts } of causes) expect(parts).toEqual(places.get(`${section}/${position}`))
      }
    }
  })

  test('of another kind of appliance is not found', async () => {
    const param = { number: 'ncf-100-a-01', slug: 'no-ice' }
    expect((await demo.nobody.models[':number'].symptoms[':slug'].$get({ param })).status).toBe(404)
  })
})

describe('a part that is taken out of the shop', () => {
  test('leaves its position empty', async () => {
    const { as, shop, product }: TestShop = await openTestShop()
    const number = await aModel(shop, { parts: [{ id: product.id }] })
    await as.admin.product[':id'].$delete({ param: { id: product.id } })
    const model = await (await as.nobody.models[':number'].$get({ param: { number } })).json()
    expect(model.sections[0]?.positions).toMatchObject([{ callout: 1, parts: [] }])
  })
})
