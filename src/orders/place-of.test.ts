import { expect, test } from 'vitest'
import { placeOf } from './place-of.ts'

test('the destination in short names the city, also where a state and a code follow it', () => {
  const places = [
    '77 Grove St, Boise, ID 83702',
    '12 Kirkstall Road\nLeeds LS3 1LH',
    'Strandgaten 4, 5013 Bergen',
    '9 Aberdeen Street, Perth\nWA 6000',
    '4 DOCK STREET, BERGEN',
  ].map((address) => placeOf({ address, country: 'Somewhere' }))
  expect(places).toEqual([
    'Boise, ID 83702, Somewhere',
    'Leeds LS3 1LH, Somewhere',
    '5013 Bergen, Somewhere',
    'Perth, WA 6000, Somewhere',
    'BERGEN, Somewhere',
  ])
})

test('an order without an address says so', () => {
  expect(placeOf({ address: ' \n', country: '' })).toBe('no address told')
})
