import { expect, test } from 'vitest'
import { pastedNumbers } from './pasted-numbers.ts'

const ORDERS = ['PH-1001', 'PH-1002', 'PH-1003']
const pasted = (text: string) => pastedNumbers(text, ORDERS)

test.each([
  ['A\nB\nC\n', ['A', 'B', 'C']],
  ['A\r\n\r\nC\r\n', ['A', '', 'C']],
  ['\nB', ['', 'B']],
  [' A \n\n', ['A', '']],
])('a column gives each row its own number, an empty cell an empty one: %j', (text, numbers) => {
  expect(pasted(text)).toEqual(numbers.map((number) => ({ number })))
})

test.each(['PH-1002\tB\nPH-1001\tA\n', 'B\tPH-1002\nA\tPH-1001'])(
  'two columns give each order its number: %j',
  (text) => {
    expect(pasted(text)).toEqual([
      { order: 'PH-1002', number: 'B' },
      { order: 'PH-1001', number: 'A' },
    ])
  },
)

test.each([
  'PH-9999\tA\nPH-1001\tB',
  'PH-1001\tA\tBring',
  'A\tB',
  'PH-1001\tA\nPH-1002\tB\nPH-1001\tC',
  'PH-1001\nPH-1002',
])('no other table is taken: %j', (text) => {
  expect(pasted(text)).toBeNull()
})

test.each(['A', ' A ', 'A\n', ''])('the text of one field is the field’s: %j', (text) => {
  expect(pasted(text)).toBeUndefined()
})
