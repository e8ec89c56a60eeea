import { expect, test } from 'vitest'
import { recoveryTime } from './recovery-time.ts'

const NOW = new Date('2026-12-01T00:00:00Z')

test.each([
  ['2026-11-22 21:30:00+00', '2026-11-22T21:30:00.000Z'],
  ['2026-11-22T21:30:00.5Z', '2026-11-22T21:30:00.500Z'],
  ['2026-11-22 21:30:00+05:30', '2026-11-22T16:00:00.000Z'],
  ['2026-11-22 21:30:00-0330', '2026-11-23T01:00:00.000Z'],
])('%s is a time that a database went back to', (text, at) => {
  expect(recoveryTime(text, NOW)?.toISOString()).toBe(at)
})

test.each([
  '',
  'yesterday',
  '2026-11-22 21:30:00',
  '2999-01-01 00:00:00+00',
  '2026-02-31 10:00:00+00',
  '0000-01-01 00:00:00Z',
])('“%s” is none: it has no zone, is no day or lies ahead', (text) => {
  expect(recoveryTime(text, NOW)).toBeUndefined()
})
