import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { fillLogin, getsFocus, PHONE, reload, toast, visit } from './person.ts'
import { aBuyer, anOrder, aProduct, BOX, type Product, WHERE } from './standing.ts'

const productPath = ({ _id }: Product) => `/purcess/${_id}`
const quantityOf = (page: Page) => page.getByLabel('Quantity')
const add = (page: Page) => page.getByRole('button', { name: 'Add', exact: true })
const placeOrder = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Place Order' })
const sum = (page: Page) => page.locator('.sum')
const total = (page: Page) => page.getByRole('status', { name: 'Total price' })

async function openProduct(page: Page, product: Product) {
  await visit(page, '/products')
  await page.getByRole('combobox', { name: BOX }).fill(product.name)
  await page.keyboard.press('Enter')
  await page.getByText('1 product,').waitFor()
  await page.getByRole('link', { name: `Order Now: ${product.name}` }).click()
  await page.getByRole('heading', { name: product.name }).waitFor()
  await placeOrder(page).waitFor()
}

test('a part is found, its sum is written out, and it is ordered', async () => {
  const product = await aProduct({ unitPrice: 48, minOrder: 4, stock: 200 })
  const { page, calls, who } = await aBuyer(PHONE)
  await openProduct(page, product)
  await page.getByText('per 4 pcs · $12.00 each').waitFor()
  await page.getByText('From 4 to 200 pieces.').waitFor()
  expect(await placeOrder(page).isDisabled()).toBe(true)

  await quantityOf(page).fill('10')
  expect(await total(page).innerText()).toBe('$120.00')
  expect((await sum(page).innerText()).replace(/\s+/g, ' ')).toMatch(
    /^\$48\.00 ÷ 4 × 10 unit price minimum order quantity$/i,
  )
  expect(await placeOrder(page).isDisabled()).toBe(true)
  await add(page).click()
  await placeOrder(page).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByText('$120.00').waitFor()
  await dialog.getByLabel('Country').fill(WHERE.country)
  await dialog.getByLabel('Address').fill(WHERE.address)
  await dialog.getByLabel('Phone').fill(WHERE.phone)
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await page.waitForURL((url) => url.pathname === '/products')
  await toast(page, 'Yay! Order Success')
  const [order] = await ask(calls.orders.$get({ query: { email: who.email } }))
  expect(order).toMatchObject({ ...WHERE, quantity: 10, price: 120, paid: false })
  await page.getByRole('link', { name: 'Pay now' }).click()
  await page.waitForURL(`/dashboard/payment/${order?._id}`)
  await getsFocus(page.getByRole('heading', { name: 'Payment' }))

  await visit(page, '/dashboard/myorders')
  const row = page.getByRole('row').filter({ hasText: product.name })
  await row.getByText('$120.00').waitFor()
  await row.getByRole('link', { name: `Pay for ${product.name}` }).waitFor()
})

test('a visitor sees a part, logs in to order, and comes back with the quantity; the price of one piece is that of the break which the quantity reaches', async () => {
  const product = await aProduct({ minOrder: 4, stock: 200 })
  const { page, context, who } = await aBuyer(PHONE)
  await context.clearCookies()
  await visit(page, `${productPath(product)}?from=a-mail`)
  const login = page.getByRole('main').getByRole('link', { name: 'Login to order' })
  await login.waitFor()
  await page.getByText('From 4 to 200 pieces.').waitFor()
  expect(page.url()).toMatch(/\?from=a-mail$/)
  await quantityOf(page).fill('12')
  await login.click()
  await page.waitForURL((url) => url.pathname === '/login')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: product.name }).waitFor()
  expect(page.url()).toMatch(new RegExp(`${productPath(product)}\\?from=a-mail&quantity=12$`))
  await expect.poll(() => placeOrder(page).isEnabled()).toBe(true)
  expect(await quantityOf(page).inputValue()).toBe('12')

  await visit(page, '/products/ef-230')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.waitForURL(/\/purcess\//)
  await reload(page)
  await quantityOf(page).fill('12')
  await add(page).click()
  await placeOrder(page).click()
  await page.getByRole('dialog').getByText('12 pieces at $17.10').waitFor()
  await page.getByRole('dialog').getByText('$205.20').waitFor()
})

test('a quantity below the minimum, above the stock or none at all is refused; Enter adds the quantity, which is told and stands in the address; the stepper counts within the bounds by keyboard', async () => {
  const product = await aProduct({ minOrder: 4, stock: 20 })
  const { page } = await aBuyer(PHONE)
  await visit(page, productPath(product))
  for (const wrong of ['3', '21', '4.5', 'four', '']) {
    await quantityOf(page).fill(wrong)
    await add(page).click()
    await page.getByRole('main').getByText('Please enter a valid quantity!').waitFor()
    await toast(page, 'Please enter a valid quantity!')
    expect(await quantityOf(page).getAttribute('aria-invalid')).toBe('true')
    expect(await placeOrder(page).isDisabled()).toBe(true)
    expect(await total(page).innerText()).toBe('–')
    expect(await sum(page).innerText()).not.toContain(wrong || '$0.00')
  }
  await quantityOf(page).fill('20')
  expect(await page.getByRole('main').getByText('Please enter a valid quantity!').count()).toBe(0)
  await add(page).click()
  await expect.poll(() => placeOrder(page).isEnabled()).toBe(true)
  await quantityOf(page).fill('19')
  await expect.poll(() => placeOrder(page).isDisabled()).toBe(true)

  await quantityOf(page).fill('12')
  await quantityOf(page).press('Enter')
  await page.getByRole('status').filter({ hasText: '12 pieces added.' }).waitFor()
  expect(await placeOrder(page).isEnabled()).toBe(true)
  expect(page.url()).toMatch(/\?quantity=12$/)
  await reload(page)
  await expect.poll(() => placeOrder(page).isEnabled()).toBe(true)
  expect(await quantityOf(page).inputValue()).toBe('12')
  await stepsWithin(page, '4', '20')
})

