import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { addressToAdd, fillProduct, fillTill } from './filled-forms.ts'
import { loseAnswers } from './lost-answers.ts'
import { holdAnswers, PHONE, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, asAdmin } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }

test('an answer of the shop that was given, and whose answer was lost, is given once when it is sent again', async () => {
  const [{ calls }, { page, context }, { _id: id }] = await Promise.all([aBuyer(), anAdmin(OFFLINE), aProduct()])
  const json = { title: 'Does it hum in the night?', words: '' }
  await ask(calls.product[':id'].questions.$post({ param: { id }, json }))
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: `Answer: ${json.title}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your answer').fill('No, it is silent.')
  const lost = await loseAnswers(context, '**/api/questions/*/answers')
  const answer = dialog.getByRole('button', { name: 'Answer', exact: true })
  await answer.click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await answer.click()
  await toast(page, 'Answered. Who asked is told by mail')
  const { questions } = await ask(calls.product[':id'].questions.$get({ param: { id }, query: {} }))
  expect(questions.map(({ answers }) => answers.map(({ words }) => words))).toEqual([['No, it is silent.']])
})

/** The form of a product is filled, and the answer of what it sends is lost. */
async function aLostProduct() {
  const { page, context } = await anAdmin(OFFLINE)
  const name = `Lost relay ${crypto.randomUUID().slice(0, 8)}`
  await visit(page, '/dashboard/addProduct')
  await fillProduct(page, name)
  const lost = await loseAnswers(context, '**/api/product')
  const add = page.getByRole('button', { name: 'Add Product' })
  await add.click()
  const onSale = async () => ask((await asAdmin()).products.$get({ query: { q: name } }))
  return { page, name, lost, add, onSale }
}

test('a product that was put on sale, and whose answer and page were lost, is put on sale once', async () => {
  const { page, name, lost, add, onSale } = await aLostProduct()
  await lost.placed
  await reload(page)
  await lost.end()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(name)
  await untilWhole(page)
  await add.click()
  await toast(page, 'Product Added')
  expect(await onSale()).toHaveLength(1)
})

test('a product whose answer was lost, and whose words were corrected, is told as saved before, and is made when it is sent again', async () => {
  const { page, lost, add, onSale } = await aLostProduct()
  await page.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await page.getByLabel('Description').fill('A relay, 230 V.')
  await add.click()
  await page.getByText('It was saved before, as it was sent first. Nothing was saved now').waitFor()
  expect((await onSale()).map(({ description }) => description)).toEqual(['A relay.'])
  await add.click()
  await toast(page, 'Product Added')
  expect(await onSale()).toHaveLength(2)
})

test('an address whose answer was lost, and which was corrected, is shown as it was saved before', async () => {
  const { page, context, calls } = await aBuyer(OFFLINE)
  await visit(page, '/dashboard/addresses')
  const dialog = await addressToAdd(page)
  await dialog.getByLabel('Phone').fill('22000140')
  const lost = await loseAnswers(context, '**/api/addresses')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await dialog.getByLabel('Phone').fill('22000141')
  await save.click()
  await dialog.getByText('It was saved before, as it was sent first.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('22000140').waitFor()
  expect((await ask(calls.addresses.$get())).map(({ phone }) => phone)).toEqual(['22000140'])
})

test('what a form is refused for stands in its list at once, also when another admin has made it', async () => {
  const { page, calls } = await anAdmin()
  const code = `FORM-${crypto.randomUUID().slice(0, 8).toUpperCase()}`
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('button', { name: 'Add a code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByLabel('Per cent off').fill('10')
  await ask(calls['discount-codes'].$post({ json: { code, percent: 12 } }))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('There is or was a code of this name.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('row').filter({ hasText: code }).waitFor()
})

test('an address that was added or removed, and whose answer was lost, is listed as it is now', async () => {
  const { page, context, calls } = await aBuyer({ ...PHONE, ...OFFLINE })
  await visit(page, '/dashboard/addresses')
  const dialog = await addressToAdd(page)
  const adding = await loseAnswers(context, '**/api/addresses')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const remove = page.getByRole('button', { name: 'Remove Workshop' })
  await remove.waitFor()
  await adding.end()
  await loseAnswers(context, '**/api/addresses/*', 'DELETE')
  await remove.click()
  await page.getByText('You keep no address yet.').waitFor()
  expect(await ask(calls.addresses.$get())).toEqual([])
})

test('an address that the checkout kept before, and which was corrected, is not taken for an order that was placed before', async () => {
  const [{ page, context, calls, who }, part] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  await visit(page, '/checkout')
  await fillTill(page)
  await page.getByLabel('Keep it for the next order').check()
  await page.getByLabel('What you call it').fill('Workshop')
  const lost = await loseAnswers(context, '**/api/addresses')
  const place = page.getByRole('button', { name: 'Place and pay' })
  await place.click()
  await page.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4, Bergen')
  await place.click()
  await page.getByText('It was saved before, as it was sent first.').waitFor()
  const ordered = async () => (await ask(calls.orders.$get({ query: { email: who.email } }))).map((one) => one.address)
  expect(await ordered()).toEqual([])
  await page.getByLabel('Keep it for the next order').uncheck()
  await place.click()
  await page.getByText('Test mode.').waitFor()
  expect(await ordered()).toEqual(['Dock Street 4, Bergen'])
})

test('a list whose removal was answered by nothing is listed no more', async () => {
  const [{ page, context, calls }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  await ask(calls.lists.$post({ json: { name: 'Van stock', lines } }))
  await visit(page, '/dashboard/lists')
  await loseAnswers(context, '**/api/lists/*', 'DELETE')
  await page.getByRole('button', { name: 'Remove Van stock' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You keep no list yet.').waitFor()
  expect(await ask(calls.lists.$get())).toEqual([])
})

test('a list that was saved, and whose answer was lost, is saved once when it is sent again', async () => {
  const [{ page, context, calls }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  await visit(page, '/cart')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Van stock')
  const lost = await loseAnswers(context, '**/api/lists')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await save.click()
  await toast(page, 'The list is saved.')
  expect((await ask(calls.lists.$get())).map(({ name, count }) => [name, count])).toEqual([['Van stock', 1]])
})

test('mails that were turned off, and whose answer was lost, are shown as they are now', async () => {
  const { page, context } = await aBuyer(OFFLINE)
  const row = page.getByRole('listitem').filter({ hasText: 'A request for your review' })
  await visit(page, '/dashboard/mails')
  await loseAnswers(context, '**/api/account/mails', 'PATCH')
  await row.getByRole('button', { name: /^Turn off/ }).click()
  await row.getByRole('button', { name: /^Turn on/ }).waitFor()
})

test('a list whose changes were saved, and whose answer was lost, is said to be saved when they are sent again', async () => {
  const [{ page, context, calls }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van stock', lines } }))
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByLabel('Name').fill('Van stock, spring')
  const lost = await loseAnswers(context, '**/api/lists/*', 'PUT')
  const save = page.getByRole('button', { name: 'Save the changes' })
  await save.click()
  await toast(page, 'The shop cannot be reached.')
  await lost.end()
  await save.click()
  await toast(page, 'The list is saved.')
  await page.getByRole('heading', { name: 'Van stock, spring' }).waitFor()
})

test('a product whose changes were saved, and whose answer was lost, is said to be saved when they are sent again', async () => {
  const [{ page, context }, { _id: id }] = await Promise.all([anAdmin(OFFLINE), aProduct()])
  await visit(page, `/dashboard/manageProducts/${id}`)
  await page.getByLabel('Description').fill('Runs cold.')
  const lost = await loseAnswers(context, `**/api/product/${id}`, 'PUT')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  await lost.end()
  await save.click()
  await toast(page, 'Product saved')
  await save.waitFor({ state: 'detached' })
  expect(await page.getByText('while you were writing').count()).toBe(0)
})

test('of two products, of which the second is sent before the first is answered, both are made', async () => {
  const { page } = await anAdmin()
  const names = ['one', 'two'].map((one) => `Relay ${one} ${crypto.randomUUID().slice(0, 8)}`)
  const add = page.getByRole('button', { name: 'Add Product' })
  await visit(page, '/dashboard/addProduct')
  const adding = await holdAnswers(page, '**/api/product', 'POST')
  await fillProduct(page, names[0] ?? '')
  await add.click()
  await adding.asked
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  await page.locator('a[href="/dashboard/addProduct"]').first().click()
  await page.getByRole('heading', { name: 'Add A Product' }).waitFor()
  await untilWhole(page)
  await fillProduct(page, names[1] ?? '')
  const second = page.waitForRequest('**/api/product')
  await add.click()
  await second
  adding.letThrough()
  const calls = await asAdmin()
  for (const q of names)
    await expect.poll(async () => (await ask(calls.products.$get({ query: { q } }))).length).toBe(1)
})
