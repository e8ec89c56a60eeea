import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { addressToAdd, messageToSend, profileToSave } from './filled-forms.ts'
import { holdAnswers, toast, visit } from './person.ts'
import { aBuyer } from './standing.ts'

test('a message and a question that are typed on while they are being sent stay for the next time', async () => {
  const { page } = await aBuyer()
  const form = await messageToSend(page)
  const sending = await holdAnswers(page, '**/api/contact', 'POST')
  await form.getByRole('button', { name: 'Submit' }).click()
  await sending.asked
  await form.getByLabel('Message').fill('And the HC 301?')
  sending.letThrough()
  await toast(page, 'Your message is sent.')
  expect(await form.getByLabel('Message').inputValue()).toBe('And the HC 301?')
  expect(await form.getByLabel('Email address').inputValue()).toBe('')

  await visit(page, '/ask')
  const words = page.getByLabel('Which part do you need?')
  await words.fill('A start relay.')
  const asking = await holdAnswers(page, '**/api/part-requests', 'POST')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await asking.asked
  await words.fill('And its clamp.')
  asking.letThrough()
  await page.getByText('Your question is sent.').waitFor()
  await visit(page, '/ask')
  await expect.poll(() => words.inputValue()).toBe('And its clamp.')
})

const toPage = (page: Page, path: string) => page.locator(`a[href="/dashboard/${path}"]`).first().click()

test('a name and a profile that are typed on while they are being saved stay; what is typed into the dialog of an address is told, since it is in no dialog any more', async () => {
  const { page, calls } = await aBuyer()
  await visit(page, '/dashboard/profile')
  const profile = await profileToSave(page)
  const location = profile.getByLabel('Location')
  const saving = await holdAnswers(page, '**/api/user/*', 'PUT')
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  await saving.asked
  await location.fill('Oslo')
  saving.letThrough()
  await toast(page, 'Yay! edit Success')
  expect(await location.inputValue()).toBe('Oslo')
  await profile.getByRole('button', { name: 'Cancel' }).click()

  await toPage(page, 'security')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Harbour Cold')
  const naming = await holdAnswers(page, '**/api/account/name', 'PUT')
  await page.getByRole('button', { name: 'Change name' }).click()
  await naming.asked
  await name.fill('Harbour Cold Stores')
  naming.letThrough()
  await toast(page, 'Your name is changed.')
  expect(await name.inputValue()).toBe('Harbour Cold Stores')

  await toPage(page, 'addresses')
  const dialog = await addressToAdd(page)
  const adding = await holdAnswers(page, '**/api/addresses', 'POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await adding.asked
  await dialog.getByLabel('Street').fill('Quay 11')
  adding.letThrough()
  await toast(page, 'What you typed since is not saved.')
  await toast(page, 'You had typed: Quay 11')
  expect(await ask(calls.addresses.$get())).toMatchObject([{ street: 'Quay 9' }])
})
