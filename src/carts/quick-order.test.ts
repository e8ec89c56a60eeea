import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { products } from '../products/table.server.ts'
import { seedDemo } from '../seed/demo.ts'
import { aProduct, openEmptyShop, openTestShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import type { QuickLine, QuickOrder } from './contract.ts'
import { judgedTogether } from './judged-together.ts'

/** The demonstration's catalogue. */
const stocked = sharedByFile(async (onEnd) => {
  const opened = await openEmptyShop({ onEnd })
  await seedDemo(opened.shop)
  return { ...opened, as: { nobody: connect(opened.origin, fetch) } }
})

async function judged(lines: QuickOrder['lines']): Promise<QuickLine[]> {
  const { as } = await stocked()
  const answer = await as.nobody['quick-order'].$post({ json: { lines } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as QuickLine[]
}

test('each line of a list gets its verdict: the part, the quantity that can be had, and what matters most', async () => {
  const lines = await judged([
    { number: 'ef 230', quantity: 8 },
    { number: 'EF-215', quantity: 8, reference: 'old stock' },
    { number: 'hc120', quantity: 3 },
    { number: 'HC-120', quantity: 3000 },
    { number: 'DK-16', quantity: 1 },
    { number: 'IV-09O', quantity: 1 },
    { number: 'zzqx 7781-k', quantity: 1 },
    { number: 'EF_230', quantity: 5 },
    { number: '', quantity: 1 },
  ])
  expect(lines.map(({ verdict }) => verdict)).toEqual([
    'ok',
    'old-number',
    'multiple',
    'too-few',
    'several',
    'not-found',
    'not-found',
    'multiple',
    'not-found',
  ])
  expect(lines.map(({ product }) => product?.number)).toEqual([
    'EF-230',
    'EF-230',
    'HC-120',
    'HC-120',
    ...[undefined, undefined, undefined],
    'EF-230',
    undefined,
  ])
  expect(lines.map(({ quantity }) => quantity)).toEqual([8, 8, 4, 42, 1, 1, 1, 8, 1])
  expect(lines[3]?.verdicts).toEqual(['too-few', 'twice'])
  expect(lines[4]?.nearest.map(({ number }) => number)).toEqual(expect.arrayContaining(['DK-16R', 'DK-16RL']))
  expect(lines[5]?.nearest[0]?.number).toBe('IV-090')
  expect(lines[6]?.nearest).toEqual([])
  expect(lines[7]?.verdicts).toEqual(['multiple', 'twice'])
})

test('an archived part leads to its successor, and a part is named by its id as well', async () => {
  const { shop } = await stocked()
  const [old, next] = [await aProduct(shop), await aProduct(shop)]
  const gone = { removedAt: shop.clock.now(), successorId: next.id, number: 'QX-1' }
  await shop.db.update(products).set(gone).where(eq(products.id, old.id))
  const lines = await judged([
    { number: 'qx1', quantity: 4 },
    { number: next.id, quantity: 4 },
  ])
  expect(lines).toMatchObject([
    { verdict: 'old-number', product: { _id: next.id } },
    { verdict: 'twice', product: { _id: next.id } },
  ])
})

test('500 lines are read in one go, and no more', async () => {
  const { as } = await stocked()
  const lines = Array.from({ length: 500 }, (_, at) => ({ number: at % 10 ? 'EF-230' : `none-${at}`, quantity: 4 }))
  expect(await judged(lines)).toHaveLength(500)
  const more = await as.nobody['quick-order'].$post({ json: { lines: [...lines, { number: 'x', quantity: 1 }] } })
  expect(more.status).toBe(422)
})

test('where too few are left, substitutes that more are left of are offered, those with enough first', async () => {
  const { shop } = await stocked()
  const [few, some, enough, none] = await Promise.all(
    [4, 8, 400, 0].map((stock) => aProduct(shop, { stock, minOrder: 4 })),
  )
  if (!few || !some || !enough || !none) throw new Error('four parts are needed')
  await shop.db
    .update(products)
    .set({ substitutes: [none, some, enough].map(({ number }) => number) })
    .where(eq(products.id, few.id))
  const offered = await judged([
    { number: few.number, quantity: 20 },
    { number: few.number, quantity: 4, reference: 'Van 3' },
  ])
  expect(offered.map(({ verdict }) => verdict)).toEqual(['too-few', 'ok'])
  expect(offered.map(({ nearest }) => nearest.map(({ number }) => number))).toEqual([[enough.number, some.number], []])
})

test('a line is called twice while one before it has its part and reference, and no longer', async () => {
  const numbers = ['EF-230', 'EF-215', 'HC-120']
  const lines = numbers.map((number) => ({ number, quantity: 4, reference: '' }))
  const answers = await judged(lines)
  const rows = lines.map((line, at) => ({ ...line, judged: answers[at] }))
  const verdictsOf = (some: typeof rows) => judgedTogether(some).map((row) => row.judged?.verdicts)
  expect(verdictsOf(rows)).toEqual([['ok'], ['old-number', 'twice'], ['ok']])
  expect(verdictsOf(judgedTogether(rows).slice(1))).toEqual([['old-number'], ['ok']])
  expect(verdictsOf(rows.map((row, at) => ({ ...row, reference: `${at}` })))).toEqual([['ok'], ['old-number'], ['ok']])
})

test('a line whose quantity is not read takes no stock, and makes no other one a second of its part', async () => {
  const { as, product } = await openTestShop({ stock: 12, minOrder: 4 })
  const line = { number: product.number, quantity: 1, reference: '' }
  const lines = [
    { ...line, unread: '1.5' },
    { ...line, quantity: 12 },
    { ...line, unread: 'a few' },
  ]
  const answers = await (await as.nobody['quick-order'].$post({ json: { lines: lines.map(() => line) } })).json()
  const rows = judgedTogether(lines.map((one, at) => ({ ...one, judged: answers[at] })))
  expect(rows.map(({ judged: now }) => [now?.quantity, now?.verdicts])).toEqual([
    [4, ['multiple']],
    [12, ['ok']],
    [4, ['multiple']],
  ])
})

test('a quantity that is typed over is judged with the part that is known, as the shop judges it', async () => {
  const { as, product } = await openTestShop({ stock: 20, minOrder: 4 })
  const judge = async (quantity: number) => {
    const lines = [{ number: product.number, quantity, reference: '' }]
    return (await as.nobody['quick-order'].$post({ json: { lines } })).json()
  }
  for (const [was, is] of [
    [4, 2],
    [2, 8],
    [8, 40],
    [40, 8],
  ] as const) {
    const [judged] = await judge(was)
    const known = judgedTogether([{ quantity: is, reference: '', judged }])
    expect(known.map((line) => line.judged)).toEqual(await judge(is))
  }
})

test('lines of one part share its stock: the one that goes beyond it is told what is left, and no other', async () => {
  const { as, product } = await openTestShop({ stock: 20, minOrder: 4 })
  const judged = async (...quantities: number[]) => {
    const lines = quantities.map((quantity, at) => ({ number: product.number, quantity, reference: `Van ${at}` }))
    const found = await (await as.nobody['quick-order'].$post({ json: { lines } })).json()
    return found.map(({ verdict, quantity }) => [verdict, quantity])
  }
  expect(await judged(12, 8)).toEqual([
    ['ok', 12],
    ['ok', 8],
  ])
  expect(await judged(12, 12, 4)).toEqual([
    ['ok', 12],
    ['too-few', 8],
    ['ok', 4],
  ])
  expect(await judged(20, 4, 24)).toEqual([
    ['ok', 20],
    ['too-few', 0],
    ['too-few', 0],
  ])
})

test('a long list is mended line by line within a minute, and whole lists one after the other are too many', async () => {
  const { as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const send = async (count: number) => {
    const lines = Array.from({ length: count }, () => ({ number: 'EF-230', quantity: 4 }))
    return (await as.nobody['quick-order'].$post({ json: { lines } })).status
  }
  const statuses = [await send(500)]
  for (let line = 0; line < 60; line++) statuses.push(await send(1))
  expect(new Set(statuses)).toEqual(new Set([200]))
  const whole = await Promise.all(Array.from({ length: 12 }, () => send(500)))
  expect(whole.filter((status) => status === 429)).toHaveLength(1)
})

test('lists of numbers that nobody has are too many sooner than others', async () => {
  const { as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const send = async (number: string, count: number) => {
    const lines = Array.from({ length: count }, (_, at) => ({ number: `${number}${at}`, quantity: 1 }))
    const answer = await as.nobody['quick-order'].$post({ json: { lines } })
    return [answer.status, answer.headers.has('retry-after')]
  }
  for (let list = 0; list < 6; list++) expect(await send(`none-${list}-`, 500)).toEqual([200, false])
  expect(await send('none-', 1)).toEqual([429, true])
  const known = await as.nobody['quick-order'].$post({ json: { lines: [{ number: '', quantity: 1 }] } })
  expect(known.status).toBe(200)
})
