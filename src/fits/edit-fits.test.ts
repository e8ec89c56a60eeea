import { expect, test } from 'vitest'
import { aModel } from '../testing/models.ts'
import { aProduct, sharedTestShop } from '../testing/open-test-shop.ts'

const sharedShop = sharedTestShop()

const BLADE = { section: 'evaporator', position: 'fan-blade' }
const MOTOR = { section: 'evaporator', position: 'evaporator-fan-motor' }

/** A part and a model of their own, with the calls of an admin's editor. */
async function anEditor() {
  const { shop, as } = await sharedShop()
  const [{ id, number }, model] = await Promise.all([aProduct(shop), aModel(shop)])
  const fitOf = async (serial?: string, wanted = model) =>
    (await as.nobody.fit.$get({ query: { model: wanted, product: id, ...(serial && { serial }) } })).json()
  return {
    ...{ shop, as, id, number, model, fitOf },
    add: (sent: object) =>
      as.admin.product[':id'].fits.$post({ param: { id }, json: { model, ...BLADE, ...sent } as never }),
    change: (fit: { _id: string }, sent: object) =>
      as.admin.fits[':id'].$put({ param: { id: fit._id }, json: { model, ...BLADE, ...sent } as never }),
    remove: (fit: { _id: string }, version = 1) =>
      as.admin.fits[':id'].$delete({ param: { id: fit._id }, query: { version: String(version) } }),
    rows: async (q?: string) =>
      (await as.admin.allproducts[':id'].fits.$get({ param: { id }, query: q ? { q } : {} })).json(),
  }
}

test('a fit that is added, changed and removed is answered so at once: by the fit, the model, the part and the list', async () => {
  const { as, id, model, fitOf, add, change, remove, rows } = await anEditor()
  const told = async () => {
    const [{ fit, position }, ofModel, page, list] = await Promise.all([
      fitOf(),
      as.nobody.models[':number'].$get({ param: { number: model } }),
      as.nobody.product[':id'].page.$get({ param: { id } }),
      as.nobody.products.$get({ query: { fits: model } }),
    ])
    const places = (await ofModel.json()).sections.flatMap(({ positions }) => positions.map((one) => one.position))
    const listed = (await list.json()) as { _id: string }[]
    return { fit, position, places, models: (await page.json()).modelCount, listed: listed.map(({ _id }) => _id) }
  }
  expect(await told()).toEqual({ fit: 'not-in-list', position: null, places: [], models: 0, listed: [] })

  const added = await add({ model: model.toLowerCase().replace(' ', '-'), quantity: '2', note: 'with two grommets' })
  expect(added.status).toBe(201)
  const row = await added.json()
  expect(row).toMatchObject({ version: 1, model: { number: model }, ...BLADE, quantity: 2, fromSerial: null })
  expect(await told()).toEqual({ fit: 'fits', position: 'fan-blade', places: ['fan-blade'], models: 1, listed: [id] })

  const changed = await change(row, { ...MOTOR, version: 1 })
  expect([changed.status, await changed.json()]).toMatchObject([200, { version: 2, ...MOTOR, quantity: 1, note: '' }])
  expect(await told()).toMatchObject({ fit: 'fits', position: MOTOR.position, places: [MOTOR.position] })
  expect(await rows()).toMatchObject([{ _id: row._id, version: 2 }])

  expect((await remove(row, 2)).status).toBe(200)
  expect(await told()).toEqual({ fit: 'not-in-list', position: null, places: [], models: 0, listed: [] })
  expect((await remove(row, 2)).status).toBe(404)
})

test('serial numbers are told as on the plate, and decide', async () => {
  const { fitOf, add } = await anEditor()
  expect((await add({ fromSerial: '3046 0000', toSerial: '3046.9999' })).status).toBe(201)
  expect(await fitOf()).toMatchObject({ fit: 'not-in-list', serials: [{ fromSerial: '30460000' }] })
  expect([(await fitOf('30460000')).fit, (await fitOf('30470000')).fit]).toEqual(['fits', 'not-in-list'])
})

