import { expect, test } from 'vitest'
import type { Found } from './contract.ts'
import { groupsOf } from './hits.ts'

const model = { number: 'BKG36-401/03', maker: 'Brunnecker', kind: 'bottom-freezer', slug: 'bkg36-401-03' }
const found = (by: Found['by']): Found => ({
  parts: [],
  models: [model],
  symptoms: [{ slug: 'loud', name: 'Loud' }],
  by,
  mended: null,
})
const namesOf = (by: Found['by'], mine?: string) => groupsOf(found(by), mine).map(({ name }) => name)

test('a complaint that is meant is suggested before what is found with it', () => {
  expect(namesOf('symptom')).toEqual(['Symptoms', 'Models'])
  expect(namesOf('words')).toEqual(['Models', 'Symptoms'])
})

test('a suggested complaint leads into the chosen appliance, else to where its model is told', () => {
  const toOf = (mine?: string) => groupsOf(found('symptom'), mine)[0]?.hits[0]?.to
  expect(toOf('bkg36-401-03')).toBe('/models/bkg36-401-03/symptoms/loud')
  expect(toOf()).toBe('/models?symptom=loud')
})
