import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { deafTab } from './other-tabs.ts'
import { aPerson, toast, visit } from './person.ts'
import { aProduct, type Product } from './standing.ts'

const row = (page: Page, { name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })

async function add(page: Page, { _id }: Product) {
  await visit(page, `/products/${_id}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).waitFor()
}

test('what another tab has put into a visitor’s cart meanwhile stays in it, and the tab that is behind is told', async () => {
  const [one, two, { page, context }] = [await aProduct(), await aProduct(), await aPerson()]
  await add(page, one)
  const cart = await deafTab(context)
  await visit(cart, '/cart')
  await row(cart, one).waitFor()
  await add(page, two)
  await row(cart, one).getByRole('button', { name: /^More/ }).click()
  await toast(cart, 'Your cart was changed in another tab meanwhile.')
  await row(cart, two).waitFor()
  await row(cart, one).getByRole('button', { name: /^More/ }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"quantity":5')
  await visit(page, '/cart')
  await row(page, one).waitFor()
  await row(page, two).waitFor()
})

test('of two parts that are added at once both are in a visitor’s cart', async () => {
  const [part, { page }] = [await aProduct(), await aPerson()]
  await add(page, part)
  await visit(page, '/products?view=table')
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/quick-order', async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  const adds = page.getByRole('button', { name: /^Add .* to the cart$/ })
  await adds.nth(0).click()
  await asked.promise
  await adds.nth(1).click()
  held.resolve()
  await page.getByRole('link', { name: /^Cart 3/ }).waitFor()
})
