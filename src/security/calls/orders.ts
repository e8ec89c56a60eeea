import type { Address } from '../../addresses/contract.ts'
import { addresses } from '../../addresses/table.server.ts'
import { carts } from '../../carts/table.server.ts'
import type { SavedList } from '../../lists/contract.ts'
import { savedLists } from '../../lists/table.server.ts'
import type { Order } from '../../orders/contract.ts'
import { charge, intentFor } from '../../payments/open-test-payments.ts'
import { aCheckout, ageDelivery, anOrder, paid, placed } from '../../testing/orders.ts'
import type { World } from '../world.ts'
import { ADMINS, always, at, EVERYBODY, OWN, type Row, UNKNOWN_LINK } from './row.ts'

const order = ({ as, product }: World): Promise<Order> => placed(as.buyer, product)

export async function paidOrder(world: World) {
  const made = await order(world)
  await paid(world.shop, made)
  return made
}

/** An order whose card was charged, and the shop does not know yet. */
async function charged(world: World) {
  const made = await order(world)
  const transactionId = await intentFor(world.as.buyer, made)
  await charge(world.shop, transactionId)
  return { path: `/api/orders/${made._id}`, json: { order: made._id, transactionId }, checkoutId: made.checkoutId }
}

const ADDRESS = { name: 'Workshop', street: '14 Quay Road', city: 'Harbour Town', country: 'Norway' }

/** An address of the customer, who has room for it. */
async function anAddress({ shop, as }: World) {
  await shop.db.delete(addresses)
  const kept = await as.buyer.addresses.$post({ json: ADDRESS })
  return ((await kept.json()) as Address)._id
}

const aList = ({ id: productId }: World['product']) => ({ name: 'Van stock', lines: [{ productId, quantity: 4 }] })

/** A list of the customer, who has room for it. */
async function aSavedList({ shop, as, product }: World) {
  await shop.db.delete(savedLists)
  const kept = await as.buyer.lists.$post({ json: aList(product) })
  return ((await kept.json()) as SavedList)._id
}

