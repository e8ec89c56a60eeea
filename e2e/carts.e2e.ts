import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { saveAppliance } from './appliances.ts'
import { CARDS, fillCard, payButton } from './card.ts'
import { goToTill, storeCart } from './cart-calls.ts'
import { aPerson, fillLogin, getsFocus, PHONE, reload, toast, visit } from './person.ts'
import {
  aBuyer,
  aNumberedPart,
  anOrder,
  aProduct,
  asAdmin,
  type Buyer,
  PASSWORD,
  type Product,
  verify,
  WHERE,
} from './standing.ts'

test('40 lines are pasted signed out, 6 mended in place, all taken through the login and paid by one card payment', async () => {
  const [fans, valves, buyer] = await Promise.all([
    aNumberedPart(),
    aNumberedPart({ stock: 10, unitPrice: 18 }),
    aBuyer(),
  ])
  const { page } = await aPerson(PHONE)
  await visit(page, '/quick-order')
  await verify(buyer)
  const number = `${fans.number}`
  const right = Array.from({ length: 34 }, (_, at) => `${number.toLowerCase()}; 4; Flat ${at + 1}`)
  // A wrong last sign, too many pieces, and what nobody sells.
  const near = `${number.slice(0, -1)}z`
  const wrong = [1, 2, 3].map((at) => `${near}, 4, Van ${at}`)
  const lines = [...wrong, `${valves.number} 12`, 'zzqx 7781-k, 4', 'zzqx 7782-k\t1', '', ...right]
  await page.getByLabel('Lines: number, quantity').fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Check 40 lines' }).click()
  await page.getByText('6 lines need you').waitFor()
  await page.getByText('34 of 40 lines').waitFor()
  for (const line of [1, 2, 3])
    await page.getByRole('button', { name: `Line ${line}: take ${number}, ${fans.name}` }).click()
  await page.getByRole('button', { name: 'Take 10' }).click()
  await page.getByText('2 lines need you').waitFor()
  await page.getByRole('button', { name: 'Leave it out: line 6' }).click()
  await page.getByText('1 line needs you').waitFor()
  await page.getByRole('button', { name: 'Leave it out: line 5' }).click()
  await page.getByRole('button', { name: 'Put 38 lines into the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await page.getByText('Kept in this browser').waitFor()
  // 37 times 4 pieces at $48.00 for four, 10 at $18.00 for four.
  await page.getByRole('complementary', { name: 'Sum' }).getByText('$1,821.00').first().waitFor()
  await reload(page)
  await page.getByText('Van 3', { exact: true }).waitFor()

  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await fillLogin(page, { email: buyer.who.email, password: PASSWORD })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await page.getByLabel('Country').fill('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4')
  await page.getByLabel('Your reference').fill('Job 2117')
  await page.getByLabel('For the shelf').check()
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Test mode.').waitFor()
  await page.getByText('Job 2117').waitFor()
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await page.getByRole('heading', { name: 'Congrats! Your payment is completed.' }).waitFor()
  const orders = await ask(buyer.calls.orders.$get({ query: { email: buyer.who.email, limit: '50' } }))
  expect([orders.length, orders.every(({ paid }) => paid)]).toEqual([38, true])
  expect(orders.map(({ reference }) => reference)).toEqual(expect.arrayContaining(['Van 1', 'Flat 34', '']))
  expect(new Set(orders.map(({ number }) => number)).size).toBe(1)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('$1,821.00').first().waitFor()
})

test('a cart is the same on two devices, the one that is behind is told, and the line of a part that left the shop says whose it was and leads to what it was', async () => {
  const [part, gone, buyer] = await Promise.all([
    aNumberedPart(),
    aNumberedPart(),
    aBuyer({ provokes: /status of 410/ }),
  ])
  const { page, calls } = buyer
  const stores = (productId: string, quantity: number, reference = '') =>
    storeCart(buyer, [{ productId, quantity, reference }])
  await stores(part._id, 4)
  await visit(page, '/cart')
  await page.getByText('Kept for you on every device.').waitFor()
  await stores(part._id, 12)
  await page.getByRole('button', { name: /^More pieces/ }).click()
  await toast(page, 'Your cart was changed elsewhere meanwhile.')
  expect(await page.getByRole('textbox', { name: /^Quantity of/ }).inputValue()).toBe('12')
  await page.getByRole('button', { name: /^Take .* out$/ }).click()
  await page.getByText('Nothing is in your cart yet.').waitFor()
  await expect.poll(async () => (await ask(calls.cart.$get())).lines).toEqual([])

  await stores(gone._id, 8, 'Van 3')
  await ask((await asAdmin()).product[':id'].$delete({ param: { id: gone._id } }))
  await visit(page, '/cart')
  await page.getByText('8 pieces, Van 3').waitFor()
  expect(await page.getByRole('button', { name: 'Checkout' }).isDisabled()).toBe(true)
  await page.getByRole('link', { name: `${gone.name} ${gone.number}, not sold any more` }).click()
  await page.getByRole('heading', { name: `${gone.number} is no longer sold.` }).waitFor()
})

test('the till waits for what was changed in the cart just before, and names a part that runs out meanwhile, of which nothing is ordered', async () => {
  const [part, buyer, other] = await Promise.all([aNumberedPart({ stock: 8 }), aBuyer(), aBuyer()])
  await ask(buyer.calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 12 }] } }))
  const { page } = buyer
  await visit(page, '/cart')
  const storing = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() === 'PUT') await storing.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Take 8' }).click()
  const tillLoads = page.waitForResponse('**/api/addresses')
  await page.getByRole('link', { name: 'Checkout' }).click()
  await tillLoads
  // By then the shop would have answered with the cart of before, too.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  storing.resolve()
  await page.getByRole('button', { name: 'Place and pay' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')

  const json = { lines: [{ productId: part._id, quantity: 4 }], price: 48 }
  await ask(other.calls.checkouts.$post({ json }))
  await page.getByLabel('For the shelf').check()
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await page.getByText('4 are left').waitFor()
  expect(await ask(buyer.calls.orders.$get({ query: { email: buyer.who.email } }))).toEqual([])
  await page.getByRole('button', { name: 'Take 4' }).click()
  await page.getByRole('link', { name: 'Checkout' }).waitFor()
})

