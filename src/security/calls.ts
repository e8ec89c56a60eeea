import { eq } from 'drizzle-orm'
import { sessions } from '../accounts/table.server.ts'
import type { Address } from '../addresses/contract.ts'
import { addresses } from '../addresses/table.server.ts'
import { carts } from '../carts/table.server.ts'
import type { SavedList } from '../lists/contract.ts'
import { savedLists } from '../lists/table.server.ts'
import type { Order } from '../orders/contract.ts'
import { charge, intentFor } from '../payments/open-test-payments.ts'
import { products } from '../products/table.server.ts'
import { aModel } from '../testing/models.ts'
import { aPerson, aProduct } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, paid, placed } from '../testing/orders.ts'
import type { Asked, World } from './world.ts'

/** The answers to nobody, to the owning customer, to another customer and to an admin. */
export type Statuses = [nobody: number, customer: number, other: number, admin: number]
type Request = Omit<Asked, 'method' | 'token'>
/** `ask` makes what the request is about, anew for each of the four. */
export type Row = { are: Statuses; ask(world: World): Request | Promise<Request> }

const PROFILE = { education: 'Cooling', location: 'Oslo', phone: '22 00 01 40', linkedin: 'https://example.com/in/a' }
const UNKNOWN_LINK = 'A'.repeat(43)
const UNKNOWN_STOP = 'A'.repeat(100)
const PASSWORD = 'cold-storage-9'

const EVERYBODY: Statuses = [200, 200, 200, 200]
const ADMINS: Statuses = [401, 403, 403, 200]
const OWN: Statuses = [401, 200, 200, 200]
const always = (status: number): Statuses => [status, status, status, status]

const at = (path: string, json?: unknown) => () => (json === undefined ? { path } : { path, json })
const freshEmail = () => `${crypto.randomUUID()}@example.com`
const order = ({ as, product }: World): Promise<Order> => placed(as.buyer, product)