async function stepsWithin(page: Page, least: string, most: string) {
  const fewer = page.getByRole('button', { name: 'Fewer pieces' })
  const more = page.getByRole('button', { name: 'More pieces' })
  await quantityOf(page).fill(least)
  await expect.poll(() => fewer.getAttribute('aria-disabled')).toBe('true')
  await quantityOf(page).fill(String(Number(most) - 1))
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  expect(await quantityOf(page).inputValue()).toBe(most)
  expect(await more.getAttribute('aria-disabled')).toBe('true')
  await getsFocus(more)
}

const boxOf = (it: Locator) => it.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

test('the bar says that a part is one of the products; in the panel the facts stand right under the name, and the hint clear of the button; name, price and Place Order come right under the drawing where there is one column', async () => {
  const [product, { page }] = await Promise.all([aProduct(), aBuyer()])
  await visit(page, productPath(product))
  await placeOrder(page).waitFor()
  const bar = page.getByRole('navigation', { name: 'Main' })
  expect(await bar.locator('[aria-current]').allInnerTexts()).toEqual(['Products'])
  const title = page.getByRole('heading', { name: product.name })
  const [name, facts, order, words] = await Promise.all(
    [
      title,
      page.getByText('Unit Price', { exact: true }),
      placeOrder(page),
      page.getByText('Confirm the quantity with Add first.'),
    ].map(boxOf),
  )
  const gap = (above?: DOMRect, below?: DOMRect) => (below?.top ?? 0) - (above?.bottom ?? 0)
  expect(gap(name, facts)).toBeLessThanOrEqual(32)
  expect(gap(order, words)).toBeGreaterThanOrEqual(12)

  const places = [
    page.getByRole('img', { name: `Drawing of the ${product.name}` }),
    title,
    page.getByText('per 4 pcs'),
    quantityOf(page),
    placeOrder(page),
    page.getByText('100 µF, 330 V'),
  ]
  for (const width of [375, 820]) {
    await page.setViewportSize({ width, height: 760 })
    const tops = (await Promise.all(places.map(boxOf))).map(({ top }) => top)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(tops[1]).toBeLessThan(760)
  }
  expect(await page.getByRole('main').innerText()).toMatch(/Place Order[\s\S]*100 µF, 330 V/)
})

test('without a line the dialog says that it cannot be fetched, and the page stays until there is one; then it keeps the focus and gives it back', async () => {
  const product = await aProduct()
  const { page, context } = await aBuyer({ provokes: /net::ERR_INTERNET_DISCONNECTED/ })
  await visit(page, productPath(product))
  await quantityOf(page).fill('12')
  await add(page).click()
  await context.setOffline(true)
  await placeOrder(page).click()
  await toast(page, 'This could not be fetched.')
  await expect.poll(() => total(page).innerText()).toBe('$144.00')
  await page.getByText('This could not be fetched.').waitFor({ state: 'detached' })
  await context.setOffline(false)
  await placeOrder(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('$144.00').waitFor()
  const holdsFocus = () => dialog.evaluate((box) => box.contains(document.activeElement))
  await expect.poll(holdsFocus).toBe(true)
  for (let tabs = 0; tabs < 9; tabs++) {
    await page.keyboard.press('Tab')
    await expect.poll(holdsFocus).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await getsFocus(placeOrder(page))
  await quantityOf(page).fill('3')
  await add(page).click()
  await toast(page, 'Please enter a valid quantity!')
})

test('what is typed before the last address is known stands; two quick clicks place one order, and the next order knows the address', async () => {
  const product = await aProduct()
  const { page, context, calls, who } = await aBuyer()
  await anOrder({ calls }, product)
  const asked = Promise.withResolvers<void>()
  await context.route('**/api/orders?*limit=1', async (route) => {
    await asked.promise
    await route.continue()
  })
  await visit(page, productPath(product))
  await add(page).click()
  await placeOrder(page).click()
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address')
  await address.fill('Quay 9')
  const answered = page.waitForResponse('**/api/orders?*limit=1')
  asked.resolve()
  await (await answered).finished()
  await dialog.getByLabel('Phone').fill('22000140')
  expect(await address.inputValue()).toBe('Quay 9')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })

  await reload(page)
  await add(page).click()
  await placeOrder(page).click()
  await expect.poll(() => address.inputValue()).toBe(WHERE.address)
  expect(await dialog.getByLabel('Country').inputValue()).toBe(WHERE.country)
  await dialog.getByRole('button', { name: 'Place Order' }).dblclick()
  await page.waitForURL((url) => url.pathname === '/products')
  expect(await ask(calls.orders.$get({ query: { email: who.email } }))).toHaveLength(2)
})

test('when somebody else was quicker, the page says so and shows the stock of now; a sold out part says so on its card and its page', async () => {
  const product = await aProduct({ minOrder: 4, stock: 7 })
  const [{ page }, other] = await Promise.all([aBuyer(), aBuyer()])
  await visit(page, productPath(product))
  await add(page).click()
  await placeOrder(page).click()
  await page.getByRole('dialog').waitFor()
  await anOrder(other, product)
  await page.getByRole('dialog').getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Please enter a valid quantity!')
  await page.getByText('Only 3 left').waitFor()
  await visit(page, `/products?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('link', { name: `Sold out: ${product.name}` }).click()
  await page.getByText('Only 3 left, less than the minimum order of 4.').waitFor()
  expect(await placeOrder(page).count()).toBe(0)
})