test('the same serial numbers at the same place are told once', async () => {
  const { add, change } = await anEditor()
  const early = await (await add({ toSerial: '30459999' })).json()
  const late = await (await add({ fromSerial: '30460000' })).json()
  for (const sent of [{}, { toSerial: '00000001' }, { fromSerial: '30459999', toSerial: '30460000' }]) {
    const answer = await add(sent)
    expect([sent, answer.status, await answer.json()]).toMatchObject([sent, 409, { field: 'position' }])
  }
  expect((await add(MOTOR)).status).toBe(201)
  expect((await change(late, { fromSerial: '30450000', version: 1 })).status).toBe(409)
  expect((await change(early, { toSerial: '30450000', version: 1 })).status).toBe(200)
})

test('what somebody else changed meanwhile is not overwritten, and the answer shows what stands', async () => {
  const { add, change, remove, rows } = await anEditor()
  const row = await (await add({})).json()
  expect((await change(row, { note: 'theirs', version: 1 })).status).toBe(200)
  for (const late of [await change(row, { note: 'mine', version: 1 }), await remove(row)])
    expect([late.status, await late.json()]).toMatchObject([409, { field: 'version', current: { note: 'theirs' } }])
  expect(await rows()).toMatchObject([{ note: 'theirs', version: 2 }])
})

test('of twenty who add, change or remove one fit at once, one does', async () => {
  const { add, change, remove, rows } = await anEditor()
  const statuses = async (ask: () => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status).toSorted()
  expect(await statuses(() => add({}))).toEqual([201, ...Array(19).fill(409)])
  const [row] = await rows()
  if (!row) throw new Error('no row')
  expect(await statuses(() => change(row, { quantity: 3, version: 1 }))).toEqual([200, ...Array(19).fill(409)])
  expect(await statuses(() => remove(row, 2))).toEqual([200, ...Array(19).fill(404)])
})

test.each([
  [{ model: 'no such model' }, 'model'],
  [{ position: 'no-such-place' }, 'position'],
  [{ section: 'door' }, 'position'],
  [{ quantity: 0 }, 'quantity'],
  [{ quantity: 100 }, 'quantity'],
  [{ fromSerial: '123' }, 'fromSerial'],
  [{ fromSerial: '30460000', toSerial: '30459999' }, 'toSerial'],
  [{ note: 'x'.repeat(121) }, 'note'],
])('%j is refused at its field', async (wrong, field) => {
  const { add, rows } = await anEditor()
  const answer = await add(wrong)
  expect([answer.status, await answer.json()]).toMatchObject([422, { field }])
  expect(await rows()).toEqual([])
})

test('the log says who noted what of which model', async () => {
  const { as, id, model, add, change, remove } = await anEditor()
  const row = await (await add({ toSerial: '30459999' })).json()
  await change(row, { quantity: 4, version: 1 })
  await remove(row, 2)
  const log = await (await as.admin.audit.$get({ query: { q: id } })).json()
  const short = 'serial numbers to 30459999'
  expect(log.map(({ action, before, after }) => [action, before, after])).toMatchObject([
    ['product.fit-delete', { model: `Norrfell ${model}`, quantity: 4 }, null],
    ['product.fit-edit', { quantity: 1, serials: short }, { quantity: 4, serials: 'all serial numbers' }],
    ['product.fit-add', null, { place: 'Evaporator and defrost, Evaporator fan blade', serials: short }],
  ])
})

test('the models of a part are listed by maker and number, a page at a time, and found by a piece of the number', async () => {
  const { shop, as, id, rows, add } = await anEditor()
  const [last, first] = [await aModel(shop, { maker: 'Zelt' }), await aModel(shop, { maker: 'Aarhold' })]
  for (const model of [last, first]) await add({ model })
  expect((await rows()).map(({ model }) => model.number)).toEqual([first, last])
  expect((await rows(last.slice(-8))).map(({ model }) => model.number)).toEqual([last])
  const page = (query: object) => as.admin.allproducts[':id'].fits.$get({ param: { id }, query: query as never })
  const one = await page({ limit: '1' })
  const cursor = /cursor=([^&>]+)/.exec(one.headers.get('link') ?? '')?.[1] ?? ''
  expect([(await one.json()).length, one.headers.get('x-total-count')]).toEqual([1, '2'])
  expect((await (await page({ limit: '1', cursor })).json()).map(({ model }) => model.number)).toEqual([last])
})
