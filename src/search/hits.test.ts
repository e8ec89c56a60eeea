import { expect, test } from 'vitest'
import type { Found } from './contract.ts'
import { groupsOf } from './hits.ts'

const model = { number: 'BKG36-401/03', maker: 'Brunnecker', kind: 'bottom-freezer', slug: 'bkg36-401-03' }
const found = (by: Found['by']): Found => ({
  parts: [],
  models: [model],
  symptoms: [{ slug: 'no-ice', name: 'No ice', kinds: ['side-by-side', 'bottom-freezer'] }],
  by,
  mended: null,
  named: null,
})
const namesOf = (by: Found['by']) => groupsOf(found(by), undefined).map(({ name }) => name)

test('a complaint that is meant is suggested before what is found with it', () => {
  expect(namesOf('symptom')).toEqual(['Symptoms', 'Models'])
  expect(namesOf('words')).toEqual(['Models', 'Symptoms'])
})

test('a suggested complaint leads into the chosen appliance, else to where its model is told', () => {
  const toOf = (mine?: typeof model) => groupsOf(found('symptom'), mine)[0]?.hits[0]?.to
  expect(toOf(model)).toBe('/models/bkg36-401-03/symptoms/no-ice')
  expect(toOf()).toBe('/models?symptom=no-ice')
  expect(toOf({ ...model, kind: 'wine-cooler' })).toBe('/models?symptom=no-ice')
})

test('beside a named model its parts say whose they are, and the complaint leads into it whichever is chosen', () => {
  const named = { model: 'BKG36-401/03', rest: 'no ice' }
  const groups = groupsOf({ ...found('symptom'), named }, { ...model, slug: 'bkg39-501-01' })
  expect(groups[0]?.hits[0]).toMatchObject({
    to: '/models/bkg36-401-03/symptoms/no-ice',
    note: 'Likely causes in BKG36-401/03',
  })
})