async function isAskedForAppliance({ page }: Buyer, part: Product) {
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Tell us the appliance first, or say that it is for the shelf.').waitFor()
  await getsFocus(page.getByLabel('For the shelf'))
  await page.getByRole('complementary', { name: 'Sum' }).getByText('Dock Street 4').waitFor()
  await page.getByLabel('Note for the delivery').fill('Gate code 4417')
  await page.getByText('14 of 500').waitFor()
  await page.getByLabel('Model number on the plate').fill('ntf270a03')
  await page.getByLabel('Model number on the plate').press('Enter')
  await page.getByRole('button', { name: 'Norrfell NTF 270 A-03' }).click()
  const fits = page.getByRole('list', { name: 'What fits' })
  await fits.getByText('1 line fits').waitFor()
  await fits.getByText(`${part.number}: Not in our list for this model`).waitFor()
  await page.getByRole('button', { name: 'Change the appliance' }).click()
  await getsFocus(page.getByLabel('Model number on the plate'))
  await page.keyboard.press('Escape')
}

const placed = async ({ page, calls, who }: Buyer) => {
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Test mode.').waitFor()
  const [order] = await ask(calls.orders.$get({ query: { email: who.email } }))
  return order?.address
}

async function keepsAddress(buyer: Buyer) {
  const { page } = buyer
  await page.getByLabel('Keep it for the next order').check()
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Name is Required').waitFor()
  await page.getByLabel('What you call it').fill('Workshop')
  expect(await placed(buyer)).toBe('Dock Street 4, Bergen')

  await visit(page, '/dashboard/addresses')
  await page.getByRole('button', { name: 'Change Workshop' }).click()
  await page.getByLabel('Company').fill('Nordside Cooling')
  await page.getByLabel('Phone').fill('55 00 01 40')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The address is saved.')
}

