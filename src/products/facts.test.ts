import { expect, test } from 'vitest'
import { changedFacts, type Facts, mergeFacts, NO_FACTS, textOf } from './facts.ts'

const was: Facts = { ...NO_FACTS, name: 'Fan motor', unitPrice: '72.00', minOrder: '4', description: 'Shaded pole.' }

test('a price is the same however many zeros stand behind it', () => {
  expect(changedFacts(was, { ...was, unitPrice: '72' })).toEqual([])
  expect(changedFacts(was, { ...was, unitPrice: '72.5' })).toEqual(['unitPrice'])
  expect(changedFacts(was, { ...was, unitPrice: '' })).toEqual(['unitPrice'])
})

test('what only one of two people changed needs no decision', () => {
  const theirs = { ...was, unitPrice: '75.00' }
  expect(mergeFacts({ was, theirs, yours: { ...was, name: 'Fan' } })).toEqual({ taken: ['unitPrice'], clashes: [] })
})

test('what both changed the same way needs none either', () => {
  const theirs = { ...was, unitPrice: '75.00' }
  expect(mergeFacts({ was, theirs, yours: { ...was, unitPrice: '75' } })).toEqual({ taken: [], clashes: [] })
})

test('what both changed differently has to be decided', () => {
  const theirs = { ...was, unitPrice: '75.00', description: 'Theirs.' }
  const yours = { ...was, unitPrice: '74.00', description: 'Yours.', minOrder: '6' }
  expect(mergeFacts({ was, theirs, yours })).toEqual({ taken: [], clashes: ['unitPrice', 'description'] })
})

test('attributes are one fact, read as a list', () => {
  const attributes = { Voltage: { value: 230, unit: 'V' }, Bearing: { value: 'ball', unit: '' } }
  expect(textOf({ ...was, attributes }, 'attributes')).toBe('Voltage 230 V, Bearing ball')
  expect(changedFacts(was, { ...was, attributes })).toEqual(['attributes'])
})

test('what the trade knows is compared as it is meant', () => {
  const known = { ...was, priceBreaks: [{ from: '12', unitPrice: '68.00' }], facts: { voltage: 230, use: 'either' } }
  const typed = {
    ...known,
    priceBreaks: [{ from: 12, unitPrice: '68' }],
    facts: { use: 'either', voltage: '230', plug: ' ' },
  }
  expect(changedFacts(known, typed)).toEqual([])
  expect(changedFacts(known, { ...typed, fitsKinds: ['larder'], replaces: ['EF-1'] })).toEqual([
    'replaces',
    'fitsKinds',
  ])
  expect(textOf(known, 'priceBreaks')).toBe('from 12 68.00')
})
