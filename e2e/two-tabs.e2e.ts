import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { reload, toast, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer } from './standing.ts'

/** Changes the company and then the phone of an address, while another tab saves another street of it each time. */
async function changeAddress({ page, calls }: Buyer) {
  const json = { name: 'Workshop', street: 'Quay 9', country: 'Norway' }
  const { _id: id } = await ask(calls.addresses.$post({ json }))
  const saveElsewhere = (street: string, company = '') =>
    ask(calls.addresses[':id'].$put({ param: { id }, json: { ...json, street, company } }))
  await visit(page, '/dashboard/addresses')
  await page.getByRole('button', { name: 'Change Workshop' }).click()
  await page.getByLabel('Company').fill('Nordside Cooling')
  await saveElsewhere('Dock Street 4')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The address is saved.')
  expect(await ask(calls.addresses.$get())).toMatchObject([{ street: 'Dock Street 4', company: 'Nordside Cooling' }])

  await page.getByRole('button', { name: 'Change Workshop' }).click()
  await page.getByLabel('Phone').fill('22000140')
  await saveElsewhere('Elm Court 3', 'Polar Repairs')
  await reload(page)
  await reads(page, 'Phone', '22000140')
  await reads(page, 'Street', 'Elm Court 3')
  await reads(page, 'Company', 'Polar Repairs')
}

async function changeProfile({ page, calls, who }: Buyer) {
  const param = { email: who.email }
  const json = {
    education: 'Engineer',
    location: 'Bergen',
    phone: '22000140',
    linkedin: 'https://www.linkedin.com/in/x',
  }
  await ask<unknown>(calls.user[':email'].$put({ param, json }))
  await visit(page, '/dashboard/profile')
  await page
    .getByRole('button', { name: /edit|update/i })
    .first()
    .click()
  await page.getByRole('dialog').getByLabel('Location').fill('Oslo')
  await ask<unknown>(calls.user[':email'].$put({ param, json: { ...json, phone: '22000141' } }))
  await page.getByRole('dialog').getByRole('button', { name: 'Update Profile' }).click()
  await toast(page, 'Yay! edit Success')
  expect(await ask(calls.user[':email'].$get({ param }))).toMatchObject({ location: 'Oslo', phone: '22000141' })
}

/** The appliance of the review is kept no more. */
async function changeReview({ page, calls }: Buyer) {
  const param = { id: (await aProduct())._id }
  const json = { rating: 4, title: 'Good motor', words: 'Runs cold and quiet. Route the leads well.' }
  await ask(calls.product[':id'].review.$post({ param, json: { ...json, model: 'BKG36-401/03' } }))
  await visit(page, `/review/${param.id}`)
  await page.getByRole('radio', { name: '2' }).check({ force: true })
  await ask(calls.product[':id'].review.$post({ param, json: { ...json, title: 'Loud motor' } }))
  await page.getByRole('button', { name: 'Submit' }).click()
  await toast(page, 'Your review is changed.')
  const { review } = await ask(calls.product[':id'].review.$get({ param }))
  expect(review).toMatchObject({ ...json, rating: 2, title: 'Loud motor', model: 'Brunnecker BKG36-401/03' })
}

test('a change of an address, the profile or a review in one tab leaves what another tab has saved of it meanwhile', async () => {
  const buyer = await aBuyer()
  await changeProfile(buyer)
  await changeReview(buyer)
  await changeAddress(buyer)
})

test('a change of an appliance in one tab leaves what another tab or device has saved of it, and shows it', async () => {
  const { page, context, calls } = await aBuyer()
  const told = (json: object) => ask(calls.appliances.$put({ json: { model: 'BKG36-401/03', ...json } }))
  await told({ name: 'Old name' })
  await visit(page, '/dashboard/appliances')
  const other = await context.newPage()
  await visit(other, '/dashboard/appliances')
  await page.getByLabel('Serial number').fill('3046 0001')
  await other.getByLabel('Name', { exact: true }).fill('Kitchen')
  await other.getByRole('button', { name: /^Save / }).click()
  await toast(other, 'Saved.')
  await reads(page, 'Name', 'Kitchen')
  await reads(page, 'Serial number', '3046 0001')
  await told({ name: 'Kitchen, second floor' })
  await page.getByRole('button', { name: /^Save / }).click()
  await toast(page, 'Saved.')
  await reads(page, 'Name', 'Kitchen, second floor')
  await reads(page, 'Serial number', '30460001')
  await reads(other, 'Serial number', '30460001')
  expect(await ask(calls.appliances.$get())).toMatchObject([{ name: 'Kitchen, second floor', serial: '30460001' }])
})
