import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

const read = (text: string) => readList(text).lines.map(({ number, quantity, unread }) => [number, unread ?? quantity])

test.each([
  'Part number;No. of pieces',
  'Part number;Required',
  'Part number;Number of pieces',
  'Part number;QTY REQ',
  'Artikel;Anzahl',
  'Artikel;Stück',
  'Part no.;Q.ty',
  'Part no.;Total qty',
  'Part no.;Qty per unit',
])('of a header %j the other column holds the quantities', (head) => {
  expect(read(`${head}\nEF-230;12\nSR-22;40`)).toEqual([
    ['EF-230', 12],
    ['SR-22', 40],
  ])
})

test('a title that means something else than pieces names no quantities, however whole its numbers are', () => {
  for (const head of [
    'Line;Part number',
    'No.;Part number',
    'Page;Part number',
    'Unit price;Part number',
    'Work order;Part number',
  ])
    expect(read(`${head}\n3;EF-230\n4;SR-22`), head).toEqual([
      ['EF-230', 1],
      ['SR-22', 1],
    ])
})

test('of several columns of whole numbers that holds the quantities whose title sounds like it, and none where none does', () => {
  for (const head of ['Part number;Available;To order', 'Part number;Model;Needed', 'Part number;Spare;QTY REQ'])
    expect(read(`${head}\nEF-230;320;12\nSR-22;15;40`), head).toEqual([
      ['EF-230', 12],
      ['SR-22', 40],
    ])
  expect(read('Part number;Aisle;Shelf\nEF-230;320;12')).toEqual([['EF-230', 1]])
})

test('the line by which a spreadsheet tells its separator is no part', () => {
  expect(read('sep=;\nPart number;Qty\nEF-230;12')).toEqual([['EF-230', 12]])
})

test('a cell of a column that holds quantities for the most part is told as not read where it is none', () => {
  expect(read('Part number;To order\nEF-230;12\nSR-22;a few\nDK-28;10')).toEqual([
    ['EF-230', 12],
    ['SR-22', 'a few'],
    ['DK-28', 10],
  ])
})

test('columns that are told by hand count before what the header says, for lists that begin with the same line', () => {
  const text = 'Part number;Qty;Spare\nEF-230;12;4'
  const { head, columns } = readList(text)
  const byHand = { head, columns: { ...columns, quantity: 2 } }
  expect(readList(text, [], byHand).lines).toMatchObject([{ number: 'EF-230', quantity: 4 }])
  expect(readList(`${text}0`, [], byHand).lines).toMatchObject([{ number: 'EF-230', quantity: 40 }])
  expect(readList('Part number;Qty;Job\nEF-230;12;4', [], byHand).lines).toMatchObject([{ quantity: 12 }])
})

test('columns that were told by hand before count where the header names no quantities, and where it does they do not', () => {
  const kept = [{ width: 3, number: 0, quantity: 2, chosen: true }]
  const asks = 'Part number;Aisle;Shelf\nEF-230;320;12'
  expect(readList(asks, kept)).toMatchObject({ isTitled: false, lines: [{ number: 'EF-230', quantity: 12 }] })
  const tells = 'Part number;Qty;Shelf\nEF-230;4;12'
  expect(readList(tells, kept)).toMatchObject({ isTitled: true, lines: [{ number: 'EF-230', quantity: 4 }] })
  expect(readList(asks, [{ width: 3, number: 0, quantity: 2 }]).lines).toMatchObject([{ quantity: 1 }])
  const other = 'Aisle;Part number;Spare\n3;EF-230;12'
  expect(readList(other, kept)).toMatchObject({ lines: [{ number: 'EF-230', quantity: 1 }] })
})

test('the columns of a list are those of its usual lines, also where the first one is shorter', () => {
  const { columns } = readList('EF-225, 10\nEF-230, 12, Van 3\nSR-22, 15, Van 4')
  expect(columns).toEqual({ width: 3, number: 0, quantity: 1, reference: 2 })
})