async function paidOrder(world: World) {
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

async function anotherSession({ db, clock }: World['shop'], userId: string) {
  const [id, now] = [crypto.randomUUID(), clock.now()]
  const expiresAt = new Date(now.getTime() + 3_600_000)
  await db.insert(sessions).values({ id, userId, token: id, expiresAt, createdAt: now, updatedAt: now })
  return id
}

const PEOPLE: Record<string, Row> = {
  'GET /api/admin/:email': { are: [401, 200, 403, 200], ask: ({ buyer }) => ({ path: `/api/admin/${buyer.email}` }) },
  'GET /api/user/:email': { are: [401, 200, 403, 200], ask: ({ buyer }) => ({ path: `/api/user/${buyer.email}` }) },
  'PUT /api/user/:email': {
    are: [401, 200, 403, 403],
    ask: ({ buyer }) => ({ path: `/api/user/${buyer.email}`, json: PROFILE }),
  },
  'GET /api/account': { are: OWN, ask: at('/api/account') },
  'PUT /api/account/name': { are: OWN, ask: at('/api/account/name', { name: 'Anna' }) },
  // Of four people without a password: the wrong proof is told to each.
  'PUT /api/account/email': {
    are: [401, 409, 409, 409],
    ask: () => ({ path: '/api/account/email', json: { newEmail: freshEmail(), password: PASSWORD } }),
  },
  'POST /api/account/proof': { are: OWN, ask: at('/api/account/proof') },
  'GET /api/account/sessions': { are: OWN, ask: at('/api/account/sessions') },
  'DELETE /api/account/sessions': { are: OWN, ask: at('/api/account/sessions') },
  'DELETE /api/account/sessions/:id': {
    are: [401, 200, 404, 404],
    ask: async ({ shop, buyer }) => ({ path: `/api/account/sessions/${await anotherSession(shop, buyer.id)}` }),
  },
  'POST /api/account/delete': {
    are: [401, 409, 422, 422],
    ask: ({ buyer }) => ({ path: '/api/account/delete', json: { email: buyer.email, password: PASSWORD } }),
  },
  'GET /api/mail-links/:token': { are: always(404), ask: at(`/api/mail-links/${UNKNOWN_LINK}`) },
  'GET /api/users': { are: ADMINS, ask: at('/api/users') },
  'PUT /api/users/:id': {
    are: ADMINS,
    ask: async ({ shop }) => ({ path: `/api/users/${(await aPerson(shop, 'new')).id}`, json: { role: 'admin' } }),
  },
  'GET /api/audit': { are: ADMINS, ask: at('/api/audit') },
}

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

async function anArchivedProduct(shop: World['shop']) {
  const { id } = await aProduct(shop)
  await shop.db.update(products).set({ removedAt: shop.clock.now() }).where(eq(products.id, id))
  return id
}

const GOODS: Record<string, Row> = {
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

const ORDERS: Record<string, Row> = {
  'POST /api/order': {
    are: [401, 201, 403, 403],
    ask: ({ product, buyer }) => ({ path: '/api/order', json: anOrder(product, { email: buyer.email }) }),
  },
  'POST /api/checkouts': {
    are: [401, 201, 201, 201],
    ask: ({ product }) => ({ path: '/api/checkouts', json: aCheckout([{ product }]) }),
  },
  'GET /api/checkouts': { are: OWN, ask: at('/api/checkouts') },
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
      const { checkoutId: id } = await paidOrder(world)
      const sent = await world.as.admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Quayline' } })
      return { path: `/api/checkouts/${id}/arrived`, json: { parcel: (await sent.json())._id } }
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
  'GET /api/orders': {
    are: [401, 200, 403, 403],
    ask: ({ buyer }) => ({ path: `/api/orders?email=${buyer.email}` }),
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

/** All the world for nothing, and a country that no other request names: the sums of the other calls stay. */
const ZONE = { name: 'World', countries: ['*'], flat: 0 }
const RATE = { name: 'VAT', country: 'TV', buyers: 'everybody', percent: 10 } as const
const aWord = () => `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
const idIn = async (answer: { json(): Promise<unknown> }) => ((await answer.json()) as { _id: string })._id

/** Takes away what an odd request has put into the sums of the others. */
export async function noZone({ as }: World) {
  for (const { _id: id } of await (await as.admin['shipping-zones'].$get()).json())
    await as.admin['shipping-zones'][':id'].$delete({ param: { id } })
}
async function aZone(world: World) {
  await noZone(world)
  return `/api/shipping-zones/${await idIn(await world.as.admin['shipping-zones'].$post({ json: ZONE }))}`
}
async function noRate({ as }: World) {
  for (const { _id: id } of await (await as.admin['tax-rates'].$get()).json())
    await as.admin['tax-rates'][':id'].$delete({ param: { id } })
}
async function aRate(world: World) {
  await noRate(world)
  return `/api/tax-rates/${await idIn(await world.as.admin['tax-rates'].$post({ json: RATE }))}`
}
async function aCode({ as }: World) {
  const code = aWord()
  const json = { code, percent: 10 }
  return { json, path: `/api/discount-codes/${await idIn(await as.admin['discount-codes'].$post({ json }))}` }
}
const aGroup = async ({ as }: World) => idIn(await as.admin['price-groups'].$post({ json: { name: aWord() } }))
const MAKERS: Statuses = [401, 403, 403, 201]

const SUMS: Record<string, Row> = {
  'GET /api/shipping-zones': { are: ADMINS, ask: at('/api/shipping-zones') },
  'POST /api/shipping-zones': {
    are: MAKERS,
    ask: async (world) => {
      await noZone(world)
      return { path: '/api/shipping-zones', json: ZONE }
    },
  },
  'PUT /api/shipping-zones/:id': { are: ADMINS, ask: async (world) => ({ path: await aZone(world), json: ZONE }) },
  'DELETE /api/shipping-zones/:id': { are: ADMINS, ask: async (world) => ({ path: await aZone(world) }) },
  'GET /api/tax-rates': { are: ADMINS, ask: at('/api/tax-rates') },
  'POST /api/tax-rates': {
    are: MAKERS,
    ask: async (world) => {
      await noRate(world)
      return { path: '/api/tax-rates', json: RATE }
    },
  },
  'PUT /api/tax-rates/:id': { are: ADMINS, ask: async (world) => ({ path: await aRate(world), json: RATE }) },
  'DELETE /api/tax-rates/:id': { are: ADMINS, ask: async (world) => ({ path: await aRate(world) }) },
  'GET /api/sum-settings': { are: ADMINS, ask: at('/api/sum-settings') },
  'PUT /api/sum-settings': { are: ADMINS, ask: at('/api/sum-settings', { showsTax: false }) },
  'GET /api/discount-codes': { are: ADMINS, ask: at('/api/discount-codes') },
  'POST /api/discount-codes': {
    are: MAKERS,
    ask: () => ({ path: '/api/discount-codes', json: { code: aWord(), percent: 10 } }),
  },
  'PUT /api/discount-codes/:id': { are: ADMINS, ask: aCode },
  'DELETE /api/discount-codes/:id': { are: ADMINS, ask: async (world) => ({ path: (await aCode(world)).path }) },
  'GET /api/price-groups': { are: ADMINS, ask: at('/api/price-groups') },
  'POST /api/price-groups': { are: MAKERS, ask: () => ({ path: '/api/price-groups', json: { name: aWord() } }) },
  'PUT /api/price-groups/people': {
    are: ADMINS,
    ask: ({ other }) => ({ path: '/api/price-groups/people', json: { email: other.email, groupId: null } }),
  },
  'PUT /api/price-groups/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/price-groups/${await aGroup(world)}`, json: { name: aWord() } }),
  },
  'DELETE /api/price-groups/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/price-groups/${await aGroup(world)}` }),
  },
  'POST /api/quote': {
    are: EVERYBODY,
    ask: ({ product }) => ({ path: '/api/quote', json: { lines: [{ productId: product.id, quantity: 4 }] } }),
  },
}

