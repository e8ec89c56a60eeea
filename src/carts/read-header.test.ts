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

test('columns that were told by hand count before what the header says, for lists with the same one', () => {
  const text = 'Part number;Qty;Spare\nEF-230;12;4'
  const { head, columns } = readList(text)
  const kept = [{ ...columns, quantity: 2, head }]
  expect(readList(text, kept).lines).toMatchObject([{ number: 'EF-230', quantity: 4 }])
  expect(readList(`${text}0`, kept).lines).toMatchObject([{ number: 'EF-230', quantity: 40 }])
  expect(readList('Part number;Qty;Job\nEF-230;12;4', kept).lines).toMatchObject([{ quantity: 12 }])
  expect(readList('EF-230;12;4', kept).lines).toMatchObject([{ quantity: 12 }])
})

test('columns that were told by hand for lists without a header tell nothing of lists with one', () => {
  const kept = [{ width: 3, number: 0, quantity: 2 }]
  expect(readList('EF-230;320;12', kept).lines).toMatchObject([{ quantity: 12 }])
  expect(readList('Part number;Qty;Shelf\nEF-230;4;12', kept).lines).toMatchObject([{ quantity: 4 }])
  expect(readList('Part number;Aisle;Shelf\nEF-230;320;12', kept).lines).toMatchObject([{ quantity: 1 }])
})

test.each(['Teilenummer', 'Artikel-Nr.', 'Bestellnummer', 'Material Nr', 'Supplier SKU', 'Manufacturer Part Number'])(
  '%j names the part numbers',
  (title) => {
    expect(read(`${title};Bezeichnung;Menge\nEF-230;Lüfter;12\nSR-22;Relais;20`)).toEqual([
      ['EF-230', 12],
      ['SR-22', 20],
    ])
  },
)

test('a header may stand below the title of a list, whose lines above it are read by their look', () => {
  const text = 'Order of 12 March\nHC-120 4\nPart number;Name;Qty\nEF-230;Fan 5 W;12\nSR-22;Relay;20'
  expect(readList(text)).toMatchObject({ isTitled: true, columns: { width: 3, number: 0, quantity: 2 } })
  expect(read(text).slice(-3)).toEqual([
    ['HC-120', 4],
    ['EF-230', 12],
    ['SR-22', 20],
  ])
})

test('the columns of a list are those of its usual lines, also where the first one is shorter', () => {
  const { columns } = readList('EF-225, 10\nEF-230, 12, Van 3\nSR-22, 15, Van 4')
  expect(columns).toEqual({ width: 3, number: 0, quantity: 1, reference: 2 })
})

const columnsAndPieces = (text: string) => {
  const { columns, lines } = readList(text)
  return [columns.number, columns.quantity, ...lines.map(({ unread, quantity }) => unread ?? quantity)]
}

test('a title above a header may have as many empty cells as a spreadsheet gives it, and rows without any cell are none', () => {
  const text =
    'Purchase list;;;\nWeek 49;;;\n;;;\nPart no.;Stock;Qty;Price\nEF-230;320;12;18.00\nSR-22;640;20;3.60\n;;;'
  expect(read(text)).toEqual([
    ['Purchase list', 1],
    ['Week', 49],
    ['EF-230', 12],
    ['SR-22', 20],
  ])
})

test('all lines of a list without a header are read by the same columns, and the prices among them are no pieces', () => {
  const prices = 'EF-230;18,00;Van 3;12\nSR-22;3,60;Van 4;20\nDK-28;5,00;;10'
  expect(columnsAndPieces(prices)).toEqual([0, 3, 12, 20, 10])
  const unknown = 'Référence;Désignation;Quantité\nEF-230;Fan;12\nSR-22;Relais 2;20\nDK-28;Seal;a few'
  expect(columnsAndPieces(unknown)).toEqual([0, 2, 'Quantité', 12, 20, 'a few'])
})

test('the running numbers in front of a list are no pieces, and two lines may as well be for one and two', () => {
  expect(columnsAndPieces('1;EF-230;12\n2;SR-22;15\n3;DK-28;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('10;2198202;12\n20;2198203;15\n30;2198204;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('01.;EF-230;12\n02.;SR-22;15\n03.;DK-28;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('1;EF-230;12\n2;SR-22;15')).toEqual([1, 0, 1, 2])
})

test('a line whose quantity stands where the others have their number is read by itself', () => {
  expect(read('EF-230;12;Van 3\nSR-22;15;Van 4\n6;DG-1120;Van 3')).toEqual([
    ['EF-230', 12],
    ['SR-22', 15],
    ['DG-1120', 6],
  ])
})
