import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectToBeWell } from './axe.ts'
import { getsFocus, isSeen, toast, visit } from './person.ts'
import { anAdmin, aProduct } from './standing.ts'

const pathOf = ({ _id }: { _id: string }) => `/dashboard/manageProducts/${_id}`

test('an admin edits a price and books pieces in, and tells what the trade knows of a part; the shop shows it', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct({ stock: 200 }), anAdmin()])
  await visit(page, `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('link', { name: product.name }).click()
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)

  await page.getByLabel('Unit Price').fill('50')
  await page.getByLabel('Part number').fill(product.name.replace('Start capacitor ', 'SC-'))
  await page.getByText('Not saved: Part number, Unit Price.').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Product saved')
  await getsFocus(page.getByRole('heading', { name: 'Facts' }))
  expect(await page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)

  await booksPieces(page)
  await tellsOfTheTrade(page)
  await page.getByLabel('Old numbers').fill(`OLD-${product._id}, OLDER-${product._id}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  const saved = await (await calls.allproducts[':id'].$get({ param: { id: product._id } })).json()
  expect(saved).toMatchObject({
    ...{ maker: 'Koldra', multiple: 2, leaf: 'fan-motors', facts: { voltage: 230, use: 'evaporator' } },
    ...{ fitsKinds: ['wine-cooler'], priceBreaks: [{ from: 5000, unitPrice: 0.5 }] },
    replaces: [`OLD-${product._id}`, `OLDER-${product._id}`],
  })

  await visit(page, `/purcess/${product._id}`)
  await page.getByText('$50.00').first().waitFor()
  await page.getByText('192').first().waitFor()
})

async function booksPieces(page: Page) {
  await page.getByLabel('Difference').fill('none')
  await page.getByRole('button', { name: 'Book' }).click()
  await page.getByText('Enter a whole number').waitFor()
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  expect(await top('Difference'), 'a fault moves no field of its row').toBe(await top('Note'))
  await page.getByLabel('Reason').selectOption('Broken')
  await page.getByLabel('Difference').fill('8')
  await page.getByText('Broken takes pieces away: enter −8, or choose Counted').waitFor()
  await page.getByLabel('Difference').fill('−8')
  await page.getByText('In the house then: 192').waitFor()
  await page.getByLabel('Note').fill('fell off the shelf')
  await page.getByRole('button', { name: 'Book' }).click()
  await toast(page, 'Stock booked')
  await page.getByRole('listitem').filter({ hasText: 'fell off the shelf' }).getByText('−8').waitFor()
}

