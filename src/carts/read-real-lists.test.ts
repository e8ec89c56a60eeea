import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

const read = (text: string, ...more: [Parameters<typeof readList>[1]?]) =>
  readList(text, ...more).lines.map(({ number, quantity, unread }) => [number, unread ?? quantity])

test('a first column without a title, and marks behind titles, hide no header', () => {
  expect(read('\tPart number\tQty\n1\tEF-230\t12\n2\tSR-22\t20')).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
  ])
  expect(read('Part_number*;Stock;Qty:\nEF-230;320;12')).toEqual([['EF-230', 12]])
})

test('where one part of a form has a quantity the others are told as not read', () => {
  const form = 'Part number;Description;Min;In van;Order\nEF-230;Fan;4;8;\nMF-60N;Fuse;20;60;\nSR-22;Relay;10;4;20'
  expect(read(form)).toEqual([
    ['EF-230', ''],
    ['MF-60N', ''],
    ['SR-22', 20],
  ])
  expect(read('Part number;Qty\nEF-230;12\nSR-22;20\nDK-28;').at(-1)).toEqual(['DK-28', ''])
  expect(read('Part number;Qty\nEF-230;\nSR-22;')).toEqual([
    ['EF-230', 1],
    ['SR-22', 1],
  ])
})

test('a row that ends before the quantity of its table is read by the table’s columns where those hold pieces', () => {
  const head = 'Part number;Description;Stock;Qty\nEF-230;Fan;320;12\nDK-28;Seal;15;4'
  expect(read(`${head}\nSR-22;Relay;640`).at(-1)).toEqual(['SR-22', ''])
  expect(read('Pos;Part no;Qty\n1;EF-230;12\n2;SR-22').at(-1)).toEqual(['SR-22', ''])
})

test.each(['\t', ';'])('commas within the cells of a table separate none where %j does', (separator) => {
  const cells = ['EF-230', '230 V AC 50 Hz, 2,400 rpm, ball bearing, with 100 mm blade', '12']
  expect(read(cells.join(separator))).toEqual([['EF-230', 12]])
})

test.each([
  ['EF-230, 12 à 18,00', '00'],
  ['EF-230, 12.', '12.'],
  ['EF-230, 12 stk til Lind', '12 stk til Lind'],
  ['EF-230; ~2', '~2'],
  ['EF-230; 10-20', '10-20'],
  ['EF-230; fan motor 12 pcs', 'fan motor 12 pcs'],
  ['EF-230; Menge: 3 Stk', 'Menge: 3 Stk'],
])('%j is no line of one piece, and is not left out: its quantity is told as not read', (text, unread) => {
  expect(read(text)).toEqual([['EF-230', unread]])
})

test('nought that a comma has cut off leaves no line out', () => {
  expect(read('EF-230 12,0')).toEqual([['EF-230 12', '0']])
})

test.each(['EF-230; 230 V', 'EF-230; 4 mm shaft', 'EF-230; Job 2117'])('%j is for one piece', (text) => {
  expect(read(text)).toEqual([['EF-230', 1]])
})

test('a line with a note behind its columns is read by those of the other lines, and counts among running numbers', () => {
  expect(read('1;EF-230;12\n2;SR-22;20\n3;DK-28;10;urgent\n4;CT-08;5')).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
    ['DK-28', 10],
    ['CT-08', 5],
  ])
  expect(read('EF-230;18,50;12\nSR-22;3,60;20\nDK-28;5,25;10;urgent').at(-1)).toEqual(['DK-28', 10])
})

test('what an earlier header named counts for no list with pieces elsewhere', () => {
  const stock = [{ width: 3, number: 0, quantity: 2 }]
  expect(read('EF-230, 12, 2117', stock)).toEqual([['EF-230', 12]])
  const first = [{ width: 3, number: 1, quantity: 0 }]
  expect(read('1;EF-230;12\n2;SR-22;20\n3;DK-28;10', first)).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
    ['DK-28', 10],
  ])
  expect(read('12;EF-230;Fan\n20;SR-22;Relay', first)[0]).toEqual(['EF-230', 12])
})

