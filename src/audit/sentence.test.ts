import { expect, test } from 'vitest'
import { AUDIT_ACTIONS } from './actions.ts'
import type { AuditEntry } from './contract.ts'
import { changesOf, sentenceOf } from './sentence.ts'

const entry = (more: Partial<AuditEntry>): AuditEntry => ({
  _id: '01a1fe1c-8573-777d-a848-106eb48d2ff5',
  at: '2026-11-22T12:00:00.000Z',
  actor: 'admin@parts-house.example',
  action: 'product.edit',
  subject: '01a1fe1c-8573-777d-a848-106eb48d2ff6',
  about: 'Door gasket DG-1120',
  before: null,
  after: null,
  ...more,
})
const said = (more: Partial<AuditEntry>) => {
  const one = entry(more)
  const [before, after] = sentenceOf(one)
  return [before, one.about, after].filter(Boolean).join(' ')
}

test('every kind of entry is a sentence that goes on from who did it', () => {
  for (const action of AUDIT_ACTIONS) expect(said({ action })).toMatch(/^[a-z]+ .*Door gasket DG-1120/)
  expect(said({ action: 'product.delete' })).toBe('took Door gasket DG-1120 out of the shop')
  expect(said({ action: 'role.change', about: 'ada@books.example', after: { role: 'admin' } })).toBe(
    'made ada@books.example an admin',
  )
  expect(said({ action: 'role.change', about: 'ada@books.example', after: { role: 'customer' } })).toBe(
    'took the admin role from ada@books.example',
  )
  expect(said({ action: 'order.refund', about: 'PH-104417', after: { cents: 123456 } })).toBe(
    'gave back $1,234.56 of PH-104417',
  )
  expect(said({ action: 'order.charge-returned', about: 'PH-104417', after: { cents: 800, of: 7200 } })).toBe(
    'found in all $8.00 of $72.00 given back at Stripe for PH-104417',
  )
  expect(said({ action: 'stock.move', before: { stock: 5 }, after: { stock: 4 } })).toBe(
    'took 1 piece out of the stock of Door gasket DG-1120',
  )
})

test('a changed product tells each fact as it was and as it is', () => {
  const before = { unitPrice: 72, attributes: { width: { value: '4', unit: 'mm' } } }
  const after = { unitPrice: 76.5, attributes: { width: { value: '5', unit: 'mm' }, colour: { value: 'white' } } }
  expect(changesOf(entry({ before, after }))).toEqual([
    { what: 'Unit Price', was: '$72.00', is: '$76.50' },
    { what: 'Attributes', was: 'width 4 mm', is: 'width 5 mm, colour white' },
  ])
})

test('booked stock tells why, and an order its part', () => {
  const after = { stock: 25, reason: 'received', note: 'purchase 2026-311' }
  expect(changesOf(entry({ action: 'stock.move', before: { stock: 5 }, after }))).toEqual([
    { what: 'Stock', was: '5', is: '25' },
    { what: 'Reason', is: 'received' },
    { what: 'Note', is: 'purchase 2026-311' },
  ])
  const line = { productName: 'Door gasket', quantity: 3 }
  expect(changesOf(entry({ action: 'order.cancel', after: line }))).toEqual([
    { what: 'Part', is: 'Door gasket, 3 pieces' },
  ])
})

test('a changed price group tells the prices that differ, each by its part', () => {
  const price = (part: string, unitPrice: number) => ({ productId: crypto.randomUUID(), part, unitPrice })
  const same = price('Fan EF-1', 5)
  const before = { name: 'Trade', prices: [same, price('Seal DH-2', 7)] }
  const after = { name: 'Trade', prices: [price('Seal DH-2', 6.5), same, price('Fuse FU-3', 1)] }
  expect(changesOf(entry({ action: 'group.edit', before, after }))).toEqual([
    { what: 'Prices of its own', was: 'Seal DH-2 $7.00', is: 'Seal DH-2 $6.50, Fuse FU-3 $1.00' },
  ])
})

test('a changed code, zone, tax or fit tells its fields as the screens call them: days, sums, countries and buyers in words', () => {
  // In the order of keys that jsonb has.
  const code = {
    sum: null,
    code: 'SPRING',
    from: 0,
    endsAt: null,
    percent: 10,
    beginsAt: null,
    mostEach: 1,
    mostUses: 5,
  }
  const days = { beginsAt: '2027-01-01T00:00:00.000Z', endsAt: '2027-01-31T23:59:59.000Z' }
  const after = { ...code, ...days, percent: null, sum: 5000, from: 120, mostEach: 2, mostUses: 20_000 }
  expect(changesOf(entry({ action: 'code.edit', before: code, after }))).toEqual([
    { what: 'Per cent off', was: '10', is: '' },
    { what: 'Sum off', was: '', is: '$5,000.00' },
    { what: 'Counts from', was: '', is: '$120.00' },
    { what: 'First day', was: '', is: '1 January 2027' },
    { what: 'Last day', was: '', is: '31 January 2027' },
    { what: 'Uses in all', was: '5', is: '20,000' },
    { what: 'Uses by one buyer', was: '1', is: '2' },
  ])
  const atNoon = { ...after, endsAt: '2027-01-31T12:00:00.000Z' }
  expect(changesOf(entry({ action: 'code.edit', before: after, after: atNoon }))).toEqual([
    { what: 'Last day', was: '31 January 2027', is: '31 January 2027, 12:00:00 UTC' },
  ])
  const zone = { name: 'North', countries: ['NO', '*'], flat: 9.5, perKg: 0, freeFrom: null }
  expect(changesOf(entry({ action: 'zone.add', after: zone }))).toEqual([
    { what: 'Name', was: '', is: 'North' },
    { what: 'Countries', was: '', is: 'Norway, everywhere else' },
    { what: 'Price of an order', was: '', is: '$9.50' },
    { what: 'Each kilogram begun', was: '', is: '$0.00' },
  ])
  const rate = { name: 'VAT', country: 'DE', buyers: 'numbered', percent: 19, onShipping: true }
  expect(changesOf(entry({ action: 'rate.add', after: rate })).map(({ what, is }) => `${what} ${is}`)).toEqual([
    ...['Country Germany', 'For Companies with a tax number', 'Name VAT', 'Per cent 19', 'Shipping is taxed yes'],
  ])
  const fit = { before: { quantity: 1, serials: 'all', note: '' }, after: { quantity: 2, serials: 'all', note: '' } }
  expect(changesOf(entry({ action: 'product.fit-edit', ...fit }))).toEqual([
    { what: 'Pieces it needs', was: '1', is: '2' },
  ])
})
