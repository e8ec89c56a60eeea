import type { Locator, Page } from 'playwright-core'

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

/** Fills what an address needs in its dialog. */
export const fillAddress = (dialog: Locator) => fill(dialog, { Name: 'Workshop', Street: 'Quay 9', Country: 'Norway' })
