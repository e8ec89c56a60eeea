import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { isStoring, storeCart } from './cart-calls.ts'
import { getsFocus, ONCE_MORE, reload, toast, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer } from './standing.ts'

/** A buyer whose cart, with twelve pieces of a part, is on the screen. */
async function aCartOfTwelve(options?: Parameters<typeof aBuyer>[0]) {
  const [part, buyer] = await Promise.all([aProduct({ stock: 500, minOrder: 12 }), aBuyer(options)])
  await ask(buyer.calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 12 }] } }))
  await visit(buyer.page, '/cart')
  const field = buyer.page.getByRole('textbox', { name: `Quantity of ${part.name}` })
  await field.waitFor()
  return { part, buyer, field, page: buyer.page }
}

type Shown = Awaited<ReturnType<typeof aCartOfTwelve>>

const storedIn = async ({ calls }: Buyer) => (await ask(calls.cart.$get())).lines.map(({ quantity }) => quantity)

/** Types over a number at the pace of a person. */
async function types(field: ReturnType<Page['getByRole']>, text: string) {
  await field.selectText()
  await field.pressSequentially(text, { delay: 100 })
}

async function typesAndLeaves({ buyer, field, page }: Shown) {
  const sent: (string | null)[] = []
  page.on('request', (request) => {
    if (isStoring(request)) sent.push(request.postData())
  })
  await types(field, '48')
  await reload(page)
  await expect.poll(() => field.inputValue()).toBe('48')
  expect(await storedIn(buyer)).toEqual([48])
  await types(field, '72')
  await field.press('Tab')
  await expect.poll(() => storedIn(buyer)).toEqual([72])
  await types(field, '96')
  await page.getByRole('link', { name: 'Models', exact: true }).first().click()
  await expect.poll(() => storedIn(buyer)).toEqual([96])
  for (const body of sent) expect(body).toMatch(/"quantity":(48|72|96)\b/)
}

async function looksIntoAnotherWindow({ buyer, field, page }: Shown) {
  await field.fill('')
  // As the window loses the focus, which its field does not.
  await field.evaluate((it) => it.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await field.pressSequentially('60')
  expect(await field.inputValue()).toBe('60')
  expect(await page.getByText('is no number of pieces').count()).toBe(0)
  await field.blur()
  await expect.poll(() => storedIn(buyer)).toEqual([60])
}

test('a quantity that is typed in the cart is stored whole, also when the page is reloaded at once or another window is looked into', async () => {
  const shown = await aCartOfTwelve()
  await looksIntoAnotherWindow(shown)
  await typesAndLeaves(shown)
})

test('a quantity that is being typed gives way to one that was stored elsewhere meanwhile, and stays when a part was added there', async () => {
  const { part, buyer, field, page } = await aCartOfTwelve()
  const { _id: productId } = part
  await storeCart(buyer, [{ productId, quantity: 24 }])
  await types(field, '48')
  await toast(page, 'Your cart was changed elsewhere meanwhile.')
  await expect.poll(() => field.inputValue()).toBe('24')
  await getsFocus(field)
  await types(field, '36')
  expect(await field.inputValue()).toBe('36')
  await expect.poll(() => storedIn(buyer)).toEqual([36])

  const other = await aProduct()
  await storeCart(buyer, [
    { productId, quantity: 36 },
    { productId: other._id, quantity: 4 },
  ])
  await field.fill('48')
  await field.blur()
  await page.getByRole('listitem').filter({ hasText: other.name }).waitFor()
  expect(await field.inputValue()).toBe('48')
  await expect.poll(() => storedIn(buyer)).toEqual([48, 4])
})

async function takesOutAndAdds({ part, page }: Shown) {
  const stored = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    if (!isStoring(route.request())) return route.continue()
    await route.fetch(ONCE_MORE)
    // The answer never comes: the page has been left by then.
    stored.resolve()
  })
  await page.getByRole('button', { name: `Take ${part.name} out` }).click()
  await stored.promise
  await visit(page, `/products/${part._id}`)
  await page.unroute('**/api/cart')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).click()
}

test('a part that is taken out and is added again, before the answer, is in the cart, and an edit that could not be stored is so before the till shows the cart', async () => {
  const shown = await aCartOfTwelve({ provokes: /net::ERR_FAILED/ })
  const { buyer, field, page } = shown
  await takesOutAndAdds(shown)
  await field.waitFor()
  expect(await storedIn(buyer)).toEqual([12])

  await page.route('**/api/cart', (route) => (isStoring(route.request()) ? route.abort() : route.continue()))
  await field.fill('48')
  await field.blur()
  await toast(page, 'The shop cannot be reached.')
  await page.unroute('**/api/cart')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('cell', { name: '48', exact: true }).waitFor()
  expect(await storedIn(buyer)).toEqual([48])
})
