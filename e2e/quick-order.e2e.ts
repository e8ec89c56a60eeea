import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { comesBack, deafTab, goesOutOfSight } from './other-tabs.ts'
import { check, checkAgain, said, text } from './pasted.ts'
import { aPerson, getsFocus, holdAnswers, type Person, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aNumberedPart, type Buyer } from './standing.ts'

async function checksAgain(page: Page) {
  await check(page, 'EF-230, 12\nDK-28, 10')
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).waitFor()
  await text(page).fill('EF-230, 40')
  await page.getByText('Your list has changed.').waitFor()
  expect(await page.getByRole('button', { name: /^Put/ }).count()).toBe(0)
  const again = page.getByRole('button', { name: 'Check it again' })
  await page.route('**/api/quick-order', (route) => route.abort(), { times: 1 })
  await again.click()
  await toast(page, 'The shop cannot be reached.')
  expect(await page.getByRole('button', { name: /^Put/ }).count()).toBe(0)
  await again.click()
  await said(page, '1 of 1 lines')
  await page.getByLabel('Quantity in line 1').fill('48')
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 48')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).waitFor()
}

async function putsWhatIsChecked({ page, context }: Person) {
  await check(page, 'EF-230, 12')
  await text(page).fill('EF-230, 12\nSR-22, 15\nDK-28, 10')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await toast(page, 'One line is in the cart.')
  expect(await text(page).inputValue()).toBe('SR-22, 15\nDK-28, 10')
  expect(new URL(page.url()).pathname).toBe('/quick-order')

  const behind = await deafTab(context)
  await visit(behind, '/quick-order')
  await checkAgain(behind)
  await text(page).fill('SR-22, 15\nDK-28, 10\nEF-225, 4')
  await behind.getByRole('button', { name: 'Put 2 lines into the cart' }).click()
  await toast(behind, '2 lines are in the cart.')
  await expect.poll(() => text(page).inputValue()).toBe('EF-225, 4')
  await checkAgain(page)
  await text(behind).fill('EF-225, 8')
  await page.getByText('Your list has changed.').waitFor()
  await checkAgain(page)
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
}

test('lines that are typed after the check stay when those that were checked go into the cart, also in another tab, and one that was changed goes into none before it is checked again', async () => {
  const person = await aPerson({ provokes: /Failed to load resource/ })
  await visit(person.page, '/quick-order')
  await checksAgain(person.page)
  await putsWhatIsChecked(person)
})

async function correctsLines(page: Page) {
  await check(page, 'EF-230, 13\nSR-2Z, 15, Job 2117\nzzqx 7781-k, 4')
  await page.getByRole('button', { name: /^Line 2: take SR-22,/ }).click()
  await said(page, '1 line needs you')
  await page.getByRole('button', { name: 'Leave it out: line 3' }).click()
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('24')
  await first.blur()
  const corrected = 'EF-230, 24\nSR-22, 15, Job 2117'
  await expect.poll(() => text(page).inputValue()).toBe(corrected)
  await check(page, `${corrected}\nDK-28, 10`)
  await said(page, '3 of 3 lines')
  expect(await first.inputValue()).toBe('24')
}

async function correctsColumns(page: Page) {
  await check(page, 'Customer;Part number;Qty;Note\nMrs Lind;EF-230;12;Van 3\nMr Holm;SR-2Z;15;Van 4')
  await page.getByRole('button', { name: /^Line 2: take SR-22,/ }).click()
  await said(page, '2 of 2 lines')
  const head = 'Customer;Part number;Qty;Note'
  expect(await text(page).inputValue()).toBe(`${head}\nMrs Lind;EF-230;12;Van 3\nMr Holm; SR-22; 15; Van 4`)
}

