import { expect, test } from 'vitest'
import { quickest } from '../testing/quickest.ts'
import { Measures } from './measures.ts'
import { TextIndex } from './text-index.ts'

const index = new TextIndex()
const COUNT = 40_000
for (let at = 0; at < COUNT; at++) index.add(new Map([[`number${at}`, 'other']]))
for (const word of ['240v', '0.5w', '220v', '230v', '1/4hp', '230vx', 'v', '1000v'])
  index.add(new Map([[word, 'fact']]))

test('the measures of a range are those of its unit, its ends too', () => {
  expect(index.within({ from: 220, to: 240, unit: 'v' })).toEqual(['220v', '230v', '240v'])
  expect(index.within({ from: 0, to: 0.5, unit: 'w' })).toEqual(['0.5w'])
  expect(index.within({ from: 0, to: 9, unit: 'hp' })).toEqual([])
  index.add(new Map([['225v', 'fact']]))
  expect(index.within({ from: 220, to: 230, unit: 'v' })).toEqual(['220v', '225v', '230v'])
})

test('two spellings of one number are both found, and zeros in front change nothing', () => {
  const measures = new Measures()
  for (const word of ['07mm', '7mm', '8mm']) measures.add(word)
  expect(measures.within({ from: 7, to: 7, unit: 'mm' })).toEqual(['07mm', '7mm'])
})

test('a range without an end, such as 0-1/0 w, ends with the last measure', () => {
  const measures = new Measures()
  for (const word of ['0v', '5v', '5w', '10w']) measures.add(word)
  const to = Number.POSITIVE_INFINITY
  expect(measures.within({ from: 0, to, unit: 'w' })).toEqual(['5w', '10w'])
  expect(measures.within({ from: 0, to, unit: 'v' })).toEqual(['0v', '5v'])
  expect(measures.within({ from: Number.NaN, to: Number.NaN, unit: 'w' })).toEqual([])
})

test('a thousand ranges take less time than twenty looks at each word of a large catalogue', async () => {
  const words = Array.from({ length: COUNT }, (_, at) => `number${at}`)
  const [ranges, looks] = await quickest(
    () => {
      for (let at = 0; at < 1000; at++) index.within({ from: at, to: at + 20, unit: 'v' })
    },
    () => words.filter((word) => word.endsWith('v') && Number(word.slice(0, -1)) <= 240),
  )
  expect(ranges).toBeLessThan(looks * 20)
})
