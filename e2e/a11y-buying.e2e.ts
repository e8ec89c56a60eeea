import { test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectAllToBeWell, SWEEP } from './axe.ts'
import { buyingScreens } from './buying-screens.ts'
import { customerScreens } from './screens.ts'
import { aBuyer, anOrder, aPaidList, aProduct, asAdmin, payByCalls } from './standing.ts'

test('every screen and dialog of a customer is open to everybody, wide and narrow, light and dark', {
  timeout: SWEEP,
}, async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { order } = await aPaidList(buyer)
  const [line] = order.orders
  const json = { carrier: 'Quayline', number: '00 3404 1187', lines: [line?._id ?? ''] }
  await ask((await asAdmin()).checkouts[':id'].sent.$patch({ param: { id: order._id }, json }))
  const { _id: paid, number } = await payByCalls(buyer, await anOrder(buyer, product))
  const { _id: unpaid } = await anOrder(buyer, product)
  const { _id: addressless } = await anOrder(buyer, product, {})
  await expectAllToBeWell(buyer.page, [
    ...customerScreens({ product, unpaid, addressless, paid, half: order.number }),
    ...(await buyingScreens(buyer, product, number)),
  ])
})