test('the till asks what a list is for, says what does not fit it, and offers an address that is kept there with the next order, as changed under My Addresses', async () => {
  const [part, buyer] = await Promise.all([aNumberedPart(), aBuyer()])
  const { page, calls } = buyer
  const lines = [{ number: 'EF-230', quantity: 4, reference: '' }]
  const [judged] = await ask(calls['quick-order'].$post({ json: { lines } }))
  await goToTill(buyer, judged?.product?._id ?? '', part._id)
  await page.getByLabel('Country').fill('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4, Bergen')
  await isAskedForAppliance(buyer, part)
  await keepsAddress(buyer)

  await goToTill(buyer, part._id)
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('55 00 01 40')
  expect(await page.getByRole('radio', { name: /^Workshop/ }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Another address' }).check()
  await page.getByRole('textbox', { name: 'Address' }).waitFor()
  await page.getByRole('radio', { name: /^Workshop/ }).check()
  expect(await placed(buyer)).toBe('Nordside Cooling, Dock Street 4, Bergen')
})

test('an address of two lines is offered for the next order in one, with its house number whole', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await anOrder(buyer, product, { ...WHERE, address: 'Dock Street 4\n5003 Bergen' })
  await visit(page, `/purcess/${product._id}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Place Order' }).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Dock Street 4, 5003 Bergen')
  const lines = [{ productId: product._id, quantity: 4 }]
  await ask(buyer.calls.cart.$put({ json: { version: (await ask(buyer.calls.cart.$get())).version, lines } }))
  await visit(page, '/checkout')
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('Dock Street 4, 5003 Bergen')
})

test('what is usually needed with a part is added from its page, and under the cart', async () => {
  const { page } = await aPerson()
  await visit(page, '/products/ef-230')
  const changed = page.locator('#with')
  await changed.getByRole('button', { name: /^Add \d+ of .*FB-100/ }).click()
  await changed.getByText(/in the cart$/).waitFor()
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).click()
  await page.getByRole('heading', { name: 'Goes with it' }).waitFor()
  expect(await page.getByRole('button', { name: /^Add \d+ of .*FB-100/ }).count()).toBe(0)
  await page.getByRole('button', { name: /^Add \d+ of .*FG-4/ }).click()
  await page.getByRole('button', { name: /^Take .*FG-4.* out$/ }).waitFor()
  expect(await page.getByRole('button', { name: /^Add \d+ of .*FG-4/ }).count()).toBe(0)
})

test('what is offered with a part and under the cart says whether it fits the chosen appliance, and what does not stands last', async () => {
  const { page } = await aPerson()
  await saveAppliance(page, 'bkg36-401-02')
  await visit(page, '/products/ef-13')
  const changed = page.locator('#with li')
  await changed.last().getByText('Not in our list for this model').waitFor()
  expect(await changed.getByText('Fits', { exact: true }).count()).toBe((await changed.count()) - 1)
  await page.getByRole('button', { name: /^Add \d+ of .*FB-110/ }).click()
  await changed.getByText(/in the cart$/).waitFor()
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).click()
  const offered = page.locator('section', { hasText: 'Goes with it' }).getByRole('listitem')
  const unsure = ['Not in our list for this model', 'For another kind of appliance']
  await offered.last().getByText('For another kind of appliance').waitFor()
  expect(await offered.locator('.st').allTextContents()).toEqual(['Fits', 'Fits', ...unsure])
})

test('a cart is saved as a list, shared by a link that is said to have ended once it has, bought by another, and ordered again at the price of the day', async () => {
  const part = await aNumberedPart({ unitPrice: 48 })
  const buyer = await aBuyer()
  const { page } = buyer
  const lines = [{ productId: part._id, quantity: 8, reference: 'Van 3' }]
  await ask(buyer.calls.cart.$put({ json: { version: 0, lines } }))
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Name is Required').waitFor()
  await page.getByLabel('Name').fill('Van stock')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The list is saved.')

  await visit(page, '/dashboard/lists')
  await page.getByRole('link', { name: 'Open Van stock' }).click()
  const dashboard = page.getByRole('navigation', { name: 'Dashboard' })
  await expect.poll(() => page.getByRole('heading', { name: 'Van stock' }).count()).toBe(1)
  expect(await dashboard.locator('[aria-current]').allInnerTexts()).toEqual(['My Lists'])
  await page.getByRole('textbox', { name: 'Quantity in line 1' }).fill('12')
  await page.getByRole('textbox', { name: 'Quantity in line 1' }).blur()
  await page.getByText('$144.00').first().waitFor()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await toast(page, 'The list is saved.')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('The link, which is shown only now').inputValue()

  const other = await aPerson({ provokes: /status of 404/ })
  await visit(other.page, new URL(link).pathname)
  await other.page.getByRole('heading', { name: 'Van stock', exact: true }).waitFor()
  await other.page.getByText('Van 3').waitFor()
  expect(await other.page.content()).not.toContain(buyer.who.name)
  await other.page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await other.page.getByText('Kept in this browser').waitFor()
  expect(await other.page.getByRole('textbox', { name: /^Quantity of/ }).inputValue()).toBe('12')
  await page.getByRole('button', { name: 'End the link' }).click()
  await toast(page, 'The link is ended.')
  expect((await other.context.request.get(link)).status()).toBe(404)
  await visit(other.page, new URL(link).pathname)
  await other.page.getByText('This link leads to no list any more.').waitFor()

  const json = { lines, price: 96, country: 'Norway', address: 'Dock Street 4' }
  const { number } = await ask(buyer.calls.checkouts.$post({ json }))
  const calls = await asAdmin()
  const { version } = await ask(calls.allproducts[':id'].$get({ param: { id: part._id } }))
  const { name, description, minOrder, img: image, attributes } = part
  const dearer = { name, description, minOrder, image, attributes, number: part.number ?? '', category: '', version }
  await ask(calls.product[':id'].$put({ param: { id: part._id }, json: { ...dearer, unitPrice: 50 } }))
  await visit(page, `/dashboard/orders/${number}`)
  await page.getByRole('link', { name: `Order again: ${number}` }).click()
  await page.getByText('$0.50 more than then').waitFor()
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await page.getByText('Kept for you on every device.').waitFor()
})
