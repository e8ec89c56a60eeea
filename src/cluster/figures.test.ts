import { expect, test } from 'vitest'
import type { Write } from './buyers.ts'
import { figuresOf } from './figures.ts'
import type { Read } from './readers.ts'

const tried = (...tries: [status: number, from: number, until: number][]) =>
  tries.map(([status, from, until]) => ({ status, from, until }))
const write = (...tries: Parameters<typeof tried>): Write => ({ what: 'order', id: 'an order', tries: tried(...tries) })
const read = (what: Read['what'], ...tries: Parameters<typeof tried>): Read => ({
  what,
  path: '/',
  tries: tried(...tries),
})

const SPAN = { from: 0, until: 30_000 }
/** No write between the 5th and the 15th second, one a second otherwise. */
const GAP = Array.from({ length: 30 }, (_, second) => second * 1000)
  .filter((at) => at <= 5000 || at >= 15_000)
  .map((at) => write([201, at - 50, at]))

test('the time without a write is the longest between two acknowledged ones', () => {
  expect(figuresOf({ writes: GAP, reads: [] }, SPAN).gapMs).toBe(10_000)
})

test('the late answer of a write that began before does not end the time without one', () => {
  const late = write([201, 4900, 9000])
  expect(figuresOf({ writes: [...GAP, late], reads: [] }, SPAN).gapMs).toBe(10_000)
})

test('what fails twice while no write goes through is not counted, and before and after it is', () => {
  const during = write([503, 7000, 7100], [503, 7600, 7700], [201, 15_000, 15_100])
  const after = write([503, 20_000, 20_100], [503, 20_600, 20_700], [201, 21_200, 21_300])
  const once = write([503, 25_000, 25_100], [201, 25_600, 25_700])
  const reads = [read('other', [503, 3000, 3100], [0, 3600, 3700]), read('other', [503, 9000, 9100], [503, 9600, 9700])]
  const figures = figuresOf({ writes: [...GAP, during, after, once], reads }, SPAN)
  expect(figures).toMatchObject({ writesFailed: 1, othersFailed: 1, firstTriesFailed: 3 })
})

test('a kept page that fails counts at any time', () => {
  const reads = [read('kept', [503, 9000, 9100]), read('kept', [200, 9000, 9100]), read('kept', [0, 20_000, 20_100])]
  expect(figuresOf({ writes: GAP, reads }, SPAN)).toMatchObject({ kept: 3, keptFailed: 2 })
})

test('an outage that the fault makes by itself counts as a whole', () => {
  const late = write([503, 20_000, 20_100], [503, 20_600, 20_700], [201, 21_200, 21_300])
  const figures = figuresOf({ writes: [...GAP, late], reads: [] }, SPAN, { from: 1000, until: 22_000 })
  expect(figures.writesFailed).toBe(0)
})
