import { expect, test } from 'vitest'
import { batched } from './batched.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what many ask in one turn is one statement, and each has the answer to their own question', async () => {
  const statements: (readonly number[])[] = []
  const doubled = batched(async (_: object, numbers: readonly number[]) => {
    statements.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  const shop = {}
  expect(await Promise.all([doubled(shop, 1), doubled(shop, 2), doubled(shop, 2)])).toEqual([2, 4, 4])
  expect(statements).toEqual([[1, 2, 2]])
})

test('nothing is kept: who asks a turn later has what is true by then', async () => {
  let stock = 5
  const stockOf = batched(async (_: object, names: readonly string[]) => names.map(() => stock))
  const shop = {}
  const before = await stockOf(shop, 'fuse')
  await turn()
  stock = 4
  expect([before, await stockOf(shop, 'fuse')]).toEqual([5, 4])
})

test('a fault reaches all who asked in that turn, and nobody after it', async () => {
  let isDown = true
  const ask = batched(async (_: object, names: readonly string[]) => {
    if (isDown) throw new Error('the database is gone')
    return [...names]
  })
  const shop = {}
  const both = await Promise.allSettled([ask(shop, 'a'), ask(shop, 'b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask(shop, 'c')).toBe('c')
})

test('two shops in one process do not answer for each other', async () => {
  const nameOf = batched(async (shop: { name: string }, places: readonly number[]) => places.map(() => shop.name))
  expect(await Promise.all([nameOf({ name: 'north' }, 1), nameOf({ name: 'south' }, 1)])).toEqual(['north', 'south'])
})
