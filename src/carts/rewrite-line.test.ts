import { expect, test } from 'vitest'
import { type ReadLine, readList } from './read-list.ts'
import { oneToALine, rewritten, withLines } from './rewrite-line.ts'

/** The new text of a line of a list, the first unless told. */
function correctedIn(text: string, change: Partial<ReadLine>, at = 0) {
  const { lines, ...before } = readList(text)
  const line = lines[at]
  if (!line) throw new Error('no line was read')
  const next = rewritten(line, change, { text, ...before })
  const { lines: again } = readList(withLines(text, [[line.typed, next]]), [], before)
  expect(again.toSpliced(at, 1)).toEqual(lines.toSpliced(at, 1))
  return next
}

test.each([
  ['SR-2Z, 15', 'SR-22, 24'],
  ['SR-2Z;15;Job 2117', 'SR-22; 24; Job 2117'],
  ['SR-2Z, 15; Van 3', 'SR-22; 24; Van 3'],
  ['SR-2Z,15,"Mrs Lind, flat 3"', 'SR-22, 24,"Mrs Lind, flat 3"'],
  ['15 x SR-2Z', 'SR-22, 24'],
  ['SR-2Z', 'SR-22, 24'],
  ['Fan\tSR-2Z\t15 pcs', 'Fan\tSR-22\t24'],
  ['\tSR-2Z\t15', '\tSR-22\t24'],
])('the correction of %j is written as %j, and read again as it was meant', (typed, next) => {
  const [line] = readList(typed).lines
  expect(correctedIn(typed, { number: 'SR-22', quantity: 24 })).toBe(next)
  expect(readList(next).lines).toEqual([{ ...line, number: 'SR-22', quantity: 24, typed: next }])
})

test('a correction goes into the columns that a header names, and a quantity behind those of a header that names none', () => {
  const change = { number: 'EF-230', quantity: 8 }
  expect(correctedIn('Qty;Description;Part number\n4;Fan;EF-23O', change)).toBe('8; Fan; EF-230')
  expect(correctedIn('Pos;Description;Part number\n4;Fan;EF-23O', change)).toBe('4; Fan; EF-230; 8')
  expect(correctedIn('Pos;Description;Part number\n4;Fan;EF-23O', { number: 'EF-230' })).toBe('4; Fan; EF-230')
})

test('of equal lines of a text as many are replaced as are given, and all others stay as they are', () => {
  const text = 'EF-230, 4\r\n\r\n SR-22, 15 \nEF-230, 4\nEF-230, 4'
  expect(
    withLines(text, [
      ['EF-230, 4', 'EF-230, 8'],
      ['EF-230, 4', null],
      ['DK-28, 10', null],
    ]),
  ).toBe('EF-230, 8\n\n SR-22, 15 \nEF-230, 4')
})

test('a line of thousands that is corrected is read again as it was meant', () => {
  expect(correctedIn('EF-23O,1,000', { number: 'EF-230', quantity: 1000, unread: undefined })).toBe('EF-230, 1000')
})

test.each([
  ['SR-2Z 1,200', 'SR-22 1,200'],
  ['SR-2Z;Fan;320;12', 'SR-22; Fan; 320; 12'],
  ['SR-2Z;Fan;320;12\nDK-28;Seal;15;4', 'SR-22; Fan; 320; 12'],
  ['Part number;Qty\nSR-2Z;1.5', 'SR-22; 1.5'],
  ['Part number;Qty\nSR-2Z;a dozen', 'SR-22; a dozen'],
])('a number that is corrected before its quantity is read stands in the text: %j', (text, next) => {
  expect(correctedIn(text, { number: 'SR-22' })).toBe(next)
})

test('a row whose last cell is empty keeps it when its number is corrected', () => {
  const text = 'Fan\tEF-230\t12\nRelay\tSR-2Z\t\nSwitch\tDK-28\t10'
  expect(correctedIn(text, { number: 'SR-22' }, 1)).toBe('Relay\tSR-22\t')
})

test('which of several numbers is the quantity is told for one line in the documented form, and the others wait', () => {
  const change = { quantity: 12, unread: undefined }
  expect(correctedIn('1;EF-230;12', change)).toBe('EF-230; 12')
  expect(correctedIn('EF-230, 18,50, 12', change)).toBe('EF-230, 12')
  const table = 'EF-230;Fan;320;12\nSR-22;Relay;640;20'
  expect(correctedIn(table, change)).toBe('EF-230, 12, Fan')
  expect(correctedIn('12,EF-230,2117,Van 3\n20,SR-22,2118,Van 4', change)).toBe('EF-230; 12; Van 3')
  // Also once somebody has chosen the columns of the others.
  const told = [{ width: 4, number: 0, quantity: 2, chosen: true }]
  const later = readList(table.replace('EF-230;Fan;320;12', 'EF-230, 12, Fan'), told).lines
  expect(later.map(({ quantity }) => quantity)).toEqual([12, 640])
})

test('a line that waits for its quantity goes on waiting when its number is corrected, also one that ends early', () => {
  expect(correctedIn('Part number;Description;Qty\nEF-230;Fan;12\nSR-2Z', { number: 'SR-22' }, 1)).toBe('SR-22')
})

test('what may be the quantity of a line that was all taken for a number stands behind the number that was meant', () => {
  const change = { number: 'MF-60N', unread: '100 urgent' }
  expect(correctedIn('MF-60N 100 urgent', change)).toBe('MF-60N, 100 urgent')
})

test('several parts of a line have a line each, and one with other words stays whole', () => {
  expect(oneToALine('EF-230 12, SR-22 20; 10 x DK-28\nHC-120, 2, Van 3')).toBe(
    'EF-230 12\nSR-22 20\n10 x DK-28\nHC-120, 2, Van 3',
  )
  expect(oneToALine('EF-230 12, urgent\r\n\r\nSR-22 12,500')).toBe('EF-230 12, urgent\n\nSR-22 12,500')
})

test('a quantity for a line of fewer cells than the others is read again as it was meant', () => {
  const text = 'EF-230;Fan;12\nDK-28;Switch\nSR-22;Relay;20'
  expect(correctedIn(text, { quantity: 30 }, 1)).toBe('DK-28, 30, Switch')
})

test('a cell with line breaks, as of a spreadsheet, becomes one line', () => {
  expect(oneToALine('EF-230\t"Fan\r\nmotor"\t12\r\nSR-22\tRelay\t20')).toBe('EF-230\t"Fan motor"\t12\nSR-22\tRelay\t20')
  const head = oneToALine('"Part\nnumber"\t"In\nstock"\t"To\norder"\nEF-230\t20\t4\nSR-22\t30\t10')
  expect(readList(head).lines.map(({ quantity }) => quantity)).toEqual([4, 10])
  for (const text of [
    'Hose 12", 3\nEF-230, 4\nPipe 3/4", 2',
    'EF-230,12,van 3\nSR-22,40,"\nDK-28,2,"',
    'EF-230,12,"1/2\nSR-22,40,3/4"',
    '"Please order\nEF-230 12\nSR-22 40"',
  ])
    expect(oneToALine(text)).toBe(text)
})