const POST: Record<string, Row> = {
  'POST /api/contact': { are: always(201), ask: at('/api/contact', { email: 'a@example.com', message: 'Hello' }) },
  'POST /api/part-requests': {
    are: always(201),
    ask: at('/api/part-requests', { email: 'a@example.com', words: 'The seal of the lower drawer.' }),
  },
  'GET /api/part-requests': { are: ADMINS, ask: at('/api/part-requests') },
  'PATCH /api/part-requests': {
    are: ADMINS,
    ask: async ({ as, product }) => {
      const asked = await as.buyer['part-requests'].$post({ json: { words: 'A fan.' } })
      const { _id: id } = (await asked.json()) as { _id: string }
      return { path: '/api/part-requests', json: { id, part: product.number } }
    },
  },
  'POST /api/product/:id/notify': {
    are: always(202),
    ask: async ({ shop }) => {
      const { id: product } = await aProduct(shop, { stock: 0 })
      return { path: `/api/product/${product}/notify`, json: { email: freshEmail(), product } }
    },
  },
  'POST /api/notify/confirm': { are: always(404), ask: at('/api/notify/confirm', { token: UNKNOWN_LINK }) },
  'POST /api/unsubscribe': { are: always(404), ask: at('/api/unsubscribe', { token: UNKNOWN_STOP }) },
  'POST /api/unsubscribe/:token': { are: always(404), ask: at(`/api/unsubscribe/${UNKNOWN_STOP}`) },
  'POST /api/newsletter': { are: always(202), ask: () => ({ path: '/api/newsletter', json: { email: freshEmail() } }) },
  'POST /api/newsletter/confirm': { are: always(404), ask: at('/api/newsletter/confirm', { token: UNKNOWN_LINK }) },
  'POST /api/newsletter/unsubscribe': {
    are: always(404),
    ask: at('/api/newsletter/unsubscribe', { token: UNKNOWN_LINK }),
  },
  'POST /api/newsletter/unsubscribe/:token': {
    are: always(404),
    ask: at(`/api/newsletter/unsubscribe/${UNKNOWN_LINK}`),
  },
}

