import { expect, test } from 'vitest'
import { textOf } from './file-text.ts'
import { readList } from './read-list.ts'

const read = (text: string) =>
  readList(text).lines.map(({ number, quantity, reference }) => [number, quantity, reference])

test('a line is read whatever stands between number and quantity', () => {
  expect(read('EF-230, 12\nSR-22;15\nDK-28\t10\nEF-225, 4; Van 3\nNT-5KL 10\n\n  KA 41 0065 B  4  ')).toEqual([
    ['EF-230', 12, ''],
    ['SR-22', 15, ''],
    ['DK-28', 10, ''],
    ['EF-225', 4, 'Van 3'],
    ['NT-5KL', 10, ''],
    ['KA 41 0065 B', 4, ''],
  ])
})

test('any number of spaces is one', () => {
  expect(read(`KA 41${' '.repeat(2000)}0065 B   4\n${' '.repeat(2000)}EF-230  12`)).toEqual([
    ['KA 41 0065 B', 4, ''],
    ['EF-230', 12, ''],
  ])
})

test('a quantity may come first, and a line without one is for one piece', () => {
  expect(read('12 x EF-230\n3 TH-077\nHC-120\n6,DG-1120,Van 3')).toEqual([
    ['EF-230', 12, ''],
    ['TH-077', 3, ''],
    ['HC-120', 1, ''],
    ['DG-1120', 6, 'Van 3'],
  ])
})

test('a quantity and an own reference are read also in quotes, before which there may be a space', () => {
  const quoted = 'EF-230,12,"Mrs Lind, flat 3"\nSR-22, "1,000" , "Job ""A"", 2"\nAD-12, 8, 1/2" pipe, "left'
  expect(read(`${quoted}\n4012.135-01;2;Job 2117`)).toEqual([
    ['EF-230', 12, 'Mrs Lind, flat 3'],
    ['SR-22', 1000, 'Job "A", 2'],
    ['AD-12', 8, '1/2" pipe'],
    ['4012.135-01', 2, 'Job 2117'],
  ])
})

test('a head row names the columns, and they are kept for the next list of as many columns', () => {
  const first = readList('Qty;Description;Part number;Reference\n4;Fan;EF-230;Van 3')
  expect(first.told).toEqual({ width: 4, number: 2, quantity: 0, reference: 3 })
  expect(first.lines).toMatchObject([{ number: 'EF-230', quantity: 4, reference: 'Van 3' }])
  const next = readList('6;Gasket;DG-1120;Van 4', [first.columns])
  expect(next.lines).toMatchObject([{ number: 'DG-1120', quantity: 6, reference: 'Van 4' }])
  const short = readList('EF-230, 12\nSR-22, 15', [first.columns])
  expect(short.told).toBeUndefined()
  expect(short.lines).toMatchObject([{ number: 'EF-230', quantity: 12 }, { number: 'SR-22' }])
})

test('columns without a head are told by hand from a sample, and count for every line', () => {
  const text = 'Mrs Lind\tFan\tEF-230\t4\nMr Holm\tGasket\tDG-1120\t6'
  const first = readList(text)
  expect([first.told, first.columns.width, first.sample]).toEqual([
    undefined,
    4,
    [
      ['Mrs Lind', 'Fan', 'EF-230', '4'],
      ['Mr Holm', 'Gasket', 'DG-1120', '6'],
    ],
  ])
  expect(first.lines).toMatchObject([{ number: 'EF-230', quantity: 4, reference: 'Mrs Lind' }, { number: 'DG-1120' }])
  const told = { width: 4, number: 1, reference: 2, chosen: true }
  expect(readList(text, [told]).lines).toMatchObject([
    { number: 'Fan', quantity: 1, reference: 'EF-230' },
    { number: 'Gasket', quantity: 1, reference: 'DG-1120' },
  ])
})

test('what was typed is shown as it was', () => {
  expect(readList(' ef 230 ; 4 ').lines[0]?.typed).toBe('ef 230 ; 4')
})

