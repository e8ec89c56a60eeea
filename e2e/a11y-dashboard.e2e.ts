import { test } from 'vitest'
import { ADMIN_SCREENS, orderScreens } from './admin-screens.ts'
import { expectAllToBeWell, expectToBeWell, SWEEP } from './axe.ts'
import { PHONE, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, payByCalls } from './standing.ts'

test('every screen and dialog of an admin is open to everybody, wide and narrow, light and dark', {
  timeout: SWEEP,
}, async () => {
  const [product, buyer, admin] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  const { number } = await payByCalls(buyer, await anOrder(buyer, product))
  await anOrder(buyer, product)
  await expectAllToBeWell(admin.page, [...ADMIN_SCREENS, ...orderScreens(number)])
})

test('an empty list and a page of nobody are open to everybody', async () => {
  const buyer = await aBuyer()
  await expectAllToBeWell(buyer.page, [
    {
      name: 'no orders yet',
      path: '/dashboard/myorders',
      ready: (page) => page.getByText('You have no orders.').waitFor(),
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
  ])
})

test('the drawer of the dashboard is open to everybody', async () => {
  const { page } = await aBuyer(PHONE)
  await visit(page, '/dashboard/myorders')
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  await page.getByRole('dialog', { name: 'Dashboard' }).waitFor()
  await expectToBeWell(page, { name: 'the drawer of the dashboard' })
})
