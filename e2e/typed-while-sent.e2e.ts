import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { addressToAdd, messageToSend } from './filled-forms.ts'
import { holdAnswers, toast, visit } from './person.ts'
import { aBuyer } from './standing.ts'

test('what is typed while a form is being sent stays for the next time', async () => {
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

  await visit(page, '/dashboard/review')
  await page.getByRole('radio', { name: '5' }).check()
  await page.getByLabel('Description').fill('All parts in two days.')
  const adding = await holdAnswers(page, '**/api/review', 'POST')
  await page.getByRole('button', { name: 'Add Review' }).click()
  await adding.asked
  await page.getByLabel('Description').fill('All parts in two days, well packed.')
  adding.letThrough()
  await toast(page, 'Yay! Review Added Success')
  expect(await page.getByLabel('Description').inputValue()).toBe('All parts in two days, well packed.')

  await visit(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const dialog = page.getByRole('dialog')
  const location = dialog.getByLabel('Location')
  const told = {
    Education: 'Refrigeration',
    Location: 'Oslo',
    Phone: '22000140',
    LinkedIn: 'https://linkedin.com/in/a',
  }
  for (const [label, text] of Object.entries(told)) await dialog.getByLabel(label).fill(text)
  const saving = await holdAnswers(page, '**/api/user/*', 'PUT')
  await dialog.getByRole('button', { name: 'Update Profile' }).click()
  await saving.asked
  await location.fill('Bergen')
  saving.letThrough()
  await toast(page, 'Yay! edit Success')
  expect(await location.inputValue()).toBe('Bergen')
})

test('what is typed into a dialog while it is being saved is told, since it is in no dialog any more', async () => {
  const { page, calls } = await aBuyer()
  await visit(page, '/dashboard/addresses')
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

test('a name and a question that are typed on while they are being sent stay', async () => {
  const { page } = await aBuyer()
  await visit(page, '/dashboard/security')
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Harbour Cold')
  const naming = await holdAnswers(page, '**/api/account/name', 'PUT')
  await page.getByRole('button', { name: 'Change name' }).click()
  await naming.asked
  await name.fill('Harbour Cold Stores')
  naming.letThrough()
  await toast(page, 'Your name is changed.')
  expect(await name.inputValue()).toBe('Harbour Cold Stores')

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