test.each([
  ['EF-230, 12 pcs', 'EF-230', 12],
  ['EF-230 12pcs.', 'EF-230', 12],
  ['EF-230;50 Stück', 'EF-230', 50],
  ['EF-230: 12', 'EF-230', 12],
  ['EF-230 - 12', 'EF-230', 12],
  ['EF-230 x 12', 'EF-230', 12],
  ['EF-230 x12', 'EF-230', 12],
  ['EF-230 (12)', 'EF-230', 12],
  ['EF-230 qty: 12', 'EF-230', 12],
  ['12x EF-230', 'EF-230', 12],
  ['12 pcs. EF-230', 'EF-230', 12],
  ['3. EF-230 12', 'EF-230', 12],
  ['• EF-230 12 Stk', 'EF-230', 12],
  ['EF-230;1,200', 'EF-230', 1200],
  ['EF-230\t12.00\tVan 3', 'EF-230', 12],
  ['ef-230 ;  12 ; ', 'ef-230', 12],
])('%s is %s, %i pieces', (text, number, quantity) => {
  expect(readList(text).lines).toMatchObject([{ number, quantity }])
})

test('a line of nought pieces is not wanted', () => {
  expect(read('EF-230;0\nSR-22;4\nTH-077;')).toEqual([
    ['SR-22', 4, ''],
    ['TH-077', 1, ''],
  ])
})

test.each([
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, 0x4b, 0xc3, 0xbc]],
  ['UTF-16 with a mark', [0xff, 0xfe, 0x4b, 0, 0xfc, 0]],
  ['UTF-16 without one', [0x4b, 0, 0xfc, 0]],
  ['UTF-16 the other way round', [0xfe, 0xff, 0, 0x4b, 0, 0xfc]],
  ['Windows-1252', [0x4b, 0xfc]],
])('a file in %s is read', async (_, bytes) => {
  expect(await textOf(new Blob([Uint8Array.from(bytes)]))).toBe('Kü')
})

test.each([[[0x50, 0x4b, 0x03, 0x04]], [[0xd0, 0xcf, 0x11, 0xe0]]])('a workbook is not read as text', async (bytes) => {
  expect(await textOf(new Blob([Uint8Array.from(bytes)]))).toBeUndefined()
})

test.each(['1 000', '1\u00a0000', '1\u2009000', '1\u202f000'])('%j in a column of quantities is a thousand', (cell) => {
  expect(readList(`Part number;Qty\nEF-230;${cell}`).lines).toMatchObject([{ number: 'EF-230', quantity: 1000 }])
})

test('a list is read as a Japanese or Chinese keyboard writes it, also one without a header', () => {
  expect(read('ＥＦ－２３０, １２\nSR-22　１５\n１，２００;DK-28;Ｖａｎ ３')).toEqual([
    ['EF-230', 12, ''],
    ['SR-22', 15, ''],
    ['DK-28', 1200, 'Ｖａｎ ３'],
  ])
})

test.each(['1.5', '١٢', '12²', '1000001', '2,000,000', '½', '-1', '−1', '1e3', 'dozen', 'a dozen', '2 dozen'])(
  '%j beside a number is told as not read where no other cell is a quantity, and is no reference',
  (cell) => {
    const [line] = readList(`EF-230; ${cell}; Van 3`).lines
    expect(line).toMatchObject({ number: 'EF-230', quantity: 1, unread: cell, reference: 'Van 3' })
  },
)

test.each(['EF-230 ٣', 'EF-230 ۱۲'])('%j asks how many: such digits are no part of the number', (text) => {
  const [line] = readList(text).lines
  expect(line).toMatchObject({ number: 'EF-230', quantity: 1, unread: expect.stringMatching(/^\p{Nd}+$/u) })
})

test('words beside a number are a reference where no quantity is, and one piece is meant', () => {
  expect(read('EF-230; Van 3\n4012.135; Van 4\nSR-22; Mrs Lind\nDK-28; 4; -1')).toEqual([
    ['EF-230', 1, 'Van 3'],
    ['4012.135', 1, 'Van 4'],
    ['SR-22', 1, 'Mrs Lind'],
    ['DK-28', 4, '-1'],
  ])
})

test('a reference of digits alone stands beside a quantity', () => {
  expect(read('EF-230, 12, 2117000\n2198202, 4')).toEqual([
    ['EF-230', 12, '2117000'],
    ['2198202', 4, ''],
  ])
})

