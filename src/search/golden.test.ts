import { beforeAll, expect, test } from 'vitest'
import queries from '../seed/counter/queries.json' with { type: 'json' }
import { openDemoShop } from '../testing/demo-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import type { Found } from './contract.ts'
import { GOLDEN_QUERIES } from './golden-queries.ts'
import { OWN_QUERIES, type Query } from './own-queries.ts'

/** The shop of the demonstration, filled once for all. */
const demo = sharedByFile(async (onEnd) => (await openDemoShop({ onEnd })).nobody)
let shop: Awaited<ReturnType<typeof demo>>
beforeAll(async () => {
  shop = await demo()
})

async function find(q: string): Promise<Found> {
  const answer = await shop.search.$get({ query: { q } })
  expect(answer.status).toBe(200)
  return answer.json()
}

function isRight({ expect: wanted, kind }: Query, { parts, models, symptoms }: Found) {
  const numbers = parts.map(({ number }) => number ?? '')
  if (wanted.none) return parts.length + models.length + symptoms.length === 0
  if (wanted.model && models[0]?.number !== wanted.model) return false
  if (wanted.symptom && symptoms[0]?.slug !== wanted.symptom) return false
  if (wanted.first) return numbers[0] === wanted.first
  const inFirst5 = wanted.inFirst5
  if (!inFirst5) return true
  return kind === 'prefix'
    ? inFirst5.every((one) => numbers.includes(one))
    : inFirst5.some((one) => numbers.includes(one))
}

async function wrongOf(list: Query[]) {
  const wrong: string[] = []
  for (const query of list) {
    const found = await find(query.q)
    const first = [...found.parts.map(({ number }) => number), ...found.models.map(({ number }) => number)]
    if (!isRight(query, found))
      wrong.push(`${query.kind} ${query.q} → ${first} ${found.symptoms[0]?.slug ?? ''} (${found.by})`)
  }
  return wrong
}

const CERTAIN = ['exact', 'old', 'near', 'prefix', 'model', 'none']
const isCertain = ({ kind }: Query) => CERTAIN.includes(kind)
const all: Query[] = [...queries, ...OWN_QUERIES]

test('every number, old number, beginning and model is found, and what is nothing finds nothing', async () => {
  expect(await wrongOf(all.filter(isCertain))).toEqual([])
})

test('what people type in words is found within the first five, nineteen times out of twenty', async () => {
  const inWords = all.filter((query) => !isCertain(query))
  const wrong = await wrongOf(inWords)
  expect(wrong.length / inWords.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
})

test('what a householder or a technician types leads to what is meant, nineteen times out of twenty', async () => {
  const wrong: string[] = []
  for (const { q, symptom, names = [] } of GOLDEN_QUERIES) {
    const { parts, symptoms } = await find(q)
    const found = (symptom ? symptoms.map(({ slug }) => slug) : parts.map(({ name }) => name)).slice(0, 5)
    const isFound = found.some((one) => symptom?.includes(one) ?? names.some((name) => one.startsWith(name)))
    if (!isFound) wrong.push(`${q} → ${found}`)
  }
  expect(wrong.length / GOLDEN_QUERIES.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
})
