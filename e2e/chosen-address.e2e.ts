import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MOST_ADDRESSES } from '../src/addresses/address-text.ts'
import type { PutAddress } from '../src/addresses/contract.ts'
import { ask } from '../src/client.ts'
import { goToTill } from './cart-calls.ts'
import { reads } from './ended-session.ts'
import { fillTill } from './filled-forms.ts'
import { getsFocus, reload, toast, visit } from './person.ts'
import { aBuyer, anOrder, aProduct, asAdmin, type Buyer, verify } from './standing.ts'

const WORKSHOP = { name: 'Workshop', street: 'Kai 1', country: 'Norway', phone: '11 11 11 11' }
const VAN = { name: 'Van 3', street: 'Elm Court 3', country: 'Sweden', phone: '99 99 99 99' }
const COMPANY = { company: 'Nordside Cooling', taxNumber: 'NO123456785' }

/** A buyer at the checkout, with a cart and this address chosen. */
async function atTheTill(more: Partial<PutAddress> = {}) {
  const [part, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page, calls } = buyer
  const { _id: id } = await ask(calls.addresses.$post({ json: { ...WORKSHOP, ...more } }))
  await goToTill(buyer, part._id)
  await page.getByLabel('For the shelf').check()
  return { ...buyer, part, param: { id } }
}

const placing = (page: Page) => page.getByRole('button', { name: 'Place and pay' })

const place = ({ page }: Pick<Buyer, 'page'>) => placing(page).click()

/** Is refused, because the part has another price now. */
async function placeAtAnotherPrice(buyer: Awaited<ReturnType<typeof atTheTill>>, unitPrice: number) {
  const { page, part } = buyer
  const admin = await asAdmin()
  // A quote on its way would be one at the new price, and the order would be taken.
  await expect.poll(() => placing(page).isEnabled()).toBe(true)
  const { version } = await ask(admin.allproducts[':id'].$get({ param: { id: part._id } }))
  const { name, description, minOrder, img: image, attributes } = part
  const json = { name, description, minOrder, image, attributes, number: '', category: '', unitPrice, version }
  await ask(admin.product[':id'].$put({ param: { id: part._id }, json }))
  await place(buyer)
  await page.getByText('Nothing was charged.').waitFor()
}

/** It stands in the fields of another address, with the country of the workshop. */
async function standsFree(page: Page, text: string, phone = WORKSHOP.phone) {
  await reads(page, 'Phone', phone)
  expect(await page.getByRole('radio', { name: 'Another address' }).isChecked()).toBe(true)
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(text)
  expect(await page.getByLabel('Country').inputValue()).toBe(WORKSHOP.country)
}

/** Adds an address with other facts in each of its fields, which is the default from now on. */
const addDefault = ({ calls }: Pick<Buyer, 'calls'>) =>
  ask(calls.addresses.$post({ json: { ...VAN, ...COMPANY, isDefault: true } }))

/** Where the latest order goes, once it is placed. */
async function placed(buyer: Pick<Buyer, 'page' | 'calls' | 'who'>) {
  await place(buyer)
  await buyer.page.getByText('Test mode.').waitFor()
  const [order] = await ask(buyer.calls.orders.$get({ query: { email: buyer.who.email } }))
  const [checkout] = await ask(buyer.calls.checkouts.$get({ query: {} }))
  return { address: order?.address, phone: order?.phone, company: checkout?.company, taxNumber: checkout?.taxNumber }
}

test('an order that was refused goes to the chosen address as the checkout shows it then, or to its fields once it is removed, which it says', async () => {
  const buyer = await atTheTill()
  const { page, calls, param } = buyer
  const now = { ...WORKSHOP, ...COMPANY, street: 'Quay 99', phone: '99 99 99 99' }
  await ask(calls.addresses[':id'].$put({ param, json: now }))
  await placeAtAnotherPrice(buyer, 50)
  await toast(page, 'Workshop was changed meanwhile. The order goes to it as it is now.')
  await page.getByRole('radio', { name: /Quay 99/ }).waitFor()
  await reads(page, 'Phone', now.phone)

  await ask(calls.addresses.$post({ json: VAN }))
  await ask<unknown>(calls.addresses[':id'].$delete({ param }))
  await placeAtAnotherPrice(buyer, 52)
  await toast(page, 'Workshop was removed meanwhile. The order goes to what stands in the fields now.')
  await standsFree(page, 'Nordside Cooling, Quay 99', now.phone)
  expect(await placed(buyer)).toMatchObject({ address: 'Nordside Cooling, Quay 99', phone: now.phone, taxNumber: '' })
})

