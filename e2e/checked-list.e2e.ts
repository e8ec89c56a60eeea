import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { check, checking, said, text } from './pasted.ts'
import { aPerson, getsFocus, holdAnswers, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aNumberedPart, type Buyer } from './standing.ts'

async function takesBackTyped(page: Page) {
  const takeBack = page.getByRole('button', { name: 'Take back' })
  await text(page).fill('EF-230, 12\nSR-22, 15')
  await page.getByRole('button', { name: 'An example' }).click()
  await toast(page, 'Your list is replaced.')
  await takeBack.click()
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 12\nSR-22, 15')
  const file = { name: 'van.csv', mimeType: 'text/csv', buffer: Buffer.from('DK-28, 10') }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect.poll(() => text(page).inputValue()).toBe('DK-28, 10')
  await text(page).fill('DK-28, 20')
  await takeBack.click()
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 12\nSR-22, 15')
  await takeBack.click()
  await expect.poll(() => text(page).inputValue()).toBe('DK-28, 20')
}

async function takesBackFile(page: Page) {
  const takeBack = page.getByRole('button', { name: 'Take back' })
  const result = page.getByRole('heading', { name: 'What came of it' })
  const file = { name: 'van.csv', mimeType: 'text/csv', buffer: Buffer.from('SR-22;24\nEF-225;4') }
  await check(page, 'EF-230, 12')
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).waitFor()
  await takeBack.click()
  await result.waitFor({ state: 'detached' })
  expect(await text(page).inputValue()).toBe('EF-230, 12')
  const verdicts = await holdAnswers(page, '**/api/quick-order', 'POST')
  const judged = page.waitForResponse('**/api/quick-order')
  await page.locator('input[type=file]').setInputFiles(file)
  await verdicts.asked
  await takeBack.click()
  verdicts.letThrough()
  await judged
  await untilWhole(page)
  expect(await result.count()).toBe(0)
  expect(await text(page).inputValue()).toBe('EF-230, 12')
}

test('a list that an example or a file replaces is taken back, with its lines and what was typed since', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await takesBackTyped(page)
  await takesBackFile(page)
})

async function losesWhatIsChosen(page: Page) {
  await check(page, 'EF-231, 200\nSR-22, 20')
  await page.route('**/api/quick-order', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: /^Line 1: take 200 of EF-230,/ }).click()
  await toast(page, 'The shop cannot be reached.')
  await page.getByLabel('Quantity in line 1').fill('8')
  await page.route('**/api/quick-order', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('Enter')
  await said(page, '1 of 2 lines')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  await page.getByText('1 line, to buy by again. 1 line without a part or a quantity is left out.').waitFor()
}

async function savesWhileJudged({ page, calls }: Buyer) {
  await check(page, 'EF-230, 12\nQZ-NOBODYS, 2')
  const verdicts = await holdAnswers(page, '**/api/quick-order', 'POST')
  await page.getByLabel('Quantity in line 1').fill('24')
  await page.getByRole('button', { name: 'Save as a list' }).click()
  await verdicts.asked
  await page.getByText('1 line, to buy by again. 1 line without a part or a quantity is left out.').waitFor()
  await page.getByLabel('Name').fill('Van stock')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await toast(page, 'The list is saved.')
  verdicts.letThrough()
  const [saved] = await ask(calls.lists.$get())
  const { lines } = await ask(calls.lists[':id'].$get({ param: { id: saved?._id ?? '' } }))
  expect(lines.map(({ quantity }) => quantity)).toEqual([24])
}

test('a list that is saved holds what was typed while a verdict is on its way, and no part in place of one whose verdict is lost', async () => {
  const buyer = await aBuyer({ provokes: /Failed to load resource/ })
  await visit(buyer.page, '/quick-order')
  await losesWhatIsChosen(buyer.page)
  await buyer.page.keyboard.press('Escape')
  await savesWhileJudged(buyer)
})

test('the header of a list of two columns tells nothing of the next list, also where an account has kept one', async () => {
  const { page, calls } = await aBuyer()
  const columns = [{ width: 2, number: 1, quantity: 0 }]
  await ask(calls['quick-order'].columns.$put({ json: { columns } }))
  await visit(page, '/quick-order')
  const first = page.getByLabel('Quantity in line 1')
  await check(page, 'EF-230, 12\nDK-28, 10')
  await expect.poll(() => first.inputValue()).toBe('12')
  await check(page, 'Part number;Description\nDK-28;Fan motor')
  await said(page, '1 of 1 lines')
  await check(page, 'EF-230, 24\nDK-28, 10')
  await said(page, '2 of 2 lines')
  expect(await first.inputValue()).toBe('24')
  expect(await ask(calls['quick-order'].columns.$get())).toEqual(columns)
})

