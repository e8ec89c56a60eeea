import { describe, expect, test } from 'vitest'
import { ask } from '../client.ts'
import { HOUR, MINUTE } from '../config/clock.ts'
import { charge, intentFor } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, expectLaws, placed, stockOf } from '../testing/orders.ts'
import type { Order } from './contract.ts'

const lasts = ({ createdAt, expiresAt }: Order) => Date.parse(expiresAt) - Date.parse(createdAt)

describe('who is verified and cancels', () => {
  test('gets no new time within a hold by cancelling and ordering again, alone or with other parts', async () => {
    const { shop, as, clock, product } = await openTestShop({ stock: 8 })
    const also = await aProduct(shop)
    const first = await placed(as.buyer, product)
    clock.advance(9 * HOUR)
    await ask(as.buyer.orders[':id'].$delete({ param: { id: first._id } }))
    const { orders } = await ask(as.buyer.checkouts.$post({ json: aCheckout([{ product }, { product: also }]) }))
    expect(orders.map(({ expiresAt }) => expiresAt)).toEqual([first.expiresAt, first.expiresAt])
    for (const { _id: id } of orders) await ask(as.buyer.orders[':id'].$delete({ param: { id } }))
    expect((await placed(as.buyer, also)).expiresAt).toBe(first.expiresAt)
    const again = await placed(as.buyer, product)
    expect(again.expiresAt).toBe(first.expiresAt)
    await charge(shop, await intentFor(as.buyer, again), 'threeDSecure2Required')
    clock.advance(15 * HOUR + MINUTE)
    await reconcile(shop)
    expect(await stockOf(shop, product)).toBe(8)
    await expectLaws(shop)
  })

  test('gets a whole hold for another part, for what somebody else cancelled, and once the first one is over', async () => {
    const { shop, as, clock, product } = await openTestShop()
    const first = await placed(as.buyer, product)
    clock.advance(9 * HOUR)
    await ask(as.buyer.orders[':id'].$delete({ param: { id: first._id } }))
    expect(lasts(await placed(as.other, product))).toBe(24 * HOUR)
    expect(lasts(await placed(as.buyer, await aProduct(shop)))).toBe(24 * HOUR)
    clock.advance(15 * HOUR)
    expect(lasts(await placed(as.buyer, product))).toBe(24 * HOUR)
    await expectLaws(shop)
  })
})
