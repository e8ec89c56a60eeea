import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { addressToAdd, fillProduct, fillTill } from './filled-forms.ts'
import { loseAnswers } from './lost-answers.ts'
import { reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, asAdmin, type Buyer } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }

/** Sends the changes of a product, whose answer is lost, and sends them again. */
async function changeTwice({ page, context }: Pick<Buyer, 'page' | 'context'>, id: string) {
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
}

test('an answer of the shop that was given, and whose answer was lost, is given once when it is sent again; changes of a product are said to be saved', async () => {
  const [{ calls }, admin, { _id: id }] = await Promise.all([aBuyer(), anAdmin(OFFLINE), aProduct()])
  const { page, context } = admin
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
  await changeTwice(admin, id)
})

/** Fills the form of a product, and loses the answer of what it sends. */
async function loseProduct(page: Page, context: BrowserContext) {
  const name = `Lost relay ${crypto.randomUUID().slice(0, 8)}`
  await visit(page, '/dashboard/addProduct')
  await fillProduct(page, name)
  const lost = await loseAnswers(context, '**/api/product')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await lost.placed
  return { name, lost, onSale: async () => ask((await asAdmin()).products.$get({ query: { q: name } })) }
}

test('a product that was put on sale, and whose answer and page were lost, is put on sale once; one whose words were corrected is told as saved before, and is made when it is sent again', async () => {
  const { page, context } = await anAdmin(OFFLINE)
  const add = page.getByRole('button', { name: 'Add Product' })
  const first = await loseProduct(page, context)
  await reload(page)
  await first.lost.end()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe(first.name)
  await untilWhole(page)
  await add.click()
  await toast(page, 'Product Added')
  expect(await first.onSale()).toHaveLength(1)

  const second = await loseProduct(page, context)
  await page.getByText('The shop cannot be reached.').waitFor()
  await second.lost.end()
  await page.getByLabel('Description').fill('A relay, 230 V.')
  await add.click()
  await page.getByText('It was saved before, as it was sent first. Nothing was saved now').waitFor()
  expect((await second.onSale()).map(({ description }) => description)).toEqual(['A relay.'])
  await add.click()
  await toast(page, 'Product Added')
  expect(await second.onSale()).toHaveLength(2)
})

/** The checkout keeps an address, whose answer is lost, and is sent again with a corrected one. */
async function orderCorrected({ page, context, calls, who }: Buyer) {
  const { _id: productId } = await aProduct()
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId, quantity: 4 }] } }))
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
}

/** An address whose answer is cut off after its head is said to have found no shop. */
async function addCutOff(page: Page) {
  const dialog = await addressToAdd(page)
  // A press beside the window leaves what is typed in it.
  await page.mouse.click(8, 400)
  expect(await dialog.getByLabel('Street').inputValue()).toBe('Quay 9')
  await page.route('**/api/addresses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ contentType: 'application/json', body: '{"_id' })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await page.unroute('**/api/addresses')
}

/** Removes the default of two addresses once the question is confirmed. */
async function removeDefault({ page, calls }: Buyer) {
  await ask(calls.addresses.$post({ json: { name: 'Van', street: '14 Quay Road', country: 'Norway' } }))
  await visit(page, '/dashboard/addresses')
  const remove = page.getByRole('button', { name: 'Remove Workshop' })
  const question = page.getByRole('alertdialog', { name: 'Remove this address?' })
  await remove.click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await ask(calls.addresses.$get())).map(({ name }) => name)).toEqual(['Workshop', 'Van'])
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await toast(page, 'Workshop is removed. Van is the default now.')
}

test('an address is removed once that is confirmed, which names the next default; one that was added, corrected or removed, and whose answer was lost or cut off after its head, is listed as it is now, and is not taken for an order at the checkout', async () => {
  const buyer = await aBuyer(OFFLINE)
  const { page, context, calls } = buyer
  await visit(page, '/dashboard/addresses')
  const dialog = await addressToAdd(page)
  await dialog.getByLabel('Phone').fill('22000140')
  const lost = await loseAnswers(context, '**/api/addresses')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await page.getByText('22000140').waitFor()
  await lost.end()
  await dialog.getByLabel('Phone').fill('22000141')
  await save.click()
  await dialog.getByText('It was saved before, as it was sent first.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('22000140').waitFor()
  expect((await ask(calls.addresses.$get())).map(({ phone }) => phone)).toEqual(['22000140'])

  await removeDefault(buyer)
  const removing = await loseAnswers(context, '**/api/addresses/*', 'DELETE')
  await page.getByRole('button', { name: 'Remove Van' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You keep no address yet.').waitFor()
  expect(await ask(calls.addresses.$get())).toEqual([])
  await removing.end()
  await addCutOff(page)
  await orderCorrected(buyer)
})

/** Saves the cart as a list, whose answer is lost, and sends it again. */
async function saveTwice({ page, context, calls }: Buyer) {
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
  const lists = await ask(calls.lists.$get())
  expect(lists.map(({ name, count }) => [name, count])).toEqual([['Van stock', 1]])
  return lists[0]?._id ?? ''
}

test('a list that was saved, changed or removed, and whose answer was lost, is saved once when it is sent again, said to be changed, and listed no more; nor are mails shown that were turned off', async () => {
  const [buyer, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const { page, context, calls } = buyer
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  const id = await saveTwice(buyer)

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

  await page.locator('a[href="/dashboard/lists"]').first().click()
  await loseAnswers(context, '**/api/lists/*', 'DELETE')
  await page.getByRole('button', { name: 'Remove Van stock, spring' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You keep no list yet.').waitFor()
  expect(await ask(calls.lists.$get())).toEqual([])

  await page.locator('a[href="/dashboard/mails"]').first().click()
  await loseAnswers(context, '**/api/account/mails', 'PATCH')
  const row = page.getByRole('listitem').filter({ hasText: 'A request for your review' })
  await row.getByRole('button', { name: /^Turn off/ }).click()
  await row.getByRole('button', { name: /^Turn on/ }).waitFor()
})
