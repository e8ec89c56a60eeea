import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { messageToSend } from './filled-forms.ts'
import { comesBack, goesOutOfSight, toBeDiscarded } from './other-tabs.ts'
import { aPerson, holdAnswers, PHONE, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct } from './standing.ts'

test('what is typed is there again in a tab that the browser has discarded, also what was being typed', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), aBuyer(PHONE)])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van', lines } }))
  await toBeDiscarded(page)
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByLabel('Name', { exact: true }).fill('Van stock')
  await page.getByRole('textbox', { name: 'Quantity in line 1' }).fill('24')
  await reload(page)
  await reads(page, 'Name', 'Van stock')
  await reads(page, 'Quantity in line 1', '24')

  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Place Order' }).click()
  const street = page.getByRole('dialog').getByLabel('Address')
  await street.fill('Quay 9')
  await reload(page)
  await expect.poll(() => street.inputValue()).toBe('Quay 9')
})

const isKept = (page: Page, name: string) =>
  page.evaluate((end) => Object.keys(sessionStorage).some((key) => key.endsWith(end)), ` ${name}`)

test('what was typed into a page that was out of sight stands in it alone once it is seen again; what is answered meanwhile fills no form again, and is kept for no later page', async () => {
  const { page } = await aPerson(PHONE)
  const form = await messageToSend(page)
  const message = form.getByLabel('Message')
  await goesOutOfSight(page)
  expect(await isKept(page, 'contact')).toBe(true)
  await comesBack(page)
  expect(await isKept(page, 'contact')).toBe(false)
  expect(await message.inputValue()).toBe('The plate says HC 300.')

  const sending = await holdAnswers(page, '**/api/contact', 'POST')
  await form.getByRole('button', { name: 'Submit' }).click()
  await sending.asked
  await goesOutOfSight(page)
  expect(await isKept(page, 'contact')).toBe(true)
  sending.letThrough()
  await toast(page, 'Your message is sent.')
  await expect.poll(() => isKept(page, 'contact')).toBe(false)
  const asked = page.waitForResponse('**/api/auth/get-session')
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: null })))
  await asked
  await untilWhole(page)
  expect(await message.inputValue()).toBe('')
  await comesBack(page)
  await untilWhole(page)
  expect(await message.inputValue()).toBe('')
})