test.each([
  ['EF-230;18.00;12', '18.00 or 12'],
  ['EF-230;18.00;12\nSR-22;4.00;20', '18.00 or 12'],
  ['EF-230, 18,50, 12', '18 or 50 or 12'],
  ['1;EF-230;12', '1 or 12'],
  ['12;EF-230;2117', '12 or 2117'],
  ['EF-230;Fan;320;12', '320 or 12'],
  ['EF-230;Fan;320;12\nSR-22;Relay;640;20', '320 or 12'],
  ['EF-230, 12, SR-22, 20', '12 or 20'],
  ['EF-230 12, SR-22 20, DK-28 10', '12, SR-22 20, DK-28 10'],
  ['EF-230 12; SR-22 20\nDK-28 10; HC-120 2', '12, SR-22 20'],
  ['Part number;Qty;Part number;Qty\nEF-230;12;SR-22;20', '12 or 20'],
  ['Part number;Count;To order\nEF-230;320;12', '320 or 12'],
  ['Artikel;Menge;Bestellmenge\nEF-230;0;12', '0 or 12'],
  ['Part number;Qty;Open orders\nEF-230;;12', ''],
  ['Part number;Needed;To order\nEF-230;320;12', '320 or 12'],
  ['Article;Nombre;Lot\nEF-230;12;18', '12 or 18'],
  ['EF-230;0;12', '0 or 12'],
  ['EF-230; 0 pcs; 12 pcs', '0 pcs or 12 pcs'],
  ['EF-230, 100 nos, 2117', '100 nos'],
  ['EF-230;~50;2117\nSR-22;~20;2118', '~50'],
  ['EF-230\tFan\t8\t\nMF-60N\tMOSFET\t60\t\nSR-22\tRelay\t4\t20\nDK-28\tSwitch\t5\t', ''],
  ['Part number;Room\nEF-230;24\nSR-22;31', '24'],
  ['Part number;WO;Qty used\nEF-230;212;4\nSR-22;213;10', '212 or 4'],
  ['Part number;Description;Par;On hand\nEF-230;Fan;16;4\nSR-22;Relay;20;10', '16 or 4'],
  ['Part number;Description;Count;Par\nEF-230;Fan;0;16\nSR-22;Relay;10;20', '0 or 16'],
  ['Artikelnummer;Bezeichnung;Menge;Offen\nEF-230;Fan;16;4\nSR-22;Relais;20;10', '16 or 4'],
  ['Part number;Qty;Suggested\nEF-230;16;4', '16 or 4'],
  ['Part number;Missing;Par\nEF-230;4;16', '4 or 16'],
  ['Part;Qty;To order\nEF-230;4;-\nSR-22;10;30\nDK-28;5;-', ''],
  ['Part;Stock;Order\nEF-230;4;-\nSR-22;10;30\nDK-28;5;-', '-'],
  ['Part number;Van;Add\nEF-230;8;\nMF-60N;60;\nSR-22;4;20', '8'],
])('in %j it is not sure which number is the quantity, so that none is taken', (text, unread) => {
  expect(read(text)[0]).toEqual(['EF-230', unread])
})

test('a header may stand below rows with more cells, and below many', () => {
  const table = 'Part no.;Stock;Qty\nEF-230;320;12'
  expect(read(`Order;4711;Customer;Lind\n${table}`).at(-1)).toEqual(['EF-230', 12])
  expect(read(`${'Terms and conditions\n'.repeat(20)}${table}`).at(-1)).toEqual(['EF-230', 12])
})

test('totals of money stand beside a quantity, and totals of pieces are in doubt', () => {
  expect(read('Part number;Qty;Price;Total\nEF-230;12;18;216')).toEqual([['EF-230', 12]])
  expect(read('Code;Libellé;Qté;PU HT;Total HT\nEF-230;Fan;12;18,00;216,00')).toEqual([['EF-230', 12]])
  expect(read('Part number;Qty per machine;Total\nEF-230;4;12')).toEqual([['EF-230', '4 or 12']])
})

test('of a list with running numbers alone no quantity is taken', () => {
  expect(read('1;EF-230;Fan\n2;SR-22;Relay\n3;DK-28;Seal')[1]).toEqual(['SR-22', '2'])
})

test('what is left of a list once its other lines are in the cart is read as it was', () => {
  for (const [all, left] of [
    ['Part number;Qty\nEF-230;12\nSR-22;', 'Part number;Qty\nSR-22;'],
    ['Pos;Part no;Qty\n1;EF-230;12\n2;SR-22', 'Pos;Part no;Qty\n2;SR-22'],
    ['Part number;Price;Qty\nEF-230;18.50;12\nSR-22;5.00', 'Part number;Price;Qty\nSR-22;5.00'],
    ['EF-230;Fan;12\nHC-120;Seal;2\nSR-22;Relay;', 'SR-22;Relay;'],
  ] as const) {
    const { lines, ...before } = readList(all)
    expect([left, readList(left, [], before).lines]).toEqual([left, lines.slice(-1)])
  }
})

test('what stands behind a number is its quantity, and behind that a reference of digits', () => {
  expect(read('EF-230;12;2117\nSR-22;20;2118')).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
  ])
  expect(readList('EF-230;12;2117;').lines).toMatchObject([{ quantity: 12, reference: '2117' }])
})

