import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { sharedTestShop } from '../testing/open-test-shop.ts'
import { addressText, belowCompany, MOST_ADDRESSES } from './address-text.ts'
import type { Address, PutAddress } from './contract.ts'

const sharedShop = sharedTestShop()

const WORKSHOP = { name: 'Workshop', street: '14 Quay Road', postcode: '8000', city: 'Harbour Town', country: 'Norway' }

const listed = async (as: ApiClient) => (await (await as.addresses.$get()).json()) as Address[]
const add = async (as: ApiClient, more: Partial<PutAddress> = {}) => {
  const answer = await as.addresses.$post({ json: { ...WORKSHOP, ...more } })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Address
}
const put = (as: ApiClient, id: string, more: Partial<PutAddress>) =>
  as.addresses[':id'].$put({ param: { id }, json: { ...WORKSHOP, ...more } })

test('addresses are kept, changed and removed, and one of them is the default', async () => {
  const { as } = await sharedShop()
  const workshop = await add(as.buyer, { company: 'Nordside Cooling', taxNumber: 'NO 123' })
  expect(workshop).toMatchObject({ ...WORKSHOP, company: 'Nordside Cooling', taxNumber: 'NO 123', isDefault: true })
  const flat = await add(as.buyer, { name: 'Flat' })
  expect(flat.isDefault).toBe(false)
  expect(await (await put(as.buyer, flat._id, { name: 'Flat of Mrs Lind', isDefault: true })).json()).toMatchObject({
    name: 'Flat of Mrs Lind',
    isDefault: true,
  })
  expect((await listed(as.buyer)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Flat of Mrs Lind', true],
    ['Workshop', false],
  ])
  await put(as.buyer, flat._id, { name: 'Flat' })
  expect((await listed(as.buyer))[0]).toMatchObject({ name: 'Flat', isDefault: true })
  const left = await as.buyer.addresses[':id'].$delete({ param: { id: flat._id } })
  expect(await left.json()).toMatchObject([{ name: 'Workshop', isDefault: true }])
})

test('nobody sees, changes or removes the address of another', async () => {
  const { as } = await sharedShop()
  const own = await add(as.buyer)
  const others = await add(as.other, { name: 'Van' })
  expect((await put(as.other, own._id, { name: 'Mine', isDefault: true })).status).toBe(404)
  expect((await as.other.addresses[':id'].$delete({ param: { id: own._id } })).status).toBe(404)
  expect(await listed(as.other)).toEqual([others])
  expect(await listed(as.buyer)).toEqual([own])
  expect((await as.nobody.addresses.$get()).status).toBe(401)
})

test('twenty are kept and one default, however many are sent at once', async () => {
  const { as } = await sharedShop()
  const sent = Array.from({ length: MOST_ADDRESSES + 3 }, (_, at) => ({ ...WORKSHOP, name: `${at}`, isDefault: true }))
  const answers = await Promise.all(sent.map((json) => as.buyer.addresses.$post({ json })))
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(3)
  const kept = await listed(as.buyer)
  expect([kept.length, kept.filter(({ isDefault }) => isDefault).length]).toEqual([MOST_ADDRESSES, 1])
})

test('an address needs its street and country, and is no longer than an order can have it', async () => {
  const { as } = await sharedShop()
  const statusOf = async (more: object) => (await as.buyer.addresses.$post({ json: { ...WORKSHOP, ...more } })).status
  expect(await statusOf({ street: '' })).toBe(422)
  expect(await statusOf({ country: ' ' })).toBe(422)
  expect(await statusOf({ street: 'x'.repeat(290), company: 'y'.repeat(20) })).toBe(422)
  expect(addressText({ ...WORKSHOP, company: 'Nordside Cooling', street: '14 Quay Road\nGate 2' })).toBe(
    'Nordside Cooling, 14 Quay Road, Gate 2, 8000 Harbour Town',
  )
})

test('a street of spaces takes no longer to be put in one line than ten thousand of letters', () => {
  const took = (street: string, times: number) => {
    const begun = performance.now()
    for (let round = 0; round < times; round++) addressText({ company: '', street, postcode: '', city: '' })
    return performance.now() - begun
  }
  expect(took(`1${' '.repeat(90_000)}Quay`, 1)).toBeLessThan(took('x'.repeat(90_000), 10_000))
})

test('a company that stands in the address of its order is named once', () => {
  const text = addressText({ company: 'Nordside GmbH', street: 'Hafenstr. 5', postcode: '24103', city: 'Kiel' })
  expect(belowCompany(text, 'Nordside GmbH')).toBe('Hafenstr. 5, 24103 Kiel')
  expect(belowCompany('Hafenstr. 5', 'Nordside GmbH')).toBe('Hafenstr. 5')
  expect(belowCompany('Hafenstr. 5', '')).toBe('Hafenstr. 5')
})
