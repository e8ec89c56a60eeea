import type { Page } from 'playwright-core'
import { visit } from './person.ts'

/** Saves a model as an appliance from its page. */
export async function saveAppliance(page: Page, slug: string) {
  await visit(page, `/models/${slug}`)
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await page.getByRole('button', { name: 'Your appliance', exact: true }).waitFor()
}
