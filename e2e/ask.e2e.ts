import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectToBeWell } from './axe.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, PHONE, reload, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, BOX } from './standing.ts'

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
  await dialog.getByLabel('Part number').fill('no such number')
  await dialog.getByRole('button', { name: 'Send the answer' }).click()
  await dialog.getByText('No part on sale has this number').waitFor()
  await expectToBeWell(desk, { name: 'an answer to who asked for a part' })
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

test('who is signed in is answered at their own address, whatever a visitor has typed there', async () => {
  const [{ page, who }, { calls }] = await Promise.all([aBuyer(), anAdmin()])
  const words = `The hinge of ${who.email}.`
  await visit(page, '/ask')
  await page.getByText(`The answer goes to ${who.email}.`).waitFor()
  await page.getByLabel('Which part do you need?').fill(words)
  await page.locator('main input[name=email]').evaluate((field: HTMLInputElement) => {
    field.value = 'somebody-else@example.com'
  })
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Your question is sent.').waitFor()
  const asked = await ask(calls['part-requests'].$get({ query: {} }))
  expect(asked.find((one) => one.words === words)?.email).toBe(who.email)
})

test('who is signed in and chose an appliance writes neither address nor model', async () => {
  const { page } = await anAdmin()
  await visit(page, '/models/bkg36-401-03')
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
  await visit(page, '/ask')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Say which part you need').waitFor()
  await page.getByLabel('Which part do you need?').fill('The hinge of the flap.')
  await page.getByRole('button', { name: 'It is my Brunnecker BKG36-401/03' }).click()
  expect(await page.getByLabel('Model of the appliance').inputValue()).toBe('Brunnecker BKG36-401/03')
  await page.getByText('The answer goes to').waitFor()
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByText('Your question is sent.').waitFor()
})

test('an answer that was begun does not open again for who was answered meanwhile', async () => {
  const [product, { page, calls }, buyer] = await Promise.all([aProduct(), anAdmin(), aBuyer()])
  const { email } = buyer.who
  await ask(buyer.calls['part-requests'].$post({ json: { model: 'QX 1', words: 'The hinge of the flap.' } }))
  await visit(page, '/dashboard/part-requests')
  await page.getByRole('button', { name: `Answer ${email}` }).click()
  await page.getByLabel('Part number').fill('QX')
  await reload(page)
  await page.getByLabel('Part number').waitFor()
  const requests = await ask(calls['part-requests'].$get({ query: { limit: '100', page: '1', state: 'open' } }))
  const id = requests.find((request) => request.email === email)?._id ?? ''
  await ask(calls['part-requests'].$patch({ json: { id, part: product._id } }))
  await visit(page, '/dashboard/part-requests?state=answered')
  await page.getByRole('row').filter({ hasText: email }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})
