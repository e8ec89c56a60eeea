import { expect, test } from 'vitest'
import { CARDS, fillCard, payButton } from './card.ts'
import { mailTo } from './mail.ts'
import { startShop } from './open-shop.ts'
import { aPerson, DESK, fillLogin, PHONE, toast, visit } from './person.ts'

/** Somebody signed in at a shop of this file alone, since its rules would change every other journey's sums. */
async function atShop(origin: string, who: 'admin' | 'customer', size: typeof DESK | typeof PHONE) {
  const { page } = await aPerson({ ...size, baseURL: origin })
  await visit(page, '/login')
  await fillLogin(page, { email: `${who}@parts-house.example`, password: 'parts-house' })
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  return page
}

test('an admin sets shipping, tax and a code; a buyer pays exactly that, and the receipt and the mail say the same', async () => {
  const { origin, dataDir, close } = await startShop()
  try {
    const admin = await atShop(origin, 'admin', DESK)
    await visit(admin, '/dashboard/shipping-tax')
    await admin.getByRole('button', { name: 'Add a zone' }).click()
    await admin.getByLabel('Name').fill('Nordic')
    await admin.getByLabel('Countries').fill('Norway, Atlantis')
    await admin.getByLabel('Price of an order').fill('9.50')
    await admin.getByLabel('Free from').fill('200')
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.getByText('Enter countries by name or code').waitFor()
    await admin.getByLabel('Countries').fill('Norway, Sweden')
    await admin.getByRole('button', { name: 'Save' }).click()
    await toast(admin, 'The shipping zone is saved.')
    await admin.getByRole('button', { name: 'Add a rate' }).click()
    await admin.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
    await admin.getByLabel('Per cent').fill('25')
    await admin.getByRole('button', { name: 'Save' }).click()
    await toast(admin, 'The tax rate is saved.')
    await visit(admin, '/dashboard/codes-groups')
    await admin.getByRole('button', { name: 'Add a code' }).click()
    await admin.getByLabel('Code', { exact: true }).fill('spring-26')
    await admin.getByLabel('Per cent off').fill('10')
    await admin.getByLabel('Uses in all').fill('1')
    await admin.getByRole('button', { name: 'Save' }).click()
    await admin.getByRole('cell', { name: 'SPRING-26', exact: true }).waitFor()

    const page = await atShop(origin, 'customer', PHONE)
    // Four evaporator fan motors for $72.00.
    await visit(page, '/products/ef-230')
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
    await page.getByRole('link', { name: 'your cart' }).click()
    await page.getByText('Shipping and tax are added once the country is told.').waitFor()
    const sum = page.getByRole('complementary', { name: 'Sum' })
    await page.getByLabel('Discount code').fill('nothing')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('There is no such code.').waitFor()
    await page.getByLabel('Discount code').fill('spring-26')
    await page.getByLabel('Discount code').press('Enter')
    await sum.getByText('−$7.20').waitFor()
    await page.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
    await page.getByRole('textbox', { name: 'Address' }).fill('Storgata 1, Oslo')
    await sum.getByText('Shipping is free from $200.00: add $135.20 more.').waitFor()
    // 72.00 − 7.20 + 9.50 = 74.30, and a quarter of it.
    await sum.getByText('$92.88').waitFor()
    await page.getByRole('button', { name: 'Place and pay' }).click()
    await page.getByText('Test mode.').waitFor()
    await page.getByText('VAT 25 %').waitFor()
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await page.getByRole('heading', { name: 'Congrats! Your payment is completed.' }).waitFor()
    await page.getByRole('link', { name: 'Receipt' }).click()
    for (const told of ['Code SPRING-26', '−$7.20', '$9.50', 'VAT 25 %', '$18.58', '$92.88'])
      await page.getByText(told).first().waitFor()
    const mail = await mailTo('customer@parts-house.example', /Receipt/, `${dataDir}/mail`)
    for (const told of ['SPRING-26', '−$7.20', '$9.50', 'VAT 25 %', '$18.58', '$92.88']) expect(mail).toContain(told)

    await visit(page, '/products/ef-230')
    await page.getByRole('button', { name: 'Order Now' }).click()
    await page.getByRole('button', { name: 'Place Order', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Country' }).fill('Norway')
    await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
    // 72.00 + 9.50, and a quarter of it.
    await dialog.getByText('The price is $101.88 now.').waitFor()
    await dialog.getByText('To pay in all').waitFor()
    await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
    await toast(page, 'Yay! Order Success')

    await visit(admin, '/dashboard/codes-groups')
    await admin.getByRole('cell', { name: '1 of 1', exact: true }).waitFor()
  } finally {
    await close()
  }
})
