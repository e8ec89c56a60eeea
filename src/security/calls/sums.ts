import type { World } from '../world.ts'
import { ADMINS, at, EVERYBODY, type Row, type Statuses } from './row.ts'

/** All the world for nothing, and a country that no other request names: the sums of the other calls stay. */
const ZONE = { name: 'World', countries: ['*'], flat: 0 }
const RATE = { name: 'VAT', country: 'TV', buyers: 'everybody', percent: 10 } as const
const aWord = () => `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
const idIn = async (answer: { json(): Promise<unknown> }) => ((await answer.json()) as { _id: string })._id

/** Removes rules that an odd request has added, since they change the sums of other rows. */
export async function noZone({ as }: World) {
  for (const { _id: id } of await (await as.admin['shipping-zones'].$get()).json())
    await as.admin['shipping-zones'][':id'].$delete({ query: {}, param: { id } })
}
async function aZone(world: World) {
  await noZone(world)
  return `/api/shipping-zones/${await idIn(await world.as.admin['shipping-zones'].$post({ json: ZONE }))}`
}
async function noRate({ as }: World) {
  for (const { _id: id } of await (await as.admin['tax-rates'].$get()).json())
    await as.admin['tax-rates'][':id'].$delete({ query: {}, param: { id } })
}
async function aRate(world: World) {
  await noRate(world)
  return `/api/tax-rates/${await idIn(await world.as.admin['tax-rates'].$post({ json: RATE }))}`
}
async function aCode({ as }: World) {
  const code = aWord()
  const json = { code, percent: 10 }
  return {
    json: { ...json, version: 1 },
    path: `/api/discount-codes/${await idIn(await as.admin['discount-codes'].$post({ json }))}`,
  }
}
const aGroup = async ({ as }: World) => idIn(await as.admin['price-groups'].$post({ json: { name: aWord() } }))
const MAKERS: Statuses = [401, 403, 403, 201]

export const SUMS: Record<string, Row> = {
  'GET /api/shipping-zones': { are: ADMINS, ask: at('/api/shipping-zones') },
  'POST /api/shipping-zones': {
    are: MAKERS,
    ask: async (world) => {
      await noZone(world)
      return { path: '/api/shipping-zones', json: ZONE }
    },
  },
  'PUT /api/shipping-zones/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: await aZone(world), json: { ...ZONE, version: 1 } }),
  },
  'DELETE /api/shipping-zones/:id': { are: ADMINS, ask: async (world) => ({ path: await aZone(world) }) },
  'GET /api/tax-rates': { are: ADMINS, ask: at('/api/tax-rates') },
  'POST /api/tax-rates': {
    are: MAKERS,
    ask: async (world) => {
      await noRate(world)
      return { path: '/api/tax-rates', json: RATE }
    },
  },
  'PUT /api/tax-rates/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: await aRate(world), json: { ...RATE, version: 1 } }),
  },
  'DELETE /api/tax-rates/:id': { are: ADMINS, ask: async (world) => ({ path: await aRate(world) }) },
  'GET /api/sum-settings': { are: ADMINS, ask: at('/api/sum-settings') },
  'PUT /api/sum-settings': {
    are: ADMINS,
    ask: async ({ as }) => {
      await as.admin['sum-settings'].$put({ json: { showsTax: false } })
      return { path: '/api/sum-settings', json: { showsTax: true } }
    },
  },
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
    ask: async (world) => {
      const json = { email: world.other.email, groupId: await aGroup(world) }
      return { path: '/api/price-groups/people', json }
    },
  },
  'PUT /api/price-groups/:id': {
    are: ADMINS,
    ask: async (world) => ({ path: `/api/price-groups/${await aGroup(world)}`, json: { name: aWord(), version: 1 } }),
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
