import type { Page } from 'playwright-core'
import type { Person } from './person.ts'

/** The board with the orders in which this text is found, such as the name of a buyer. */
export const boardOf = (text: string) => `/dashboard/orders?${new URLSearchParams({ q: text })}`

export const chooseBox = (page: Page, number: string) =>
  page.getByRole('checkbox', { name: `Choose ${number}` }).first()

/** Chooses these orders on the board. */
export async function choose({ page }: Pick<Person, 'page'>, numbers: string[]) {
  for (const number of numbers) await chooseBox(page, number).check()
}

/** Asks whether two orders shall be delivered together, and types a carrier and the numbers of their parcels. */
export async function typeTogether({ page }: Pick<Person, 'page'>, numbers: [string, string]) {
  await choose({ page }, numbers)
  await page.getByRole('button', { name: 'Deliver 2' }).click()
  const question = page.getByRole('dialog', { name: 'Deliver 2 orders?' })
  await question.getByLabel('Carrier').fill('Bring')
  await question.getByLabel(`Number for ${numbers[0]}`).fill('3404 1187')
  await question.getByLabel(`Number for ${numbers[1]}`).fill('3404 1188')
  return question
}
