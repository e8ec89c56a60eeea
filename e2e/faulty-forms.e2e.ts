import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { getsFocus, PHONE, visit } from './person.ts'
import { anAdmin } from './standing.ts'

test('the first faulty field gets the focus, a price break that is no lower is told its price, and the keyboard goes on behind what is removed', async () => {
  const { page } = await anAdmin(PHONE)
  await visit(page, '/dashboard/addProduct')
  const add = page.getByRole('button', { name: 'Add Product' })
  await add.click()
  await page.getByText('Name is Required').waitFor()
  await getsFocus(page.getByLabel('Name', { exact: true }))
  const told = {
    ...{ Name: 'Drain hose', 'Unit Price': '10.50', 'Minimum Order': '5', Stock: '40' },
    ...{ Description: 'Silicone, 8 mm, food grade.', Image: '/drawings/fan-motor.svg' },
  }
  for (const [label, text] of Object.entries(told)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Add a price break' }).click()
  const from = page.getByLabel('From pieces of price break 1')
  const price = page.getByLabel('Unit Price of price break 1')
  await from.fill('6')
  await price.fill('10.60')
  await add.click()
  const message = page.getByText('The price from 6 on must be lower than the $10.50 before it')
  await message.waitFor()
  await getsFocus(price)
  expect(await message.boundingBox()).toMatchObject({ y: expect.toSatisfy((y) => y > 0 && y < 812) })
  await price.fill('10.40')
  await from.fill('5')
  await add.click()
  await page.getByText('Enter more pieces than the minimum order of 5').waitFor()
  await getsFocus(from)
  await from.fill('6')
  await page.getByLabel('Place in the tree').selectOption('Fan motors')
  await page.getByLabel('Voltage').fill('many')
  await add.click()
  await page.getByText('Voltage: enter a number.').waitFor()
  await getsFocus(page.getByLabel('Voltage'))
  await removesByKeyboard(page)
})

async function removesByKeyboard(page: Page) {
  const remove = (what: string) => page.getByRole('button', { name: `Remove ${what}` }).press('Enter')
  const old = page.getByLabel('Old numbers')
  await old.fill('HC-110, HC-111,')
  await remove('HC-110')
  await getsFocus(page.getByRole('button', { name: 'Remove HC-111' }))
  await remove('HC-111')
  await getsFocus(old)
  const add = page.getByRole('button', { name: 'Add an attribute' })
  await add.click()
  await page.getByLabel('Name of attribute 1').fill('Voltage')
  await remove('attribute Voltage')
  await getsFocus(add)
}
