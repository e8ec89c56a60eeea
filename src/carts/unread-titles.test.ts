import { expect, test } from 'vitest'
import { readList } from './read-list.ts'

const read = (text: string) => readList(text).lines.map(({ number, quantity, unread }) => [number, unread ?? quantity])
const BELOW = 'EF-230\t20\t4\nSR-22\t30\t10'

test.each([
  'Hi, please send:\n\nPart number\tStock\tOrder',
  'Van 3\nPart number\tHave\tNeed',
  'Stocktake 30 Nov 2026\nPart\tStock\tOrder',
  '\tStock\tOrder',
  '\tIn van\tOrder',
])('below %j the order is read, and not the stock', (head) => {
  expect(read(`${head}\n${BELOW}`).slice(-2)).toEqual([
    ['EF-230', 4],
    ['SR-22', 10],
  ])
})

test.each([
  'Van 3\nArtikelnummer\tBestand\tBestellen',
  '30.11.2026\tStock\tOrder',
  'VAN 3\tStock\tOrder',
  'Part\tQty 2025\tQty 2026',
  'Indeks\tStan\tIlość',
  'Codice\tGiacenza\tDa ordinare',
  'Запчасть\tОстаток\tЗаказ',
])('below %j no stock is ordered', (head) => {
  expect(read(`${head}\n${BELOW}`).slice(-2)).not.toContainEqual(['EF-230', 20])
})

test('a stock alone is asked for below a line, and below a title that stands beside a blank cell', () => {
  for (const head of ['Van 3\nPart number\tStock', '\tStock'])
    expect(read(`${head}\nEF-230\t20\nSR-22\t30`).slice(-2)).toEqual([
      ['EF-230', '20'],
      ['SR-22', '30'],
    ])
})

test('digits behind noughts are no quantity, and what follows a name and a colon is asked for', () => {
  for (const typed of ['EF-230 0012', '0815 EF-230']) expect(read(typed)).toEqual([[typed, 1]])
  for (const typed of ['EF-230 04', '04 x EF-230', 'EF-230 04 pcs']) expect(read(typed)).toEqual([['EF-230', 4]])
  expect(read('Part no:\tEF-230\nQty:\t4')[0]).toEqual(['EF-230', 'Qty:\t4'])
})
