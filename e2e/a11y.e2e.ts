import { test } from 'vitest'
import { expectAllToBeWell, expectToBeWell, SWEEP } from './axe.ts'
import { aPerson, PHONE, visit } from './person.ts'
import { aPart, PUBLIC } from './screens.ts'
import { aProduct } from './standing.ts'

test('every public screen is open to everybody, wide and narrow, light and dark', { timeout: SWEEP }, async () => {
  const [product, { page }] = await Promise.all([aProduct(), aPerson()])
  await expectAllToBeWell(page, [...PUBLIC, aPart(product)])
})

test('the drawing of a model is open to a finger', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/models/bkg36-401-02#evaporator/2')
  await page.getByRole('button', { name: /^2, /, pressed: true }).first().waitFor()
  await expectToBeWell(page, { name: 'the drawing of a model' })
})

test('the menu is open to everybody, light and dark', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await expectToBeWell(page, { name: 'the menu' })
})

test('the window of the Google stand-in is open to everybody, light and dark', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue With Google' }).click(),
  ])
  await popup.getByRole('heading', { name: 'Who signs in?' }).waitFor()
  await expectToBeWell(popup, { name: 'the Google stand-in' })
})
