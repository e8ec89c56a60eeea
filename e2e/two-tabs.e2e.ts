import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { anAddressChangedTwice } from './changed-twice.ts'
import { toast, visit } from './person.ts'
import { aBuyer } from './standing.ts'

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