export const ORDERS: Record<string, Row> = {
  'POST /api/order': {
    are: [401, 201, 403, 403],
    ask: ({ product, buyer }) => ({ path: '/api/order', json: anOrder(product, { email: buyer.email }) }),
  },
  'POST /api/checkouts': {
    are: [401, 201, 201, 201],
    ask: ({ product }) => ({ path: '/api/checkouts', json: aCheckout([{ product }]) }),
  },
  'GET /api/checkouts': { are: OWN, ask: at('/api/checkouts') },
  'GET /api/checkouts/placed/:key': { are: OWN, ask: at('/api/checkouts/placed/nobodys') },
  'GET /api/checkouts/:id': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/checkouts/${(await order(world)).checkoutId}` }),
  },
  'PATCH /api/checkouts/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => {
      const { checkoutId, json } = await charged(world)
      return { path: `/api/checkouts/${checkoutId}`, json }
    },
  },
  'DELETE /api/checkouts/:id': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/checkouts/${(await order(world)).checkoutId}` }),
  },
  'GET /api/checkouts/:id/events': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/checkouts/${(await order(world)).checkoutId}/events` }),
  },
  'PATCH /api/checkouts/:id/sent': {
    are: ADMINS,
    ask: async (world) => ({
      path: `/api/checkouts/${(await paidOrder(world)).checkoutId}/sent`,
      json: { carrier: 'Quayline', number: '00 3404 1187' },
    }),
  },
  'PATCH /api/checkouts/:id/arrived': {
    are: [401, 200, 404, 200],
    ask: async (world) => {
      const { _id: line, checkoutId: id } = await paidOrder(world)
      const sent = await world.as.admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Quayline' } })
      await ageDelivery(world.shop, line, 11)
      return { path: `/api/checkouts/${id}/arrived`, json: { parcel: (await sent.json())._id } }
    },
  },
  'PATCH /api/checkouts/:id/corrected': {
    are: ADMINS,
    ask: async (world) => {
      const { _id: line, checkoutId: id } = await paidOrder(world)
      const sent = await world.as.admin.checkouts[':id'].sent.$patch({ param: { id }, json: {} })
      await ageDelivery(world.shop, line, 11)
      return {
        path: `/api/checkouts/${id}/corrected`,
        json: { parcel: (await sent.json())._id, reason: 'It stands here still.' },
      }
    },
  },
  'GET /api/cart': { are: OWN, ask: at('/api/cart') },
  'PUT /api/cart': {
    are: [401, 200, 200, 200],
    ask: async ({ shop, product }) => {
      await shop.db.delete(carts)
      return { path: '/api/cart', json: { version: 0, lines: [{ productId: product.id, quantity: 4 }] } }
    },
  },
  'POST /api/cart/join': {
    are: OWN,
    ask: ({ product }) => ({
      path: '/api/cart/join',
      json: { lines: [{ id: crypto.randomUUID(), productId: product.id, quantity: 4 }] },
    }),
  },
  'GET /api/lists': { are: OWN, ask: at('/api/lists') },
  'POST /api/lists': {
    are: [401, 201, 201, 201],
    ask: async ({ shop, product }) => {
      await shop.db.delete(savedLists)
      return { path: '/api/lists', json: aList(product) }
    },
  },
  'GET /api/lists/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({ path: `/api/lists/${await aSavedList(world)}` }),
  },
  'PUT /api/lists/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({
      path: `/api/lists/${await aSavedList(world)}`,
      json: { ...aList(world.product), version: 1 },
    }),
  },
  'DELETE /api/lists/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({ path: `/api/lists/${await aSavedList(world)}` }),
  },
  'POST /api/lists/:id/link': {
    are: [401, 201, 404, 404],
    ask: async (world) => ({ path: `/api/lists/${await aSavedList(world)}/link` }),
  },
  'DELETE /api/lists/:id/link': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({ path: `/api/lists/${await aSavedList(world)}/link` }),
  },
  'GET /api/shared-lists/:token': { are: always(404), ask: at(`/api/shared-lists/${UNKNOWN_LINK}`) },
  'GET /api/addresses': { are: OWN, ask: at('/api/addresses') },
  'POST /api/addresses': { are: [401, 201, 201, 201], ask: at('/api/addresses', ADDRESS) },
  'PUT /api/addresses/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({ path: `/api/addresses/${await anAddress(world)}`, json: ADDRESS }),
  },
  'DELETE /api/addresses/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({ path: `/api/addresses/${await anAddress(world)}` }),
  },
  'POST /api/quick-order': {
    are: EVERYBODY,
    ask: at('/api/quick-order', { lines: [{ number: 'EF-230', quantity: 4 }] }),
  },
  'GET /api/quick-order/columns': { are: OWN, ask: at('/api/quick-order/columns') },
  'PUT /api/quick-order/columns': {
    are: OWN,
    ask: at('/api/quick-order/columns', { columns: [{ width: 4, number: 2, quantity: 0, reference: 3 }] }),
  },
  'GET /api/orders': {
    are: [401, 200, 403, 403],
    ask: ({ buyer }) => ({ path: `/api/orders?email=${buyer.email}&q=fan` }),
  },
  'GET /api/orders/:id': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/orders/${(await order(world))._id}` }),
  },
  'GET /api/orders/:id/page': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/orders/${(await order(world)).number}/page` }),
  },
  'PATCH /api/orders/:id/delivery': {
    are: [401, 200, 404, 404],
    ask: async (world) => ({
      path: `/api/orders/${(await order(world))._id}/delivery`,
      json: { country: 'Norway', address: 'Storgata 2' },
    }),
  },
  'PATCH /api/orders/:id': {
    are: [401, 200, 404, 404],
    ask: async (world) => {
      const { path, json } = await charged(world)
      return { path, json }
    },
  },
  'DELETE /api/orders/:id': {
    are: [401, 200, 404, 200],
    ask: async (world) => ({ path: `/api/orders/${(await order(world))._id}` }),
  },
  'GET /api/allorders': { are: ADMINS, ask: at('/api/allorders') },
  'GET /api/allorders/counts': { are: ADMINS, ask: at('/api/allorders/counts') },
  'PATCH /api/paidorders/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/paidorders/${(await paidOrder(world))._id}` }),
  },
  'DELETE /api/paidorders/:id': {
    are: ADMINS,
    ask: async (world) => {
      const { _id: id } = await paidOrder(world)
      await world.as.admin.paidorders[':id'].$patch({ param: { id } })
      return { path: `/api/paidorders/${id}` }
    },
  },
  'GET /api/payment-settings': { are: EVERYBODY, ask: at('/api/payment-settings') },
  'POST /api/create-payment-intent': {
    are: [401, 200, 404, 404],
    ask: async (world) => {
      const { _id: orderId, price } = await order(world)
      return { path: '/api/create-payment-intent', json: { price, orderId } }
    },
  },
  'POST /api/stripe/webhook': { are: always(400), ask: at('/api/stripe/webhook', { id: 'evt_forged' }) },
}