test('a chosen address that was changed or removed while the checkout was left is taken as it is when it is back', async () => {
  const buyer = await atTheTill(COMPANY)
  const { page, calls, param } = buyer
  await page.getByLabel('Phone').fill('22 22 22 22')
  await addDefault(buyer)
  const now = { ...WORKSHOP, street: 'Quay 99', phone: '33 33 33 33', taxNumber: 'NO987654325' }
  await ask(calls.addresses[':id'].$put({ param, json: now }))
  await reload(page)
  await toast(page, 'Workshop was changed meanwhile. The order goes to it as it is now.')
  await reads(page, 'Phone', '22 22 22 22')
  expect(await page.getByRole('radio', { name: /Quay 99/ }).isChecked()).toBe(true)
  await page.getByLabel('Phone').fill(WORKSHOP.phone)
  await ask<unknown>(calls.addresses[':id'].$delete({ param }))
  await reload(page)
  await toast(page, 'Workshop was removed meanwhile. The order goes to what stands in the fields now.')
  await standsFree(page, 'Quay 99')
  expect(await placed(buyer)).toEqual({ address: 'Quay 99', phone: WORKSHOP.phone, company: '', taxNumber: '' })
})

async function keepsAnother(buyer: Awaited<ReturnType<typeof atTheTill>>) {
  const { page, calls } = buyer
  await page.getByRole('radio', { name: 'Another address' }).check()
  await page.getByLabel('Country').fill(WORKSHOP.country)
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4')
  await page.getByLabel('Phone').fill(WORKSHOP.phone)
  await page.getByLabel('Keep it for the next order').check()
  await page.getByLabel('What you call it').fill('Mrs Lind')
  expect(await placed(buyer)).toMatchObject({ address: 'Dock Street 4', company: '', taxNumber: '' })
  expect(await ask(calls.addresses.$get())).toMatchObject([COMPANY, { name: 'Mrs Lind', company: '', taxNumber: '' }])
}

async function choosesWhatIsKept(buyer: Awaited<ReturnType<typeof atTheTill>>) {
  const { page } = buyer
  await page.getByRole('radio', { name: /^Mrs Lind/ }).check()
  await addDefault(buyer)
  await reload(page)
  await reads(page, 'Phone', WORKSHOP.phone)
  expect(await page.getByRole('radio', { name: /^Mrs Lind/ }).isChecked()).toBe(true)
  expect(await placed(buyer)).toEqual({ address: 'Dock Street 4', phone: WORKSHOP.phone, company: '', taxNumber: '' })
}

async function typesAnother(buyer: Awaited<ReturnType<typeof atTheTill>>) {
  const { page } = buyer
  await page.getByRole('radio', { name: 'Another address' }).check()
  await page.getByLabel('Country').fill(WORKSHOP.country)
  await page.getByRole('textbox', { name: 'Address' }).fill('Site Road 7')
  await page.getByLabel('Phone').fill(WORKSHOP.phone)
  await addDefault(buyer)
  await reload(page)
  await standsFree(page, 'Site Road 7')
  expect(await placed(buyer)).toEqual({ address: 'Site Road 7', phone: WORKSHOP.phone, company: '', taxNumber: '' })
}

test('another address has neither company nor tax number of the chosen one, also kept, and is there again with nothing of one that was made the default since', async () => {
  const buyer = await atTheTill(COMPANY)
  // Who is not verified has two unpaid orders at most.
  await verify(buyer)
  await keepsAnother(buyer)
  for (const orders of [choosesWhatIsKept, typesAnother]) {
    await goToTill(buyer, buyer.part._id)
    await buyer.page.getByLabel('For the shelf').check()
    await orders(buyer)
  }
})

test('an address that cannot be kept, because the last place was taken meanwhile, need not be', async () => {
  const [part, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page, calls } = buyer
  await goToTill(buyer, part._id)
  await fillTill(page)
  const keep = page.getByLabel('Keep it for the next order')
  await keep.check()
  await page.getByLabel('What you call it').fill('Dock')
  await Promise.all(Array.from({ length: MOST_ADDRESSES }, () => ask(calls.addresses.$post({ json: WORKSHOP }))))
  await place(buyer)
  await page.getByRole('alert').filter({ hasText: 'You keep 20 addresses, which is the most.' }).waitFor()
  await page
    .getByRole('radio', { name: /^Workshop/ })
    .first()
    .waitFor()
  expect(await keep.isChecked()).toBe(true)
  await keep.uncheck()
  expect(await placed(buyer)).toMatchObject({ address: 'Dock Street 4' })
})

test('a tax number of the chosen address that is refused gets a field, where it is put right for this order', async () => {
  const buyer = await atTheTill({ ...COMPANY, taxNumber: '12345' })
  const { page, calls, part } = buyer
  const order = await anOrder(buyer, part, { country: '', address: '', phone: '' })
  const tellRight = async () => {
    await page.getByText('This is not how a tax number of Norway is written').waitFor()
    await getsFocus(page.getByLabel('Tax number'))
    await reads(page, 'Tax number', '12345')
    await page.getByLabel('Tax number').fill(COMPANY.taxNumber)
  }
  await place(buyer)
  await tellRight()
  expect(await placed(buyer)).toMatchObject({ address: 'Nordside Cooling, Kai 1', ...COMPANY })

  await visit(page, `/dashboard/payment/${order._id}`)
  const goOn = page.getByRole('button', { name: 'Continue to payment' })
  await goOn.click()
  await tellRight()
  await goOn.click()
  await page.getByText('Test mode.').waitFor()
  expect(await ask(calls.checkouts[':id'].$get({ param: { id: order._id } }))).toMatchObject(COMPANY)
})