/** Fills what the trade knows of a part; a price that is no lower is refused at its field. */
async function tellsOfTheTrade(page: Page) {
  await page.getByLabel('Maker').fill('Koldra')
  await page.getByLabel('In a box').fill('2')
  await page.getByLabel('Place in the tree').selectOption('Fan motors')
  await page.getByLabel('Voltage').fill('230')
  await page.getByLabel('Use', { exact: true }).selectOption('evaporator')
  await page.getByLabel('Wine cooler').check()
  await page.getByRole('button', { name: 'Add a price break' }).click()
  const price = page.getByLabel('Unit Price of price break 1')
  await page.getByLabel('From pieces of price break 1').fill('5000')
  await price.fill('50')
  // The page moved under the mouse, and a hover transition would change colours during the check.
  await page.mouse.move(0, 0)
  await expectToBeWell(page, { name: 'what the trade knows of a part' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('The price from 5,000 on must be lower than the $50.00 before it').waitFor()
  await getsFocus(price)
  await price.fill('0.50')
  await page.getByRole('table', { name: 'Price by quantity' }).getByText('5,000 and more').waitFor()
}

test('an admin says which model a part fits, changes it over what somebody else saved, and takes it back; models stand inside their panel', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), anAdmin()])
  const fitOf = async () => {
    const query = { model: 'BKG36-401/03', product: product._id }
    return (await (await calls.fit.$get({ query })).json()).fit
  }
  await visit(page, pathOf(product))
  const panel = page.locator('#fits')
  await panel.getByText('No model yet.').waitFor()
  await panel.getByRole('button', { name: 'Add a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'A model that it fits' })
  await dialog.getByRole('combobox', { name: 'Model' }).fill('BKG36-401/03')
  await dialog
    .getByRole('status')
    .filter({ hasText: /^1 model$/ })
    .waitFor({ state: 'attached' })
  await dialog.getByRole('combobox', { name: 'Model' }).fill('')
  await dialog.getByRole('combobox', { name: 'Model' }).pressSequentially('bkg36 401')
  await dialog.getByRole('option', { name: /BKG36-401\/03/ }).waitFor()
  await expectToBeWell(page, { name: 'the models that a part may fit' })
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowDown')
  await dialog.getByRole('option', { name: /BKG36-401\/03/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  expect(await dialog.getByRole('combobox', { name: 'Model' }).inputValue()).toBe('BKG36-401/03')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Choose a place', { exact: true }).last().waitFor()
  await dialog.getByLabel('Place').selectOption('Fan grommet')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The fit is saved.')
  await panel.getByRole('cell', { name: 'Fan grommet Evaporator and defrost' }).waitFor()
  await expectToBeWell(page, { name: 'the models that a part fits' }, ['light'])
  expect(await fitOf()).toBe('fits')

  const [row] = await (await calls.allproducts[':id'].fits.$get({ param: { id: product._id }, query: {} })).json()
  const { section = '', position = '', _id = '' } = row ?? {}
  const theirs = { model: 'BKG36-401/03', section, position, quantity: 4, version: 1 }
  await calls.fits[':id'].$put({ param: { id: _id }, json: theirs })
  await panel.getByRole('button', { name: 'Change BKG36-401/03, Fan grommet' }).click()
  const change = page.getByRole('dialog', { name: 'Change the fit' })
  await change.getByLabel('Note').fill('both ends')
  await change.getByRole('button', { name: 'Save' }).click()
  await change.getByText('Now saved: Pieces it needs 4.').waitFor()
  const typed = ['Note', 'Pieces it needs'].map((label) => change.getByLabel(label).inputValue())
  expect(await Promise.all(typed)).toEqual(['both ends', '4'])
  await change.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Evaporator and defrost, both ends').waitFor()

  await panel.getByRole('button', { name: 'Remove BKG36-401/03, Fan grommet' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await panel.getByText('No model yet.').waitFor()
  expect(await fitOf()).toBe('not-in-list')

  const [fan] = await ask(calls.products.$get({ query: { q: 'EF-230', limit: '1' } }))
  await visit(page, `/dashboard/manageProducts/${fan?._id}`)
  await panel.getByRole('table', { name: 'Fits' }).waitFor()
  for (const width of [1440, 1280, 1250, 1249, 1100, 900, 640]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => overhangOf(panel)).toBeLessThanOrEqual(0)
  }
})

/** How far the table of a panel stands out of it. */
const overhangOf = (panel: Locator) =>
  panel
    .getByRole('table', { name: 'Fits' })
    .evaluate((it) => it.getBoundingClientRect().right - (it.closest('.panel')?.getBoundingClientRect().right ?? 0))

/** Saves while what somebody else has saved meanwhile cannot be loaded, which is said, and then once more. */
async function savesTwice(page: Page, button: string, { _id }: { _id: string }) {
  await page.route(`**/api/allproducts/${_id}`, (route) => route.abort())
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByText('It could not be loaded. Save again to see it.').waitFor()
  await page.unroute(`**/api/allproducts/${_id}`)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('what somebody else saved meanwhile is shown, and nothing typed is lost, also when it cannot be loaded at first', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), anAdmin({ provokes: /ERR_FAILED/ })])
  await visit(page, pathOf(product))
  await page.getByLabel('Unit Price').fill('74.00')
  await page.getByLabel('Description').fill('Mine.')
  const { name, description, minOrder, attributes } = product
  const theirs = { name, description, minOrder, attributes, image: product.img, number: '', category: 'Capacitors' }
  await calls.product[':id'].$put({ param: { id: product._id }, json: { ...theirs, unitPrice: 75, version: 1 } })

  await savesTwice(page, 'Save changes', product)
  const clash = page.getByRole('alert', { name: /^.+ saved this part at .+, while you were writing\.$/ })
  await getsFocus(clash)
  expect(await isSeen(clash)).toBe(true)
  await page.getByText('Taken over from theirs: Category.').waitFor()
  await expectToBeWell(page, { name: 'two edits of one product' }, ['light'])
  expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  expect(await page.getByLabel('Description').inputValue()).toBe('Mine.')

  await page.getByText('1 value to decide: Unit Price.').waitFor()
  const price = page.getByLabel('Unit Price')
  await price.fill('74.50')
  await page.getByRole('radio', { name: 'Theirs $75.00' }).check()
  expect(await price.inputValue()).toBe('75.00')
  await page.getByRole('radio', { name: 'Yours $74.50' }).check()
  expect(await price.inputValue()).toBe('74.50')
  await page.getByRole('radio', { name: 'Theirs $75.00' }).check()
  await price.fill('74.00')
  expect(await page.getByRole('radio', { name: 'Yours $74.00' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await toast(page, 'Product saved')
  const saved = await (await calls.allproducts[':id'].$get({ param: { id: product._id } })).json()
  expect(saved).toMatchObject({ unitPrice: 74, description: 'Mine.', category: 'Capacitors', version: 3 })
})

test('an archived product is found among the archived, is told what is sold in its place, and comes back', async () => {
  const [product, heir, { page, calls }] = await Promise.all([
    aProduct(),
    aProduct(),
    anAdmin({ provokes: /ERR_FAILED/ }),
  ])
  await visit(page, pathOf(product))
  await page.getByText(/^In the shop since .+\. Last changed by .+, .+\.$/).waitFor()
  await page.getByRole('button', { name: 'Archive' }).click()
  await toast(page, 'is archived')
  await visit(page, `/dashboard/manageProducts?q=${encodeURIComponent(product.name)}`)
  await page.getByRole('table').or(page.getByText('No product is called that.')).waitFor()
  expect(await page.getByRole('row').filter({ hasText: product.name }).count()).toBe(0)
  await page.getByRole('navigation', { name: 'Shelf' }).getByRole('link', { name: 'Archived' }).click()
  await page.getByRole('link', { name: `Restore ${product.name}` }).click()
  await page.getByText('Not for sale.').waitFor()
  await page.getByText(/^Archived by .+ on .+\.$/).waitFor()
  await expectToBeWell(page, { name: 'an archived product' }, ['light'])
  const successor = page.getByRole('textbox', { name: 'Successor' })
  await successor.fill('NO-SUCH-PART')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('No part has the number NO-SUCH-PART.').waitFor()
  await successor.fill(heir._id)
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Product saved')
  const param = { id: product._id }
  const { version, successor: stored } = await ask(calls.allproducts[':id'].$get({ param }))
  expect(stored).toBe(heir._id)

  const { name, description, minOrder, attributes, img: image, unitPrice } = product
  const theirs = { name, description, minOrder, attributes, image, number: '', category: '', unitPrice }
  await ask(calls.product[':id'].$put({ param, json: { ...theirs, successor: 'EF-12', version } }))
  await successor.fill('EF-13')
  await savesTwice(page, 'Save', product)
  await page.getByText('Somebody else saved this product meanwhile.').first().waitFor()
  await page.getByRole('button', { name: 'Restore to the shop' }).click()
  await toast(page, 'is on sale again')
  expect((await fetch(`${new URL(page.url()).origin}/api/product/${product._id}`)).status).toBe(200)
})

test('Ctrl S saves what is changed, leaving with a change asks first, and what is discarded is not kept over what others save', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), anAdmin()])
  await visit(page, pathOf(product))
  await page.getByLabel('Unit Price').fill('51')
  await page.getByRole('navigation', { name: 'On this page' }).getByText('1 changed').waitFor()
  await page.keyboard.press('Control+s')
  await toast(page, 'Product saved')
  await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' })
  await page.getByLabel('Unit Price').fill('52')
  for (const field of [page.getByLabel('Image'), page.getByLabel('Difference')]) {
    await field.focus()
    await expect.poll(() => page.evaluate(coveredByFoot)).toBeLessThanOrEqual(0)
  }
  const list = page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: 'Manage Products' })
  await list.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('Not saved: Unit Price.').waitFor()
  await question.getByRole('button', { name: 'Stay here' }).click()
  expect(await page.getByLabel('Unit Price').inputValue()).toBe('52')

  const discard = page.getByRole('button', { name: 'Discard' })
  await discard.click()
  await page.getByText('Not saved:').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await page.getByLabel('Name of attribute 1').fill('Voltage')
  await page.getByText('Not saved: Attributes.').waitFor()
  await page.getByRole('button', { name: 'Add an attribute' }).click()
  await page.getByLabel('Name of attribute 2').fill('Voltage')
  await page.getByText('Two rows are called Voltage. Only the last one is saved.').waitFor()
  await discard.click()
  await page.getByText('Not saved:').waitFor({ state: 'detached' })
  expect(await page.getByLabel('Name of attribute 1').count()).toBe(0)

  await list.click()
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  const { name, minOrder } = product
  const theirs = { name, minOrder, image: product.img, number: '', category: '', unitPrice: 75, version: 2 }
  const attributes = { Voltage: { value: 230, unit: 'V' } }
  const json = { ...theirs, description: 'Theirs.', attributes }
  await ask(calls.product[':id'].$put({ param: { id: product._id }, json }))
  await visit(page, pathOf(product))
  await expect.poll(() => page.getByLabel('Unit Price').inputValue()).toBe('75.00')
  expect(await page.getByText('Not saved:').count()).toBe(0)
  expect(await page.getByLabel('Value of attribute 1').inputValue()).toBe('230')
})

/** How far the field one is in reaches under the bar at the foot. */
function coveredByFoot() {
  const [field, foot] = [document.activeElement, document.querySelector('.footbar')]
  return (field?.getBoundingClientRect().bottom ?? 0) - (foot?.getBoundingClientRect().top ?? 0)
}