test('a line typed below a table with another separator is read by its look', () => {
  const typed = 'MF-60N, 100, 2117\nDK-28, 10, 44'
  for (const head of ['Part number;Description;Qty\n', ''])
    expect(readList(`${head}EF-230;Fan;12\nSR-22;Relay;20\nHC-120;Seal;2\n${typed}`).lines.slice(-2)).toMatchObject([
      { number: 'MF-60N', quantity: 100, reference: '2117' },
      { number: 'DK-28', quantity: 10, reference: '44' },
    ])
  expect(read('Part number;Stock;Qty\nEF-230;320;12\nMF-60N, 100, 2117')).toEqual([
    ['EF-230', 12],
    ['MF-60N', 100],
  ])
})

test('of a unit and its number no part is read, and a column is either the number or the reference', () => {
  expect(read('2 boxes;SR-22')).toEqual([['2 boxes', 1]])
  expect(readList('Ref;Qty\nEF-230;12').lines).toMatchObject([{ number: 'EF-230', quantity: 12, reference: '' }])
})

test('a row that ends before the quantity of its table is not read by its price', () => {
  expect(read('EF-230;18.50;12\nSR-22;3.60;20\nDK-28;5.00').at(-1)).toEqual(['DK-28', '5.00'])
  expect(read('Part number;Price;Qty\nEF-230;18.50;12\nSR-22;3.60;20\nDK-28;5.00').at(-1)).toEqual(['DK-28', ''])
})

test.each(['tbd', '', 'ca. 12', '12,5', 'a dozen'])('a row with %j and a unit is no header', (quantity) => {
  const rows = ['SR-22;20;Stk', 'DK-28;10;Stk', 'MF-60N;50;Stk']
  for (const text of [`EF-230;${quantity};Stk\n${rows.join('\n')}`, `${rows.join('\n')}\nEF-230;${quantity};Stk`])
    expect(read(text).map(([number]) => number)).toContain('EF-230')
})

test('a title alone, or beside its part, is no header', () => {
  for (const title of ['Quantity:', 'Menge:', 'Pcs', 'Total'])
    expect(read(`${title}\nEF-230, 12\nSR-22, 20`).slice(-2)).toEqual([
      ['EF-230', 12],
      ['SR-22', 20],
    ])
  expect(read('Part number\tEF-230\nDescription\tFan motor')[0]).toEqual(['EF-230', 1])
})

test('two thousand pieces of a list are no header', () => {
  expect(read('MF-60N;2000;pcs\nEF-230;12;pcs\nSR-22;20;pcs').map(([number]) => number)).toEqual([
    'MF-60N',
    'EF-230',
    'SR-22',
  ])
})

test('of a row without the words of the others what stands in their place may be the quantity', () => {
  const text = 'EF-230, Fan, 12\nSR-22, Relay, 20\nMF-60N, 100, 217'
  expect(read(text)).toEqual([
    ['EF-230', 12],
    ['SR-22', 20],
    ['MF-60N', '100 or 217'],
  ])
  expect(read(`Part number, Description, Qty\n${text}`).at(-1)).toEqual(['MF-60N', '100 or 217'])
})

test('of a list of prices the round ones are no quantities either', () => {
  for (const list of [
    'EF-230;Fan;18.50\nSR-22;Relay;10.00\nDK-28;Seal;20.00',
    '1;EF-230;Fan;18.50\n2;SR-22;Relay;10.00\n3;DK-28;Seal;20.00',
    'EF-230, 18.50\nSR-22, 10.00\nDK-28, 20.00',
  ])
    expect(readList(list).lines.map(({ unread }) => unread === undefined)).toEqual([false, false, false])
})

test('a number below a part, as of cells that were pasted one below the other, may be its quantity', () => {
  expect(read('EF-230\n12\nSR-22\n20').filter(([number]) => /\D/.test(`${number}`))).toEqual([
    ['EF-230', '12'],
    ['SR-22', '20'],
  ])
  for (const text of ['EF-230\n12 pcs', 'EF-230\nx12', 'EF-230\nQty: 12', 'EF-230\nFan motor\n12'])
    expect([text, read(text)[0]?.[1]]).toEqual([text, expect.stringMatching(/12/)])
  expect(read('EF-230\n2198202\nSR-22, 4\n20')[0]).toEqual(['EF-230', 1])
})

test('running numbers are no quantities, also where an earlier list had its quantities there', () => {
  const first = [{ width: 3, number: 1, quantity: 0 }]
  const lines = readList('101;EF-230;Fan\n102;SR-22;Relay\n103;DK-28;Seal', first).lines
  expect(lines.map(({ unread }) => unread)).toEqual(['101', '102', '103'])
})

test('amounts are quantities where they are no money, and where no other title names them', () => {
  expect(read('Part number;Amount;Qty\nEF-230;216.00;12')).toEqual([['EF-230', 12]])
  expect(read('Part number;Amount\nEF-230;12\nSR-22;20')[0]).toEqual(['EF-230', 12])
  expect(readList('Part number;Amount\nEF-230;216.00\nSR-22;72.00')).toMatchObject({
    isTitled: false,
    lines: [{ quantity: 1 }, { quantity: 1 }],
  })
})
