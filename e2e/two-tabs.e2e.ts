import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { anAddressChangedTwice } from './changed-twice.ts'
import { reads } from './ended-session.ts'
import { toast, visit } from './person.ts'
import { aBuyer, aProduct } from './standing.ts'

test('a change of an address in one tab leaves what another tab has saved of it meanwhile', async () => {
  const { page, calls } = await anAddressChangedTwice()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The address is saved.')
  expect(await ask(calls.addresses.$get())).toMatchObject([{ street: 'Dock Street 4', company: 'Nordside Cooling' }])
})

test('a change of the profile in one tab leaves what another tab has saved of it meanwhile', async () => {
  const { page, calls, who } = await aBuyer()
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

test('a change of a review in one tab leaves what another tab has saved of it, and an appliance that is kept no more', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page, calls } = buyer
  const param = { id: product._id }
  const json = { rating: 4, title: 'Good motor', words: 'Runs cold and quiet. Route the leads well.' }
  await ask(calls.product[':id'].review.$post({ param, json: { ...json, model: 'BKG36-401/03' } }))
  await visit(page, `/review/${product._id}`)
  await page.getByRole('radio', { name: '2' }).check({ force: true })
  await ask(calls.product[':id'].review.$post({ param, json: { ...json, title: 'Loud motor' } }))
  await page.getByRole('button', { name: 'Submit' }).click()
  await toast(page, 'Your review is changed.')
  const { review } = await ask(calls.product[':id'].review.$get({ param }))
  expect(review).toMatchObject({ ...json, rating: 2, title: 'Loud motor', model: 'Brunnecker BKG36-401/03' })
})
