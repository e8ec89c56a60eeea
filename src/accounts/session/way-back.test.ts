import { expect, test } from 'vitest'
import { fromOf, loginPath, withFrom } from './way-back.ts'

const of = (from: string) => fromOf(new URLSearchParams({ from }))

test('the login page leads back to the exact path and query', () => {
  const path = loginPath({ pathname: '/dashboard/orders', search: '?status=paid&page=2' })
  expect(fromOf(new URL(path, 'http://shop').searchParams)).toBe('/dashboard/orders?status=paid&page=2')
})

test.each([
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '\\\\elsewhere.example',
  'javascript:alert(1)',
  'http://parts.house@elsewhere.example',
  'http:///elsewhere.example',
])('%j leads to no other origin', (from) => {
  expect(new URL(of(from), 'https://shop.example').origin).toBe('https://shop.example')
})

const DOORS = ['/login', '/regester?from=%2Flogin', '/reset-password?token=x', '/LOGIN', '/login/', '/%6cogin']

test.each(DOORS)('%s is no place to go on to', (from) => {
  expect(of(from)).toBe('/')
})

test('the way back is carried from the login page to the registration', () => {
  expect(withFrom('/regester', new URLSearchParams({ from: '/purcess/1?quantity=4' }))).toBe(
    '/regester?from=%2Fpurcess%2F1%3Fquantity%3D4',
  )
  expect(withFrom('/regester', new URLSearchParams())).toBe('/regester')
})
