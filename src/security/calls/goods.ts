import { eq } from 'drizzle-orm'
import { products } from '../../products/table.server.ts'
import { aModel } from '../../testing/models.ts'
import { aProduct } from '../../testing/open-test-shop.ts'
import type { World } from '../world.ts'
import { paidOrder } from './orders.ts'
import { ADMINS, always, at, EVERYBODY, OWN, type Row } from './row.ts'

const SWITCH = {
  name: 'Door switch',
  unitPrice: '12.50',
  minOrder: 1,
  description: 'Lamp on, fan off.',
  image: '/drawings/door-switch.svg',
}

const HIDE = { hidden: true, reason: 'Not about the part.' }

async function aQuestion({ as, product }: World) {
  const json = { title: 'Does it turn clockwise?' }
  const asked = await as.other.product[':id'].questions.$post({ param: { id: product.id }, json })
  return ((await asked.json()) as { _id: string })._id
}

async function anAnswer(world: World) {
  const param = { id: await aQuestion(world) }
  const given = await world.as.admin.questions[':id'].answers.$post({ param, json: { words: 'Clockwise.' } })
  return ((await given.json()) as { _id: string })._id
}

/** A fit of the world's product in a new model. */
async function aFit({ shop, as, product }: World) {
  const model = await aModel(shop, { parts: [{ id: product.id }] })
  const rows = await as.admin.allproducts[':id'].fits.$get({ param: { id: product.id }, query: { q: model } })
  const [row] = (await rows.json()) as { _id: string }[]
  return { id: row?._id ?? '', model }
}

async function anArchivedProduct(shop: World['shop']) {
  const { id } = await aProduct(shop)
  await shop.db.update(products).set({ removedAt: shop.clock.now() }).where(eq(products.id, id))
  return id
}