async function correctsWhileChecked(page: Page) {
  await check(page, 'EF-230, 12\nDK-28, 10')
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/quick-order', (route) => promise.then(() => route.continue()), { times: 1 })
  const asked = page.waitForRequest('**/api/quick-order')
  await checking(page).click()
  await asked
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('24')
  await first.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 24\nDK-28, 10')
  letThrough()
  await expect.poll(() => page.locator('section[aria-busy=true]').count()).toBe(0)
  expect(await first.inputValue()).toBe('24')
}

async function goesOnByKeyboard(page: Page) {
  const [few, twice] = await Promise.all([aNumberedPart(), aNumberedPart()])
  await check(page, `${few.number}, 240\nQZ-NOBODYS, 2\n${twice.number}, 4\n${twice.number}, 4`)
  const row = (line: number) => page.getByRole('table').getByRole('row').nth(line)
  await page.getByRole('button', { name: 'Take 200: line 1', exact: true }).press('Enter')
  await getsFocus(row(1))
  await page.keyboard.press('Tab')
  await getsFocus(page.getByRole('button', { name: 'Leave it out: line 1', exact: true }))
  await page.getByRole('button', { name: 'Leave it out: line 2', exact: true }).press('Enter')
  await getsFocus(row(2))
  await page.getByRole('button', { name: /^Put together/ }).press('Enter')
  await row(3).waitFor({ state: 'detached' })
  await getsFocus(row(2))
}

async function checksWithoutLines(page: Page) {
  const button = checking(page)
  const put = page.getByRole('button', { name: 'Put 1 line into the cart' })
  const tooMany = Array.from({ length: 501 }, () => 'EF-230, 12').join('\n')
  for (const [lines, sentence] of [
    ['SR-22, 0', 'No line with a part number and at least one piece is in it.'],
    ['Part number;Qty', 'No line with a part number and at least one piece is in it.'],
    [tooMany, '501 lines are too many. Send at most 500 at a time.'],
  ] as const) {
    await check(page, 'EF-230, 12')
    await put.waitFor()
    await text(page).fill(lines)
    await button.click()
    await toast(page, sentence)
    await put.waitFor({ state: 'detached' })
  }
}

test('a correction keeps the keyboard, and counts while the list is checked; a text without a line, or with too many, leaves none', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await goesOnByKeyboard(page)
  await correctsWhileChecked(page)
  await checksWithoutLines(page)
})

async function choosesUnderHeader(page: Page) {
  await check(page, 'Part number;Qty;Spare\nEF-230;12;24')
  await page.getByRole('combobox', { name: 'Quantity', exact: true }).selectOption({ label: '3: 24' })
  await expect.poll(() => page.getByLabel('Quantity in line 1').inputValue()).toBe('24')
  expect(await page.getByRole('combobox', { name: 'Quantity', exact: true }).inputValue()).toBe('2')
  await page.getByText('kept in this browser for the next list with this header').waitFor()
  await visit(page, '/quick-order')
  await check(page, 'Part number;Qty;Spare\nEF-230;4;40')
  await expect.poll(() => page.getByLabel('Quantity in line 1').inputValue()).toBe('40')
  await check(page, 'Part number;Qty;Shelf\nEF-230;4;40')
  await expect.poll(() => page.getByLabel('Quantity in line 1').inputValue()).toBe('4')
}

async function isToldNothing(page: Page) {
  await check(page, 'Part number;Name;Bin\nEF-230;Fan motor;A4')
  await expect.poll(() => page.getByLabel('Quantity in line 1').inputValue()).toBe('4')
  await check(page, 'EF-230;12;Van 3')
  await expect.poll(() => page.getByLabel('Quantity in line 1').inputValue()).toBe('12')
}

async function choosesWithoutHeader(page: Page) {
  const first = page.getByLabel('Quantity in line 1')
  await check(page, 'EF-230;320;12')
  await page.getByRole('combobox', { name: 'Quantity', exact: true }).selectOption({ label: '3: 12' })
  await expect.poll(() => first.inputValue()).toBe('12')
  await check(page, 'Part number;Qty;Price\nEF-230;16;18.00')
  await expect.poll(() => first.inputValue()).toBe('16')
  await check(page, 'EF-230;320;24')
  await expect.poll(() => first.inputValue()).toBe('24')
}