async function takesSubstitute(page: Page) {
  const substitute = await aNumberedPart()
  const few = await aNumberedPart({ stock: 8 }, [`${substitute.number}`])
  await check(page, `${few.number}, 40\nEF-230, 12`)
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/quick-order', (route) => promise.then(() => route.continue()), { times: 1 })
  const asked = page.waitForRequest('**/api/quick-order')
  await page.getByRole('button', { name: `Line 1: take 40 of ${substitute.number}` }).click()
  await asked
  const second = page.getByLabel('Quantity in line 2')
  const judged = page.waitForResponse('**/api/quick-order')
  await second.fill('24')
  await second.press('Enter')
  await judged
  await expect.poll(() => text(page).inputValue()).toBe(`${substitute.number}, 40\nEF-230, 24`)
  letThrough()
  await said(page, '2 of 2 lines')
  await page.getByRole('row').filter({ hasText: substitute.name }).waitFor()
}

test('what is corrected in a checked list stands in its text, in the column that holds it, and the next check keeps it', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await correctsLines(page)
  await correctsColumns(page)
  await takesSubstitute(page)
})

async function typesAsPeopleDo(page: Page) {
  await check(page, 'EF-230, 12')
  const first = page.getByLabel('Quantity in line 1')
  const type = async (typed: string) => {
    await first.fill(typed)
    await first.blur()
  }
  for (const typed of ['0', '12.5', '2,000,000', 'a dozen']) {
    await type(typed)
    await toast(page, `Line 1 stays at 12: “${typed}” is no number of pieces from 1 to 1,000,000.`)
    expect(await first.inputValue()).toBe('12')
  }
  await type('４８ pcs')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 48')
  await expect.poll(() => first.inputValue()).toBe('48')
  for (const _ of ['once', 'and again']) {
    await type('47')
    await expect.poll(() => first.inputValue()).toBe('48')
  }
  await type('1000000')
  await said(page, 'Too few left')
  const left = Number((await page.getByRole('button', { name: /^Take / }).textContent())?.replace(/\D/g, ''))
  // Other journeys buy this part meanwhile.
  await type(`${left - 40}`)
  await said(page, '1 of 1 lines')
}

async function looksAtAnotherTab(page: Page) {
  await check(page, 'EF-230, 24')
  const first = page.getByLabel('Quantity in line 1')
  await first.selectText()
  await first.press('1')
  const judged = page.waitForResponse('**/api/quick-order')
  await goesOutOfSight(page)
  await judged
  await comesBack(page)
  await untilWhole(page)
  await first.press('2')
  expect(await first.inputValue()).toBe('12')
  await first.blur()
  await expect.poll(() => first.inputValue()).toBe('12')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 12')
}

async function pressesEnterAndLeaves(page: Page) {
  await check(page, 'EF-230, 12')
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('24')
  await first.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 24')
  await expect.poll(() => first.inputValue()).toBe('24')
  await getsFocus(first)
  await first.fill('36')
  await reload(page)
  expect(await text(page).inputValue()).toBe('EF-230, 36')
}

test('a quantity is taken as people write it, on Enter, from another tab and when the page is left; what is none leaves the one that counts in its field', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await typesAsPeopleDo(page)
  await looksAtAnotherTab(page)
  await pressesEnterAndLeaves(page)
})

async function goesElsewhere(page: Page) {
  await check(page, 'EF-230, 12')
  const cart = await holdAnswers(page, '**/api/cart', 'PUT')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await cart.asked
  await page.getByRole('link', { name: 'Models', exact: true }).first().click()
  await page.waitForURL('/models')
  let readsOfCart = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/api/cart')) readsOfCart += 1
  })
  cart.letThrough()
  await toast(page, 'One line is in the cart.')
  // By then a page of the cart that was opened would have read the cart.
  await untilWhole(page)
  expect(readsOfCart).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/models')
}

async function correctsAnotherLine(page: Page) {
  await check(page, 'EF-230, 12\nSR-2Z, 15')
  const cart = await holdAnswers(page, '**/api/cart', 'PUT')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await cart.asked
  await page.getByRole('button', { name: /^Line 2: take SR-22,/ }).click()
  await said(page, '2 of 2 lines')
  cart.letThrough()
  await toast(page, 'One line is in the cart.')
  await said(page, '1 of 1 lines')
  expect(await text(page).inputValue()).toBe('SR-22, 15')
}

