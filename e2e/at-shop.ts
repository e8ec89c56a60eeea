import type { Page } from 'playwright-core'
import { toast, visit } from './person.ts'

type Zone = { name?: string; countries: string; order: string; freeFrom?: string }

/** Sends the form of a new shipping zone; prices are in dollars. */
export async function sendZone(admin: Page, { name = 'Nordic', countries, order, freeFrom = '' }: Zone) {
  await visit(admin, '/dashboard/shipping-tax')
  await admin.getByRole('button', { name: 'Add a zone' }).click()
  await admin.getByLabel('Name').fill(name)
  await admin.getByLabel('Countries').fill(countries)
  await admin.getByLabel('Price of an order').fill(order)
  await admin.getByLabel('Free from').fill(freeFrom)
  await admin.getByRole('button', { name: 'Save' }).click()
}

/** Taxes what is sent to Norway at 25 %, from the page of shipping and tax. */
export async function taxesNorway(admin: Page) {
  await admin.getByRole('button', { name: 'Add a rate' }).click()
  await admin.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
  await admin.getByLabel('Per cent').fill('25')
  await admin.getByRole('button', { name: 'Save' }).click()
  await toast(admin, 'The tax rate is saved.')
}
