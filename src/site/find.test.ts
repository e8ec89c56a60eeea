import { expect, test } from 'vitest'
import { placesOf } from './find.ts'

const admin = { role: 'admin' } as const
const first = (text: string) => placesOf(text, admin)[0]

test('an order number leads to the orders, an address to the people, anything else to the products', () => {
  expect(first('PH-104417')).toEqual({ what: 'Orders', to: '/dashboard/orders?q=PH-104417' })
  expect(first('104417')?.what).toBe('Orders')
  expect(first('pi_3NxQ')?.what).toBe('Orders')
  expect(first('ada@books.example')).toEqual({ what: 'People', to: '/dashboard/makeAdmin?q=ada%40books.example' })
  expect(first('HC-120')?.what).toBe('Products')
  expect(first(' door gasket ')).toEqual({ what: 'Products', to: '/dashboard/manageProducts?q=door+gasket' })
})

test('the other lists are offered after the likeliest, and nothing before anything is typed', () => {
  expect(placesOf('104417', admin).map(({ what }) => what)).toEqual(['Orders', 'Products', 'People'])
  expect(placesOf('  ', admin)).toEqual([])
})

test('a list one may not open is not offered', () => {
  expect(placesOf('104417', { role: 'customer' })).toEqual([])
  expect(placesOf('104417', {})).toEqual([])
})
