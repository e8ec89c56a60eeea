import { describe, test } from 'vitest'
import { ask } from '../src/client.ts'
import { ADMIN_SCREENS, orderScreens } from './admin-screens.ts'
import { expectAllToBeWell } from './axe.ts'
import { buyingScreens } from './buying-screens.ts'
import { PHONE, SIZES } from './person.ts'
import { customerScreens } from './screens.ts'
import { aBuyer, anAdmin, anOrder, aPaidList, aProduct, asAdmin, payByCalls } from './standing.ts'

describe.each(SIZES)('at $at', ({ size }) => {
  test('every screen and dialog of a customer is open to everybody, light and dark', async () => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer(size)])
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

  test('every screen and dialog of an admin is open to everybody, light and dark', async () => {
    const [product, buyer, admin] = await Promise.all([aProduct(), aBuyer(), anAdmin(size)])
    const { number } = await payByCalls(buyer, await anOrder(buyer, product))
    await anOrder(buyer, product)
    await expectAllToBeWell(admin.page, [...ADMIN_SCREENS, ...orderScreens(number)])
  })
})

test('an empty list, a page of nobody and the drawer of the dashboard are open to everybody', async () => {
  const buyer = await aBuyer(PHONE)
  await expectAllToBeWell(buyer.page, [
    {
      name: 'no orders yet',
      path: '/dashboard/myorders',
      ready: (page) => page.getByText('You have not ordered anything yet.').waitFor(),
    },
    {
      name: 'no lists yet',
      path: '/dashboard/lists',
      ready: (page) => page.getByText('You keep no list yet.').waitFor(),
    },
    {
      name: 'no addresses yet',
      path: '/dashboard/addresses',
      ready: (page) => page.getByText('You keep no address yet.').waitFor(),
    },
    {
      name: 'an order that is not there',
      path: '/dashboard/payment/01a1fe1c-8573-777d-a848-106eb48d2ff5',
      ready: (page) => page.getByRole('alert').first().waitFor(),
    },
    {
      name: 'the drawer of the dashboard',
      path: '/dashboard/myorders',
      ready: async (page) => {
        await page.getByRole('button', { name: /^Dashboard pages/ }).click()
        await page.getByRole('dialog', { name: 'Dashboard' }).waitFor()
      },
    },
  ])
})
