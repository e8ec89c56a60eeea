import { expect, test } from 'vitest'
import { readList } from './read-list.ts'
import { withPlace } from './with-place.ts'

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
])('of a header %j the other column holds the quantities', (head) => {
  expect(read(`${head}\nEF-230;12\nSR-22;40`)).toEqual([
    ['EF-230', 12],
    ['SR-22', 40],
  ])
})

test('a title that means something else than pieces names no quantities, however whole its numbers are', () => {
  for (const head of ['Line;Part number', 'No.;Part number', 'Page;Part number', 'Unit price;Part number'])
    expect(read(`${head}\n3;EF-230\n4;SR-22`), head).toEqual([
      ['EF-230', 1],
      ['SR-22', 1],
    ])
})

test('of several columns of whole numbers that holds the quantities whose title sounds like it, and all are in doubt where none does', () => {
  for (const head of ['Part number;Available;To order', 'Part number;Model;Needed', 'Part number;Spare;QTY REQ'])
    expect(read(`${head}\nEF-230;320;12\nSR-22;15;40`), head).toEqual([
      ['EF-230', 12],
      ['SR-22', 40],
    ])
  expect(read('Part number;Aisle;Shelf\nEF-230;320;12')).toEqual([['EF-230', '320 or 12']])
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
  const kept = [{ ...withPlace(columns, 'quantity', 2), head }]
  expect(readList(text, kept).lines).toMatchObject([{ number: 'EF-230', quantity: 4 }])
  expect(readList(`${text}0`, kept).lines).toMatchObject([{ number: 'EF-230', quantity: 40 }])
  expect(readList('Part number;Qty;Job\nEF-230;12;4', kept).lines).toMatchObject([{ quantity: 12 }])
  expect(readList('EF-230;12;4', kept).lines).toMatchObject([{ quantity: 12 }])
})

test('columns that were told by hand for lists without a header tell nothing of lists with one', () => {
  const kept = [{ width: 3, number: 0, quantity: 2, chosen: true }]
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
  expect(read(text)).toEqual([
    ['Order of 12 March', 1],
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
    ['Week 49', 1],
    ['EF-230', 12],
    ['SR-22', 20],
  ])
})

test('all lines of a list without a header are read by the same columns, and the prices among them are no pieces', () => {
  const prices = 'EF-230;18,00;Van 3;12\nSR-22;3,60;Van 4;20\nDK-28;5,00;;10'
  expect(columnsAndPieces(prices)).toEqual([0, 3, 12, 20, 10])
  const unknown = 'Symbol;Nazwa;Ilość\nEF-230;Fan;12\nSR-22;Relais 2;20\nDK-28;Seal;a few'
  expect(columnsAndPieces(unknown)).toEqual([0, 2, 'Ilość', 12, 20, 'a few'])
})