export const GOODS: Record<string, Row> = {
  'GET /api/categories': { are: EVERYBODY, ask: at('/api/categories') },
  'GET /api/products': { are: EVERYBODY, ask: at('/api/products') },
  'GET /api/products/facets': { are: EVERYBODY, ask: at('/api/products/facets') },
  'GET /api/search': { are: EVERYBODY, ask: at('/api/search?q=fan') },
  'GET /api/searches': { are: ADMINS, ask: at('/api/searches') },
  'GET /api/product/:id': { are: EVERYBODY, ask: ({ product }) => ({ path: `/api/product/${product.id}` }) },
  'GET /api/product/:id/price': {
    are: EVERYBODY,
    ask: ({ product }) => ({ path: `/api/product/${product.number}/price?quantity=${product.minOrder}` }),
  },
  'GET /api/prices': { are: OWN, ask: ({ product }) => ({ path: `/api/prices?products=${product.id}` }) },
  'GET /api/goes-with': { are: EVERYBODY, ask: ({ product }) => ({ path: `/api/goes-with?products=${product.id}` }) },
  'GET /api/product/:id/page': { are: EVERYBODY, ask: ({ product }) => ({ path: `/api/product/${product.id}/page` }) },
  'POST /api/product': {
    are: [401, 403, 403, 201],
    ask: at('/api/product', { ...SWITCH, stock: 3 }),
  },
  'PUT /api/product/:id': {
    are: ADMINS,
    ask: async ({ shop }) => {
      const { id, number } = await aProduct(shop)
      return { path: `/api/product/${id}`, json: { ...SWITCH, number, category: 'Doors', attributes: {}, version: 1 } }
    },
  },
  'POST /api/product/:id/stock': {
    are: ADMINS,
    ask: async ({ shop }) => ({
      path: `/api/product/${(await aProduct(shop)).id}/stock`,
      json: { quantity: 4, reason: 'received' },
    }),
  },
  'POST /api/product/:id/restore': {
    are: ADMINS,
    ask: async ({ shop }) => ({ path: `/api/product/${await anArchivedProduct(shop)}/restore` }),
  },
  'GET /api/allproducts': { are: ADMINS, ask: at('/api/allproducts') },
  'GET /api/allproducts/:id': { are: ADMINS, ask: ({ product }) => ({ path: `/api/allproducts/${product.id}` }) },
  'GET /api/allproducts/:id/movements': {
    are: ADMINS,
    ask: ({ product }) => ({ path: `/api/allproducts/${product.id}/movements` }),
  },
  'GET /api/allproducts/:id/shelf': {
    are: ADMINS,
    ask: ({ product }) => ({ path: `/api/allproducts/${product.id}/shelf` }),
  },
  'DELETE /api/product/:id': {
    are: ADMINS,
    ask: async ({ shop }) => ({ path: `/api/product/${(await aProduct(shop)).id}` }),
  },
  'GET /api/symptoms': { are: EVERYBODY, ask: at('/api/symptoms') },
  'GET /api/models': { are: EVERYBODY, ask: at('/api/models') },
  'GET /api/model-counts': { are: EVERYBODY, ask: at('/api/model-counts') },
  'GET /api/models/:number': {
    are: EVERYBODY,
    ask: async ({ shop }) => ({ path: `/api/models/${await aModel(shop)}` }),
  },
  'GET /api/models/:number/symptoms/:slug': {
    are: always(404),
    ask: async ({ shop }) => ({ path: `/api/models/${await aModel(shop)}/symptoms/not-cooling` }),
  },
  'GET /api/fit': {
    are: EVERYBODY,
    ask: async ({ shop, product }) => ({ path: `/api/fit?model=${await aModel(shop)}&product=${product.id}` }),
  },
  'GET /api/fits': {
    are: EVERYBODY,
    ask: async ({ shop, product }) => ({ path: `/api/fits?model=${await aModel(shop)}&products=${product.id}` }),
  },
  'GET /api/allproducts/:id/fits': {
    are: ADMINS,
    ask: ({ product }) => ({ path: `/api/allproducts/${product.id}/fits` }),
  },
  'POST /api/product/:id/fits': {
    are: [401, 403, 403, 201],
    ask: async ({ shop, product }) => ({
      path: `/api/product/${product.id}/fits`,
      json: { model: await aModel(shop), section: 'evaporator', position: 'fan-blade' },
    }),
  },
  'PUT /api/fits/:id': {
    are: ADMINS,
    ask: async (world) => {
      const { id, model } = await aFit(world)
      const json = { model, section: 'evaporator', position: 'fan-blade', quantity: 2, version: 1 }
      return { path: `/api/fits/${id}`, json }
    },
  },
  'DELETE /api/fits/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/fits/${(await aFit(world)).id}?version=1` }),
  },
  'GET /api/appliances': { are: OWN, ask: at('/api/appliances') },
  'PUT /api/appliances': {
    are: OWN,
    ask: async ({ shop }) => ({ path: '/api/appliances', json: { model: await aModel(shop) } }),
  },
  'DELETE /api/appliances': { are: OWN, ask: at('/api/appliances?model=NF-3412') },
  'GET /api/product/:id/questions': {
    are: EVERYBODY,
    ask: ({ product }) => ({ path: `/api/product/${product.id}/questions` }),
  },
  'POST /api/product/:id/questions': {
    are: [401, 201, 201, 201],
    ask: ({ product }) => ({
      path: `/api/product/${product.id}/questions`,
      json: { title: 'Does it turn clockwise?', words: 'Seen from the blade.' },
    }),
  },
  'GET /api/questions': { are: ADMINS, ask: at('/api/questions') },
  'POST /api/questions/:id/answers': {
    are: [401, 201, 403, 201],
    ask: async (world) => {
      await paidOrder(world)
      return { path: `/api/questions/${await aQuestion(world)}/answers`, json: { words: 'Clockwise.' } }
    },
  },
  'PATCH /api/questions/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/questions/${await aQuestion(world)}`, json: HIDE }),
  },
  'PATCH /api/answers/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/answers/${await anAnswer(world)}`, json: HIDE }),
  },
  'GET /api/reviews': { are: EVERYBODY, ask: at('/api/reviews') },
  'GET /api/allreviews': { are: ADMINS, ask: at('/api/allreviews') },
  'PATCH /api/reviews/:id': {
    are: ADMINS,
    ask: async ({ as }) => {
      const review = await as.buyer.review.$post({ json: { review: 5, description: 'Cold.' } })
      const { _id } = (await review.json()) as { _id: string }
      return { path: `/api/reviews/${_id}`, json: { hidden: true, reason: 'Not about a part.' } }
    },
  },
  'GET /api/product/:id/reviews': {
    are: EVERYBODY,
    ask: ({ product }) => ({ path: `/api/product/${product.id}/reviews` }),
  },
  'GET /api/product/:id/review': { are: OWN, ask: ({ product }) => ({ path: `/api/product/${product.id}/review` }) },
  'POST /api/product/:id/review': {
    are: [401, 201, 201, 201],
    ask: async ({ shop }) => ({
      path: `/api/product/${(await aProduct(shop)).id}/review`,
      json: { rating: 4, title: 'Good motor', words: 'Runs cold and quiet since June.', photos: [], model: '' },
    }),
  },
  'POST /api/review': { are: [401, 201, 201, 201], ask: at('/api/review', { review: 5, description: 'Cold.' }) },
}