async function correctsLineThatGoes(page: Page) {
  await check(page, 'EF-230, 12\nDK-28, 10')
  const cart = await holdAnswers(page, '**/api/cart', 'PUT')
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).click()
  await cart.asked
  const first = page.getByLabel('Quantity in line 1')
  const judged = page.waitForResponse('**/api/quick-order')
  await first.fill('24')
  await first.blur()
  await judged
  cart.letThrough()
  await toast(page, 'had gone into the cart before your correction. Its line stays here, with 24.')
  await said(page, '1 of 1 lines')
  expect(await text(page).inputValue()).toBe('EF-230, 24')
  expect(await first.inputValue()).toBe('24')
}

test('while lines go into the cart a correction is kept, what went in before it is said, and whoever has gone elsewhere stays there', async () => {
  const { page } = await aBuyer()
  await visit(page, '/quick-order')
  await goesElsewhere(page)
  await visit(page, '/quick-order')
  await correctsAnotherLine(page)
  await correctsLineThatGoes(page)
})

async function putsNothing({ page, calls }: Buyer) {
  await check(page, 'EF-230, 12')
  const verdicts = await holdAnswers(page, '**/api/quick-order', 'POST')
  await page.getByLabel('Quantity in line 1').fill('1,000,000')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
  await verdicts.asked
  verdicts.letThrough()
  await toast(page, 'No line has gone into the cart. Look at them again.')
  expect((await ask(calls.cart.$get())).lines).toEqual([])
}

async function putsTypedOnce({ page, calls }: Buyer) {
  await check(page, 'EF-230, 12\nDK-28, 10')
  const verdicts = await holdAnswers(page, '**/api/quick-order', 'POST')
  await page.getByLabel('Quantity in line 1').fill('24')
  const put = page.getByRole('button', { name: 'Put 2 lines into the cart' })
  await put.dblclick()
  await verdicts.asked
  expect(await put.getAttribute('aria-busy')).toBe('true')
  verdicts.letThrough()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  const { lines } = await ask(calls.cart.$get())
  expect(lines.map(({ quantity }) => quantity)).toEqual([24, 10])
}

async function losesVerdict({ page, calls }: Buyer) {
  await check(page, 'SR-22, 15\nRC-45, 20')
  const json = { code: 'too_many_requests', message: 'Wait a moment.' }
  await page.route('**/api/quick-order', (route) => route.fulfill({ status: 429, json }), { times: 1 })
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('30')
  await first.press('Enter')
  await toast(page, json.message)
  expect(await first.inputValue()).toBe('30')
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  const { lines } = await ask(calls.cart.$get())
  expect(lines.map(({ quantity }) => quantity)).toEqual([24, 10, 30, 20])
}

async function savesWhatIsRead({ page, calls }: Buyer) {
  await check(page, 'Part number;Qty\nEF-230;12.50\nDK-28;10')
  await said(page, '1 line needs you')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 line, to buy by again.').waitFor()
  await dialog.getByLabel('Name').fill('Van stock')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The list is saved.')
  const [list] = await ask(calls.lists.$get())
  const { lines } = await ask(calls.lists[':id'].$get({ param: { id: list?._id ?? '' } }))
  expect(lines.map(({ quantity }) => quantity)).toEqual([10])
}

test('a press puts what was typed just before into the cart, once, also where its verdict is lost, and nothing that needs somebody', async () => {
  const buyer = await aBuyer()
  const { page } = buyer
  await visit(page, '/quick-order')
  await putsNothing(buyer)
  await putsTypedOnce(buyer)
  await visit(page, '/quick-order')
  await losesVerdict(buyer)
  await visit(page, '/quick-order')
  await savesWhatIsRead(buyer)
})
