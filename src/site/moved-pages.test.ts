import { expect, test } from 'vitest'
import { loader } from './moved-pages.ts'

const leadsTo = (address: string, params: { id?: string } = {}) =>
  loader({ request: new Request(`http://shop${address}`), params } as Parameters<typeof loader>[0]).headers.get(
    'Location',
  )

test('an address that people type leads to the one of its page, whatever names the part and with its search', () => {
  expect(leadsTo('/purchase/EF%20230?model=X', { id: 'EF 230' })).toBe('/purcess/EF%20230?model=X')
  expect(leadsTo('/purchase/..%2F..%2Fevil.example', { id: '../../evil.example' })).toBe(
    '/purcess/..%2F..%2Fevil.example',
  )
  expect(leadsTo('/register/?from=/cart')).toBe('/regester?from=/cart')
})