test('another column is chosen for the lists with one header or without any, and a header without quantities tells nothing', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await isToldNothing(page)
  await choosesUnderHeader(page)
  await choosesWithoutHeader(page)
})

async function keepsColumns(page: Page) {
  const first = page.getByLabel('Quantity in line 1')
  const reads = async (text: string, quantity: string) => {
    await check(page, text)
    await expect.poll(() => first.inputValue()).toBe(quantity)
  }
  await reads('SR-22;3,60;20\nEF-230;18,00;16\n', '20')
  await reads('EF-230;18,00;16', '16')
  await reads('EF-230;18,00;12', '12')
  await reads('SR-22\t20\nEF-230\t12\n', '20')
  await page.getByLabel('Lines: number, quantity').fill('')
  await reads('1\tEF-230\t12\n2\tSR-22\t20\n3\tHC-120\t2\n', '12')
}

async function asksForQuantities(page: Page) {
  const first = page.getByLabel('Quantity in line 1')
  const columns = page.getByRole('combobox', { name: 'Quantity', exact: true })
  await check(page, 'Fan;EF-230;320;12\nRelay;SR-22;640;20')
  await said(page, '2 lines need you')
  await page.getByText('How many pieces is “320 or 12”?').waitFor()
  await page.getByText('Several columns may hold it. Choose one.').waitFor()
  await first.fill('a few')
  await first.blur()
  await toast(page, 'Line 1 waits for its quantity: “a few” is no number of pieces from 1 to 1,000,000.')
  expect(await first.inputValue()).toBe('')
  await first.fill('16')
  await first.press('Enter')
  await said(page, '1 of 2 lines')
  await page.getByRole('button', { name: 'Check 2 lines' }).click()
  await said(page, '1 line needs you')
  await columns.selectOption({ label: '4: 20' })
  await said(page, '2 of 2 lines')
  await check(page, 'Seal;DK-28;150;10')
  await expect.poll(() => first.inputValue()).toBe('10')
}

async function choosesNumbersFirst(page: Page) {
  const choose = async (name: string, label: string) => {
    const judged = page.waitForResponse('**/api/quick-order')
    await page.getByRole('combobox', { name, exact: true }).selectOption({ label })
    await judged
    await untilWhole(page)
  }
  await check(page, 'MF-60N 100 urgent')
  await page.getByRole('button', { name: /^Line 1: take MF-60N,/ }).click()
  await page.getByText('How many pieces is “100 urgent”?').waitFor()
  await check(page, '10;2198202;12\n20;2198203;20')
  await choose('Number', '2: 2198202, 2198203')
  await page.getByText('How many pieces is “10 or 12”?').waitFor()
  await choose('Quantity', '3: 12, 20')
  expect(await page.getByRole('combobox', { name: 'Number', exact: true }).inputValue()).toBe('1')
  await page.getByText('How many pieces').waitFor({ state: 'detached' })
}

test('which of several columns holds the quantities is asked, also after that of the numbers, and stays while a line is corrected', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await keepsColumns(page)
  await asksForQuantities(page)
  await choosesNumbersFirst(page)
})

test('each line is read by itself: several parts have one each, and numbers beside a part or none are asked for', async () => {
  const { page } = await aPerson()
  const { number } = await aNumberedPart({ stock: 12 })
  await visit(page, '/quick-order')
  await check(page, 'EF-230 12, SR-22 20, DK-28 10')
  await said(page, '3 of 3 lines')
  expect(await text(page).inputValue()).toBe('EF-230 12\nSR-22 20\nDK-28 10')

  await check(page, 'EF-230 Evaporator fan 12 18.00 216.00\n2 x 50 EF-230')
  await page.getByRole('button', { name: /^Line 1: take EF-230,/ }).click()
  await page.getByText('How many pieces is “12 or 18.00 or 216”?').waitFor()
  await page.getByRole('button', { name: /^Line 2: take EF-230,/ }).click()
  await page.getByText('How many pieces is “50 or 2”?').waitFor()

  await check(page, 'EF-230, 12')
  await check(page, 'EF-230, 12\n1;SR-22;Relay\n2;DK-28;Seal\n3;HC-120;Compressor\n4;EF-225;Fan')
  await said(page, '1 of 5 lines')

  await check(page, `Part number;Qty\n${number};1.5\n${number};12\n${number};a few`)
  await said(page, '2 lines need you')
  await said(page, '1 of 3 lines')
  expect(await page.getByText('Too few left').count()).toBe(1)
  expect(await page.getByRole('button', { name: /^Put together/ }).count()).toBe(0)
})