/** A password is changed by who holds the bearer and the cookie of one session; these four have no cookie. */
const IDENTITY: Record<string, Row> = {
  'POST /api/auth/sign-up/email': {
    are: EVERYBODY,
    ask: ({ origin: Origin }) => ({
      path: '/api/auth/sign-up/email',
      json: { name: 'Anna', email: freshEmail(), password: PASSWORD },
      headers: { Origin },
    }),
  },
  'POST /api/auth/sign-in/email': {
    are: always(401),
    ask: ({ buyer, origin: Origin }) => ({
      path: '/api/auth/sign-in/email',
      json: { email: buyer.email, password: PASSWORD },
      headers: { Origin },
    }),
  },
  'POST /api/auth/sign-out': { are: EVERYBODY, ask: at('/api/auth/sign-out', {}) },
  'GET /api/auth/get-session': { are: EVERYBODY, ask: at('/api/auth/get-session') },
  'POST /api/auth/send-verification-email': {
    are: EVERYBODY,
    ask: ({ buyer }) => ({ path: '/api/auth/send-verification-email', json: { email: buyer.email } }),
  },
  'POST /api/auth/verify-email': { are: always(404), ask: at('/api/auth/verify-email', { token: UNKNOWN_LINK }) },
  'POST /api/auth/not-me': { are: always(404), ask: at('/api/auth/not-me', { token: UNKNOWN_LINK }) },
  'POST /api/auth/confirm-email': { are: always(404), ask: at('/api/auth/confirm-email', { token: UNKNOWN_LINK }) },
  'POST /api/auth/take-back': { are: always(404), ask: at('/api/auth/take-back', { token: UNKNOWN_LINK }) },
  'POST /api/auth/request-password-reset': {
    are: EVERYBODY,
    ask: () => ({ path: '/api/auth/request-password-reset', json: { email: freshEmail() } }),
  },
  'POST /api/auth/reset-password': {
    are: always(404),
    ask: at('/api/auth/reset-password', { token: UNKNOWN_LINK, newPassword: PASSWORD }),
  },
  'POST /api/auth/change-password': {
    are: always(401),
    ask: at('/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'colder-storage-10' }),
  },
  'GET /api/auth/google/start': { are: always(302), ask: at('/api/auth/google/start?nonce=n&origin=x') },
  'GET /api/auth/google/done': { are: EVERYBODY, ask: at('/api/auth/google/done') },
  'GET /api/auth/callback/google': { are: always(302), ask: at('/api/auth/callback/google?code=x&state=forged') },
}

/** Addresses that are no calls of the shop and need no identity. */
export const OPEN: Record<string, Row> = {
  'GET /livez': { are: EVERYBODY, ask: at('/livez') },
  'GET /healthz': { are: EVERYBODY, ask: at('/healthz') },
  'GET /readyz': { are: EVERYBODY, ask: at('/readyz') },
  'GET /metrics': { are: EVERYBODY, ask: at('/metrics') },
  'GET /robots.txt': { are: EVERYBODY, ask: at('/robots.txt') },
  'GET /.well-known/security.txt': { are: EVERYBODY, ask: at('/.well-known/security.txt') },
  'GET /feed/products.tsv': { are: EVERYBODY, ask: at('/feed/products.tsv') },
  'GET /feed/products.xml': { are: EVERYBODY, ask: at('/feed/products.xml') },
  'GET /sitemap.xml': { are: EVERYBODY, ask: at('/sitemap.xml') },
  'GET /sitemap/models.xml': { are: EVERYBODY, ask: at('/sitemap/models.xml') },
  'GET /sitemap/pages.xml': { are: EVERYBODY, ask: at('/sitemap/pages.xml') },
  'GET /sitemap/products/:part{[1-9][0-9]{0,3}\\.xml}': { are: EVERYBODY, ask: at('/sitemap/products/1.xml') },
  'GET /api/openapi.json': { are: EVERYBODY, ask: at('/api/openapi.json') },
  'GET /api/docs': { are: EVERYBODY, ask: at('/api/docs') },
}

/** Every call of the shop, and what each of the four is answered. */
export const CALLS: Record<string, Row> = { ...PEOPLE, ...GOODS, ...ORDERS, ...SUMS, ...POST, ...IDENTITY }

/** Calls of the stand-ins, which know keys and no roles; their own tests say who may. */
export const isOfStandIn = (path: string) => /^\/(stripe-sandbox|google-stand-in)\//.test(path)

export const methodOf = (call: string) => call.slice(0, call.indexOf(' '))
