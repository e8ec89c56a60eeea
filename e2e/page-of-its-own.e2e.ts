import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reads } from './ended-session.ts'
import { untilWhole, visit } from './person.ts'
import { aBuyer, aNumberedPart, BOX, type Product } from './standing.ts'

const numberOf = ({ number }: Product) => number ?? ''

/** By the link to a substitute, in the same document. */
async function followTo(page: Page, part: Product) {
  const path = `/products/${part.slug}`
  await page.getByRole('main').locator(`a[href="${path}"]`).first().click()
  await page.waitForURL(`**${path}`)
  // By its tag: an open question hides the rest of the page from its roles.
  await page.locator('main').getByText(numberOf(part)).first().waitFor()
  await untilWhole(page)
}

async function twoParts() {
  const other = await aNumberedPart()
  return { other, part: await aNumberedPart({}, [numberOf(other)]) }
}

test('a question and a review stand at the part they were begun for, and at no other one that Back leads to', async () => {
  const [{ page }, { part, other }] = await Promise.all([aBuyer(), twoParts()])
  const dialog = page.getByRole('dialog')
  await visit(page, `/products/${part.slug}`)
  await followTo(page, other)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await dialog.getByLabel('Your question').fill('Does it hum?')
  await page.goBack()
  await page.getByRole('main').getByText(numberOf(part)).first().waitFor()
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await reads(page, 'Your question', '')
  expect(await dialog.count()).toBe(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.goForward()
  await reads(page, 'Your question', 'Does it hum?')

  const title = 'In a few words'
  await visit(page, `/review/${part._id}`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/products/**')
  await followTo(page, other)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Review this part' }).click()
  await page.getByLabel(title).fill('Runs cold')
  await page.evaluate(() => history.go(-3))
  await page.waitForURL(`**/review/${part._id}`)
  await reads(page, title, '')
  await page.evaluate(() => history.go(3))
  await reads(page, title, 'Runs cold')
})

test('a serial number is told of all complaints of its model, and of no other model', async () => {
  const { page } = await aBuyer()
  const digits = page.getByRole('main').getByLabel('Serial number, eight digits')
  await visit(page, '/models/bkg36-401-02/symptoms/warm-above-fine-below')
  await digits.fill('30150007')
  await page.locator('.aside a[href*="/symptoms/"]:not([aria-current])').first().click()
  await page.waitForURL((url) => !url.pathname.endsWith('/warm-above-fine-below'))
  await untilWhole(page)
  expect(await digits.inputValue()).toBe('30150007')

  await page.getByRole('main').locator('a[href="/models/bkg36-401-02"]').first().click()
  await page.waitForURL('**/models/bkg36-401-02')
  await untilWhole(page)
  await digits.fill('30150007')
  await page.getByLabel(BOX).first().fill('BKG39-501/01')
  await page.getByRole('option').first().click()
  await page.waitForURL('**/models/bkg39-501-01')
  await page.getByRole('heading', { level: 1, name: /BKG39-501/ }).waitFor()
  expect(await digits.inputValue()).toBe('')
  expect(await page.getByRole('radio', { name: 'Not told' }).isChecked()).toBe(true)
})
