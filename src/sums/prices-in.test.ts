import { expect, test } from 'vitest'
import { pricedLine, pricesIn } from './prices-in.ts'

test.each([
  'EF-230 61.50',
  'EF-230 $61.50',
  'EF-230,61.50',
  'EF-230, 61.50',
  'EF-230;61.50',
  'EF-230 ; 61.50',
  'EF-230\t61.50',
])('“%s” is a part with its price', (line) => {
  expect(pricesIn(`\n${line}\n`)).toEqual([{ part: 'EF-230', unitPrice: '61.50' }])
})

test.each(['EF-230', 'V 23 230', 'BKG 36'])('the price of %s that is shown is read again', (part) => {
  expect(pricesIn(pricedLine(part, 150))).toEqual([{ part, unitPrice: '150' }])
})

test('a part number may have spaces, and figures at its end where a semicolon stands behind it', () => {
  expect(pricesIn('BKG 36 1401\nBKG 36; 401')).toEqual([
    { part: 'BKG 36', unitPrice: '1401' },
    { part: 'BKG 36', unitPrice: '401' },
  ])
})

test.each([
  'ZK-0132 0,50',
  'ZK-0132 1,250.00',
  'ZK-0132,0,50',
  'ZK-0132 , 0,50',
  'ZK-0132 1 250.00',
  'ZK-01;7 250.00',
  'ZK-01,7 250.00',
  'ZK-0132 $1 250.00',
  'ZK-0132 1. 250',
  'ZK-0132 1\u00a0250',
  'ZK-0132',
  'ZK-0132 1.250',
])('“%s” is refused, since another part or price could be read in it', (line) => {
  expect(() => pricesIn(`EF-230 61.50\n${line}`)).toThrow(`such as EF-230 1250.50: ${line}`)
})
