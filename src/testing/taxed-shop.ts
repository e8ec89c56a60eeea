import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import type { ApiClient } from '../client.ts'
import type { Checkout, PlaceCheckout } from '../orders/checkout-contract.ts'
import { products } from '../products/table.server.ts'
import { openTestShop, type TestShop } from './open-test-shop.ts'
import type { OnEnd } from './shared-by-file.ts'

export const NORDIC = { name: 'Nordic', countries: ['Norway', 'SE'], flat: 9.5, perKg: 1.2, freeFrom: 250 }
export const VAT = { name: 'VAT', country: 'NO', buyers: 'everybody', percent: 25 } as const
const REVERSE = { name: 'Reverse charge', country: 'NO', buyers: 'numbered', percent: 0 } as const

/** A shop that sends to Norway and Sweden, with one part of 640 g at $72.00 for four. */
export async function aTaxedShop(onEnd: OnEnd) {
  const opened = await openTestShop({ onEnd, stock: 10_000, env: { MAX_UNPAID_ORDERS: '100' } })
  const { as, product } = opened
  await opened.shop.db.update(products).set({ weightGrams: 640 }).where(eq(products.id, product.id))
  expect((await as.admin['shipping-zones'].$post({ json: NORDIC })).status).toBe(201)
  for (const json of [VAT, REVERSE]) expect((await as.admin['tax-rates'].$post({ json })).status).toBe(201)
  return opened
}

export const placing = (as: ApiClient, json: PlaceCheckout) => as.checkouts.$post({ json })

export async function placed(as: ApiClient, json: PlaceCheckout): Promise<Checkout> {
  const answer = await placing(as, json)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Checkout
}

export const quoted = async (as: ApiClient, json: Parameters<ApiClient['quote']['$post']>[0]['json']) =>
  (await as.quote.$post({ json })).json()

export const problemOf = async (answer: { status: number; json(): Promise<unknown> }) => [
  answer.status,
  await answer.json(),
]

export const linesOf = ({ product }: TestShop, quantity = 4) => [{ productId: product.id, quantity }]