test('a million pieces are a quantity, however they are written', () => {
  expect(read('EF-230; 1000000\nSR-22; 1,000,000; Van 3')).toEqual([
    ['EF-230', 1_000_000, ''],
    ['SR-22', 1_000_000, 'Van 3'],
  ])
})

test('a space between digits makes no quantity where no header names its column', () => {
  expect(read('2 120 AB')).toEqual([['120 AB', 2, '']])
})

test.each(['1.5', '1e3', '١٢', '12 34', 'a dozen'])('%j in a column of quantities is told as not read', (cell) => {
  const { lines } = readList(`Part number;Qty\nEF-23O;${cell}`)
  expect(lines).toMatchObject([{ number: 'EF-23O', quantity: 1, unread: cell }])
})

test.each([
  ['EF-230 1,000', 1000, ''],
  ['EF-230, 1,000', 1000, ''],
  ['EF-230, 12,500, Job 4471', 12_500, 'Job 4471'],
  ['EF-230, 1,000.00', 1000, ''],
  ['EF-230 1,000 pcs', 1000, ''],
  ['EF-230, 1.000,00', 1000, ''],
  ['EF-230 x 1,200', 1200, ''],
  ['EF-230: 1,200', 1200, ''],
  ['1,200 x EF-230', 1200, ''],
  ['1,200, EF-230', 1200, ''],
  ['1,000 EF-230', 1000, ''],
  ['EF-230; 1,000,000', 1_000_000, ''],
  ['EF-230, 2, Job 4471', 2, 'Job 4471'],
  ['EF-230,12,2117000', 12, '2117000'],
  ['EF-230, 12, 211', 12, '211'],
  ['EF-230,100', 100, ''],
  ['EF-230, 12, 1,000 by Friday', 12, '1,000 by Friday'],
])('the comma of thousands in %j separates nothing', (text, quantity, reference) => {
  expect(readList(text).lines).toEqual([{ typed: text, number: 'EF-230', quantity, reference }])
})

test.each([
  ['EF-230,1,000', '1,000'],
  ['EF-230,12,211', '12,211'],
  ['EF-230 12,500', '12,500'],
  ['EF-230 12,500 pcs', '12,500 pcs'],
  ['1,200,EF-230', '1,200'],
  ['1,200 EF-230', '1,200'],
  ['EF-230 1 000', '1 000'],
  ['EF-230 12 500 pcs', '12 500 pcs'],
  ['EF-230, 1 000', '1 000'],
  ['EF-230; 1.000', '1.000'],
  ['1.000; EF-230', '1.000'],
  ['EF-230 1.000', '1.000'],
  ['EF-230, 1.000,00, 211', '1.000,00 or 211'],
])('%j can be read in two ways, so that its quantity is told as not read', (text, unread) => {
  expect(readList(text).lines).toEqual([{ typed: text, number: 'EF-230', quantity: 1, reference: '', unread }])
})

test.each([
  ['KA 41,120', 'KA 41', 120],
  ['KA 41 0065,100', 'KA 41 0065', 100],
  ['KA 41 0065 100', 'KA 41 0065', 100],
  ['401,135', '401', 135],
  ['401.135, 4', '401.135', 4],
  ['KA 41; 1,000', 'KA 41', 1000],
])('%j is a number of which digits are the end, and its quantity', (text, number, quantity) => {
  expect(readList(text).lines).toMatchObject([{ number, quantity }])
  expect(readList(text).lines[0]?.unread).toBeUndefined()
})

test.each([
  ['No.;Part number;Qty', 1],
  ['Item,Part No.,Description,Qty', 1],
  ['Item no.;Part;Qty', 1],
  ['Product;SKU;Qty', 1],
  ['Item;Description;Qty', 0],
  ['No.;Qty', 0],
])('of a header %j the part number is in column %i', (head, number) => {
  expect(readList(`${head}\n`).told).toMatchObject({ number })
})

test.each(['1.000', '1 000'])('%j stays in the place of the quantity before a reference of digits', (unread) => {
  expect(readList(`EF-230; ${unread}; 211`).lines).toMatchObject([{ quantity: 1, unread, reference: '211' }])
})

test('a number that ends in digits stays whole before a quantity that is not read', () => {
  const [line] = readList('KA 41; 1 000').lines
  expect(line).toMatchObject({ number: 'KA 41', quantity: 1, unread: '1 000' })
})
