import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { products } from '../products/table.server.ts'
import { seedDemo } from '../seed/demo.ts'
import { aProduct, openEmptyShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import type { QuickLine, QuickOrder } from './contract.ts'

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
  expect(lines.map(({ quantity }) => quantity)).toEqual([8, 8, 4, 46, 1, 1, 1, 8, 1])
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