test('the running numbers in front of a list are no pieces, and in doubt where there are but two', () => {
  expect(columnsAndPieces('1;EF-230;12\n2;SR-22;15\n3;DK-28;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('10;2198202;12\n20;2198203;15\n30;2198204;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('01.;EF-230;12\n02.;SR-22;15\n03.;DK-28;10')).toEqual([1, 2, 12, 15, 10])
  expect(columnsAndPieces('7;EF-230;12\n8;SR-22;15\n9;DK-28;10')).toEqual([1, 2, 12, 15, 10])
  const gaps = '1;EF-230;12\n2;SR-22;15\n4;DK-28;10\n5;HC-120;2\n8;AD-12;8'
  expect(columnsAndPieces(gaps)).toEqual([1, 2, 12, 15, 10, 2, 8])
  expect(columnsAndPieces('1;EF-230;12\n2;SR-22;15')).toEqual([1, 0, '1 or 12', '2 or 15'])
})

test('a line whose quantity stands where the others have their number is read by itself', () => {
  expect(read('EF-230;12;Van 3\nSR-22;15;Van 4\n6;DG-1120;Van 3')).toEqual([
    ['EF-230', 12],
    ['SR-22', 15],
    ['DG-1120', 6],
  ])
})

test('what is left of a list is read by the same columns, until somebody writes another one', () => {
  const all = '1;EF-230;12\n2;SR-22;400000\n3;AD-12;8\n4;DK-28;10'
  const { layout } = readList(all)
  const left = '2;SR-22;400000\n3;AD-12;8'
  expect(readList(left, [], { layout }).lines).toMatchObject([{ quantity: 400_000 }, { quantity: 8 }])
  expect(readList(left).lines).toMatchObject([{ unread: '2 or 400000' }, { unread: '3 or 8' }])
  const { layout: byLook } = readList('EF-230;12;Van 3\n219820;15;Van 4')
  expect(byLook).toBeNull()
  const others = 'EF-230;12;4\nSR-22;a few;8'
  expect(readList(others, [], { layout: byLook }).lines).toMatchObject([{ quantity: 12 }, { quantity: 8 }])
})

test('rows that agree in no column of numbers are read each by its look, and so are those with commas in doubt', () => {
  expect(read('EF-230;12;Van 3\n219820;15;Van').slice(0, 1)).toEqual([['EF-230', 12]])
  expect(read('EF-230,12,211,Van 3\nSR-22,15,318,Van 4')).toEqual([
    ['EF-230', '12,211'],
    ['SR-22', '15,318'],
  ])
})

test('pieces may be written with cents of nought, and a blank cell among those of pieces is told as not read', () => {
  expect(columnsAndPieces('EF-230;12.00;Van 3\nSR-22;15.00;Van 4')).toEqual([0, 1, 12, 15])
  expect(columnsAndPieces('EF-230;12;\nSR-22;15;\nDK-28;;10')).toEqual([0, 1, 12, 15, '10'])
  expect(columnsAndPieces('EF-230;12;Van 3\nSR-22;15;Van 4\nDK-28;;Van 3')).toEqual([0, 1, 12, 15, ''])
})

test.each([
  'Manufacturer part number;Part number;Qty',
  'Supplier SKU;SKU;Qty',
  'OEM part number;Part no.;Bestellmenge',
  'Hersteller-Nr.;Artikel-Nr.;Stückzahl',
])('of a header %j the shop’s own numbers are read', (head) => {
  expect(read(`${head}\nA-4711;EF-230;12`)).toEqual([['EF-230', 12]])
})

test('stock, least and last quantities are none to order', () => {
  for (const head of [
    'Artikel;Lagermenge;Bestellmenge',
    'Artikel;Mindestmenge;Bestellmenge',
    'Part no.;Last order;This order',
    'Artikel;Menge (Bestand);Menge',
    'Part no.;Qty on order;Qty to order',
  ])
    expect(read(`${head}\nEF-230;320;12\nSR-22;640;20`), head).toEqual([
      ['EF-230', 12],
      ['SR-22', 20],
    ])
  expect(read('Artikelnummer;Bestand\nEF-230;320')).toEqual([['EF-230', '320']])
  expect(read('Bestellung KW 49\nPos.;Artikel-Nr.;Bestand;Bestellmenge\n1;EF-230;320;12').at(-1)).toEqual([
    'EF-230',
    12,
  ])
})

test('a cell stays whole at its spaces where a header tells how many there are', () => {
  expect(readList('Part number;Qty;Ref\nEF 230;;Van 3').lines).toMatchObject([
    { number: 'EF 230', quantity: 1, reference: 'Van 3' },
  ])
  expect(readList('Ref;Part number\nVan 3;EF-230').lines).toMatchObject([{ number: 'EF-230', reference: 'Van 3' }])
  expect(read('Qty;Part number\n1 000;MF-60N')).toEqual([['MF-60N', 1000]])
})

test('what the header of an earlier list named counts for one without a header where its cells fit', () => {
  const item = [{ width: 3, number: 1, quantity: 2 }]
  expect(readList('1;EF-230;12', item).lines).toMatchObject([{ number: 'EF-230', quantity: 12 }])
  expect(readList('EF-230;12;Van 3', item).lines).toMatchObject([
    { number: 'EF-230', quantity: 12, reference: 'Van 3' },
  ])
  const priced = [{ width: 3, number: 0, quantity: 1 }]
  expect(readList('EF-230;12;Van 3', priced).lines).toMatchObject([{ quantity: 12, reference: 'Van 3' }])
  expect(readList('EF-230;12;18.00', priced).lines).toMatchObject([{ quantity: 12, reference: '' }])
})

test('what a job is called stands in the reference, before a position, and a long text is cut at whole characters', () => {
  const references = (text: string) => readList(text).lines.map(({ reference }) => reference)
  for (const title of ['Job', 'Notiz', 'Notes', 'Comment', 'Bemerkung', 'Referenz'])
    expect(references(`Pos.;Part no.;Qty;${title}\n1;EF-230;12;Van 3`), title).toEqual(['Van 3'])
  expect(references('Pos.;Part no.;Qty\n1;EF-230;12')).toEqual(['1'])
  const [line] = readList(`Part no.;Qty;Job\n${'x'.repeat(130)};12;${'x'.repeat(59)}😀`).lines
  expect([line?.number.length, line?.reference.isWellFormed(), line?.reference.length]).toEqual([120, true, 60])
})

test('a row with pieces in it is no header, and marks without width are none of a cell', () => {
  expect(read('EF-230;4;No\nSR-22;10;Yes')).toEqual([
    ['EF-230', 4],
    ['SR-22', 10],
  ])
  expect(read('Order;4711;Customer;Lind\nPart no.;Name;Stock;Qty\nEF-230;Fan;320;4').at(-1)).toEqual(['EF-230', 4])
  expect(read('EF-230, 3\u200b\nSR-22\t\u200e4')).toEqual([
    ['EF-230', 3],
    ['SR-22', 4],
  ])
})

test('a line typed below a table is read by its look, and one with a cell too many is told as not read', () => {
  const head = 'Part number;Description;Qty\nSR-22;Relay;20'
  expect(read(`${head}\nIV-110;3\nSR-22 x 30\n4 x EF-230\nDK-28;Seal`)).toEqual([
    ['SR-22', 20],
    ['IV-110', 3],
    ['SR-22', 30],
    ['EF-230', 4],
    ['DK-28', ''],
  ])
  expect(read('Part number,Name,Qty\nTF-77,Thermal fuse, 10 pcs,20\nSR-22,Relay,20,')).toEqual([
    ['TF-77', '10 pcs'],
    ['SR-22', 20],
  ])
})

test('a header that names no quantities is read as before when lines of it are gone', () => {
  const head = 'Part number;Description;Needs'
  const { layout } = readList(`${head}\nEF-230;Fan;4\nSR-22;Relay;2\nDK-28;Seal;see mail`)
  const left = readList(`${head}\nDK-28;Seal;see mail`, [], { layout })
  expect(left.lines).toMatchObject([{ quantity: 1, unread: 'see mail' }])
})

test('a column has one meaning: what it was before goes to the column that is left', () => {
  const columns = { width: 3, number: 0, quantity: 1, reference: 2 }
  expect(withPlace(columns, 'quantity', 2)).toEqual({ width: 3, number: 0, quantity: 2, reference: 1 })
  expect(withPlace(columns, 'number', 1)).toEqual({ width: 3, number: 1, quantity: 0, reference: 2 })
  expect(withPlace(columns, 'reference', undefined)).toEqual({ width: 3, number: 0, quantity: 1 })
  expect(withPlace({ width: 3, number: 0 }, 'quantity', 0)).toEqual({ width: 3, number: 1, quantity: 0 })
  const worded = { width: 3, number: 0, reference: 1 }
  expect(withPlace(worded, 'quantity', 0)).toEqual({ width: 3, number: 2, quantity: 0, reference: 1 })
  const open = { width: 4, number: 0, quantity: 1, open: [1, 2, 3] }
  expect(withPlace(open, 'number', 1)).toEqual({ width: 4, number: 1, quantity: 0, open: [0, 2, 3] })
  expect(withPlace(open, 'reference', 1)).toEqual({ width: 4, number: 0, quantity: 2, reference: 1, open: [2, 3] })
  expect(withPlace(open, 'quantity', 2)).toEqual({ width: 4, number: 0, quantity: 2 })
  const two = { width: 3, number: 0, quantity: 1, open: [1, 2] }
  expect(withPlace(two, 'reference', 1)).toEqual({ width: 3, number: 0, quantity: 2, reference: 1 })
})

test('the width that a header gives a list tells whether a comma separates cells', () => {
  expect(read('Part number,Qty,Job\nEF-230,12,211')).toEqual([['EF-230', 12]])
  expect(read('Part number,Qty\nEF-230,12,211')).toEqual([['EF-230', 12_211]])
  expect(readList('Part number,Qty,Job\nEF-230,1,000').lines).toMatchObject([{ quantity: 1, unread: '1,000' }])
})
