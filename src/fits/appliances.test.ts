import { expect, test } from 'vitest'
import { aModel } from '../testing/models.ts'
import { sharedTestShop } from '../testing/open-test-shop.ts'
import { MOST_APPLIANCES } from './contract.ts'

const sharedShop = sharedTestShop()

test('an appliance is kept with its serial number and name, changed in what is sent alone, and removed', async () => {
  const { shop, as } = await sharedShop()
  const model = await aModel(shop)
  const keep = async (json: object) =>
    (await as.buyer.appliances.$put({ json: { model: model.toLowerCase(), ...json } })).json()
  expect(await keep({ serial: '3010 0001' })).toMatchObject([
    { model: { number: model }, serial: '30100001', name: '' },
  ])
  expect(await keep({ name: 'Bakery' })).toMatchObject([{ serial: '30100001', name: 'Bakery' }])
  expect(await keep({ serial: '' })).toMatchObject([{ serial: '', name: 'Bakery' }])
  expect(await (await as.buyer.appliances.$get()).json()).toHaveLength(1)
  expect(await (await as.other.appliances.$get()).json()).toEqual([])
  await as.other.appliances.$delete({ query: { model } })
  expect(await (await as.buyer.appliances.$get()).json()).toHaveLength(1)
  expect(await (await as.buyer.appliances.$delete({ query: { model } })).json()).toEqual([])
})

test('eight are kept, however many are sent at once, and one of them may still be renamed', async () => {
  const { shop, as } = await sharedShop()
  const numbers = await Promise.all(Array.from({ length: MOST_APPLIANCES + 4 }, () => aModel(shop)))
  const answers = await Promise.all(numbers.map((model) => as.buyer.appliances.$put({ json: { model } })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_APPLIANCES)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
  const kept = await (await as.buyer.appliances.$get()).json()
  expect(kept).toHaveLength(MOST_APPLIANCES)
  const [first] = kept
  const renamed = await as.buyer.appliances.$put({ json: { model: first?.model.number ?? '', name: 'Front' } })
  expect(await renamed.json()).toHaveLength(MOST_APPLIANCES)
})

test('a model that nobody knows is not kept, and a serial number has eight digits', async () => {
  const { shop, as } = await sharedShop()
  const model = await aModel(shop)
  expect((await as.buyer.appliances.$put({ json: { model: 'no-such' } })).status).toBe(404)
  expect((await as.buyer.appliances.$put({ json: { model, serial: '12' } })).status).toBe(422)
})
