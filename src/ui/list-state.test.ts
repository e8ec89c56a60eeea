import { expect, test } from 'vitest'
import { listStateOf } from './list-state.ts'

const at = (search: string) => listStateOf(`https://parts-house.example/dashboard/orders${search}`)

test.each([
  ['', 1],
  ['?page=1', 1],
  ['?page=7', 7],
  ['?page=100000', 100_000],
  ['?page=100001', 1],
  ['?page=1e9', 1],
  ['?page=0', 1],
  ['?page=-2', 1],
  ['?page=2.5', 1],
  ['?page=x', 1],
])('"%s" is page %i', (search, page) => {
  expect(at(search).page).toBe(page)
})

test('words are trimmed, cut to a hundred characters, and none when there is nothing in them', () => {
  expect(at('?q=%20fan%20motor%20').q).toBe('fan motor')
  expect(at(`?q=${'x'.repeat(101)}`).q).toBe('x'.repeat(100))
  expect([at('?q=%20').q, at('').q]).toEqual([undefined, undefined])
})

test('a choice is one of those that there are', () => {
  const sorts = [undefined, 'name', '-name'] as const
  expect(at('?sort=-name').oneOf('sort', sorts)).toBe('-name')
  expect([at('?sort=price').oneOf('sort', sorts), at('').oneOf('sort', sorts)]).toEqual([undefined, undefined])
})
