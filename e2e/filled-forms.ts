import type { Locator, Page } from 'playwright-core'
import { visit } from './person.ts'

async function fill(where: Page | Locator, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await where.getByLabel(label).fill(value)
}

/** Fills what a product needs in the form that puts it on sale. */
export const fillProduct = (page: Page, name: string) =>
  fill(page, {
    Name: name,
    'Unit Price': '12.50',
    'Minimum Order': '5',
    Stock: '40',
    Description: 'A relay.',
    Image: '/drawings/fan-motor.svg',
  })

/** The dialog that adds an address, with what an address needs. */
export async function addressToAdd(page: Page) {
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog')
  await fill(dialog, { Name: 'Workshop', Street: 'Quay 9', Country: 'Norway' })
  return dialog
}

/** Fills what the till needs before an order can be placed. */
export async function fillTill(page: Page, address = 'Dock Street 4') {
  await page.getByLabel('For the shelf').check()
  await page.getByLabel('Country').fill('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill(address)
}

/** The contact form of the home page, with what a message needs. */
export async function messageToSend(page: Page) {
  const form = page.getByRole('main')
  await visit(page, '/home')
  await fill(form, { 'Email address': 'visitor@example.com', Message: 'The plate says HC 300.' })
  return form
}

/** The dialog of My Profile, filled. */
export async function profileToSave(page: Page) {
  await page.getByRole('button', { name: 'Update Profile' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Profile' })
  await fill(dialog, {
    Education: 'Refrigeration technician',
    Location: 'Bergen',
    Phone: '22 00 01 40',
    Linkedin: 'https://www.linkedin.com/in/harbour',
  })
  return dialog
}
