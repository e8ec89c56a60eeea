import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectToBeWell } from './axe.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, PHONE, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, asAdmin, BOX } from './standing.ts'

test('what is not found is asked for without a script, answered with a part, and ordered from the mail', async () => {
  const [product, { page: desk }] = await Promise.all([aProduct(), anAdmin()])
  const words = `QX ${product._id.slice(-8)}`
  const email = `${product._id.slice(-8)}@example.com`
  const { page } = await aPerson({ ...PHONE, javaScriptEnabled: false })
  await page.goto('/products')
  await page.getByRole('combobox', { name: BOX }).fill(words)
  await page.getByRole('combobox', { name: BOX }).press('Enter')
  await page.getByRole('link', { name: 'Ask us for it' }).click()
  const question = page.getByLabel('Which part do you need?')
  expect(await question.inputValue()).toContain(words)
  await page.getByLabel('Model of the appliance').fill('Brunnecker BKG36-401/02')
  await page.getByLabel('Address of a photo').fill('http://photos.example/plate.jpg')
  await page.getByLabel('Email', { exact: true }).first().fill(email)
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Enter an address that starts with https://').waitFor()
  expect(await question.inputValue()).toContain(words)
  await page.getByLabel('Address of a photo').fill('')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Your question is sent.').waitFor()

  await visit(desk, '/dashboard/part-requests')
  await desk.getByRole('button', { name: `Answer ${email}` }).click()
  const dialog = desk.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await dialog.getByText('Enter the number of a part, or words below').waitFor()
  const aside = dialog.getByLabel(/^Put it aside/)
  await aside.check()
  await dialog.getByRole('button', { name: 'Put aside' }).click()
  await dialog.getByText('Say why').waitFor()
  await expectToBeWell(desk, { name: 'a request that is put aside' }, ['light'])
  await aside.uncheck()
  await dialog.getByLabel('Part number').fill('no such number')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await dialog.getByText('No part on sale has this number').waitFor()
  await expectToBeWell(desk, { name: 'an answer to who asked for a part' }, ['light'])
  await dialog.getByLabel('Part number').fill(product._id)
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await toast(desk, 'Answered. The mail is on its way.')
  await desk.getByRole('row').filter({ hasText: email }).waitFor({ state: 'detached' })
  await desk.getByRole('link', { name: /^Answered/ }).click()
  await desk.getByRole('row').filter({ hasText: email }).getByRole('link', { name: product.name }).waitFor()

  const mail = await mailTo(email, /part/i)
  await page.goto(linkIn(mail, '/products/'))
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
  await page.getByRole('button', { name: 'Order Now' }).waitFor()
})

test('who is signed in and chose an appliance writes neither address nor model, and is answered at their own address, whatever is typed there, also without a part', async () => {
  const { page, who } = await aBuyer()
  const words = `The hinge of ${who.email}.`
  await visit(page, '/models/bkg36-401-03')
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
  await visit(page, '/ask')
  await page.getByText(`The answer goes to ${who.email}.`).waitFor()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Say which part you need').waitFor()
  await page.getByLabel('Which part do you need?').fill(words)
  await page.getByRole('button', { name: 'It is my Brunnecker BKG36-401/03' }).click()
  expect(await page.getByLabel('Model of the appliance').inputValue()).toBe('Brunnecker BKG36-401/03')
  await page.locator('main input[name=email]').evaluate((field: HTMLInputElement) => {
    field.value = 'somebody-else@example.com'
  })
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Your question is sent.').waitFor()
  const asked = await ask((await asAdmin())['part-requests'].$get({ query: {} }))
  expect(asked.find((one) => one.words === words)?.email).toBe(who.email)

  const { page: desk } = await anAdmin()
  await visit(desk, '/dashboard/part-requests')
  await desk.getByRole('button', { name: `Answer ${who.email}` }).click()
  await desk.getByLabel('Words to the asker').fill('This hinge is no longer made.')
  await desk.getByRole('button', { name: 'Send the answer' }).click()
  await toast(desk, 'Answered. The mail is on its way.')
  await desk.getByRole('link', { name: /^Answered/ }).click()
  const row = desk.getByRole('row').filter({ hasText: who.email })
  await row.getByText('No part').waitFor()
  await row.getByText('This hinge is no longer made.').waitFor()
  expect(await mailTo(who.email, /About the part/)).toContain('This hinge is no longer made.')
})
