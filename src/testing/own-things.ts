import type { ApiClient } from '../client.ts'
import { totalCents } from '../products/total.ts'

type Sold = { id: string; number: string | null; unitPriceCents: number; minOrder: number }

const WORKSHOP = { name: 'Workshop', street: '14 Quay Road', postcode: '8000', city: 'Harbour Town', country: 'Norway' }

/** Writes one of each thing that a buyer owns; answers what `ownThings` tells of them. */
export async function writeOwnThings(as: ApiClient, product: Sold) {
  const lines = [{ productId: product.id, quantity: product.minOrder }]
  const cart = await as.cart.$put({ json: { version: 0, lines } })
  const list = await as.lists.$post({ json: { name: 'Van stock', lines } })
  const address = await as.addresses.$post({ json: WORKSHOP })
  const price = totalCents(product.unitPriceCents, product.minOrder, product.minOrder) / 100
  const where = { country: 'Norway', address: 'Storgata 1, Oslo' }
  const checkout = await as.checkouts.$post({ json: { lines, price, ...where } })
  const statuses = [cart, list, address, checkout].map(({ status }) => status as number)
  if (statuses.join() !== '200,201,201,201') throw new Error(`not written: ${statuses}`)
  const { number: orderNumber } = (await checkout.json()) as { number: string }
  return {
    cart: [product.id],
    lists: ['Van stock'],
    addresses: ['Workshop'],
    orders: [orderNumber],
    meant: [product.number],
  }
}

/** A buyer's own things, and which part a line of quick order means, as this node tells. */
export async function ownThings(as: ApiClient, { number }: Sold) {
  const cart = await (await as.cart.$get()).json()
  const lists = await (await as.lists.$get()).json()
  const addresses = await (await as.addresses.$get()).json()
  const checkouts = await (await as.checkouts.$get({ query: {} })).json()
  const judged = await (
    await as['quick-order'].$post({ json: { lines: [{ number: number ?? '', quantity: 1 }] } })
  ).json()
  return {
    cart: cart.lines.map(({ product }) => product?._id),
    lists: lists.map(({ name }) => name),
    addresses: addresses.map(({ name }) => name),
    orders: checkouts.map((checkout) => checkout.number),
    meant: judged.map(({ product }) => product?.number),
  }
}
