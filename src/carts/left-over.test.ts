import { expect, test } from 'vitest'
import { leftOver } from './left-over.ts'
import { readList } from './read-list.ts'

const left = (typed: string, part: string) => {
  const [line] = readList(typed).lines
  return leftOver(line && { ...line, id: '1' }, part).unread
}

test.each([
  ['EF-230/2', 'EF-230', '2'],
  ['EF-230*2', 'EF-230', '2'],
  ['N5031-10-2', 'N5031-10', '2'],
  ['EF-230 x two', 'EF-230', 'x two'],
  ['MF-60N 100 urgent', 'MF-60N', '100 urgent'],
  ['EF 230 Evaporator fan 12 18.00 216.00', 'EF-230', '12 or 18.00 or 216'],
  ['2 x 50 EF-230', 'EF-230', '50 or 2'],
  ['RC 44 12', 'RC-4412-A', '12'],
  ['EF-231 30 for Lind', 'EF-230', '30 for Lind'],
  ['EF-231/2', 'EF-230', '2'],
  ['EF--230/2', 'EF-230', '2'],
  ['EF-2300', 'EF-230', undefined],
  ['RC 4412', 'RC-4412', undefined],
  ['KA 97 0020', 'KA 97 0020 A', undefined],
  ['EF-230 0012', 'EF-230', '0012'],
  ['EF-230 urgent', 'EF-230', undefined],
  ['ef.230', 'EF-230', undefined],
  ['EF-231 12', 'EF-230', undefined],
])('of %j for %s the quantity that is asked for is %j', (typed, part, unread) => {
  expect(left(typed, part)).toBe(unread)
})
