import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { getsFocus, PHONE, untilReady, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, aStranger, payByCalls, WHERE } from './standing.ts'

const side = (page: Page) => page.getByRole('navigation', { name: 'Dashboard', exact: true })
const orders = (page: Page) => side(page).getByRole('link', { name: 'Manage All Orders' })
const found = (page: Page) => page.getByRole('searchbox', { name: 'Search' })
const FIND = 'Find a part, an order or a person'

const isFolded = (page: Page, expanded: boolean) => side(page).getByRole('button', { name: 'Fold', expanded }).waitFor()
const linesOf = async (list: Locator) => (await list.innerText()).split('\n').map((line) => line.trim())
const GROUPS = ['Work', 'Catalogue', 'People', 'Shop', 'My account']

test('an admin finds the pages in groups; the sidebar folds by its button and by a key, and is folded already when the page comes again; single keys are typed in a field, and can be switched off', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/orders')
  const width = () => side(page).evaluate((element) => element.getBoundingClientRect().width)
  // The sidebar of the skeleton is replaced by the page's.
  await found(page).waitFor()
  expect(await linesOf(side(page))).toEqual(expect.arrayContaining(GROUPS))
  await found(page).pressSequentially('a/[')
  expect(await found(page).inputValue()).toBe('a/[')
  await isFolded(page, true)
  const wide = await width()
  await side(page).getByRole('button', { name: 'Fold' }).click()
  await expect.poll(width).toBeLessThan(wide / 2)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.locator('html').getAttribute('data-rail')).toBe('')
  await side(page).waitFor()
  expect(await width()).toBeLessThan(wide / 2)
  await orders(page).focus()
  await orders(page).getByText('Manage All Orders').waitFor()
  await page.keyboard.press('[')
  await expect.poll(width).toBe(wide)
  await isFolded(page, true)

  await side(page).getByRole('link', { name: 'My Profile' }).click()
  await page.getByRole('checkbox', { name: /^Single keys/ }).uncheck()
  await page.getByRole('heading', { name: 'My Profile' }).click()
  await page.keyboard.press('[')
  await page.keyboard.press('/')
  await isFolded(page, true)
  expect(await page.getByRole('searchbox', { name: FIND }).evaluate((it) => it === document.activeElement)).toBe(false)
})

test('one field finds parts, orders and people: "/" goes there and Enter takes the likeliest; beside Manage All Orders stands how many are paid and not sent', async () => {
  const [product, buyer, { page, calls }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  await payByCalls(buyer, await anOrder(buyer, product))
  await visit(page, '/dashboard/orders')
  const waiting = async () => Number(/waiting: (\d+)/.exec((await orders(page).textContent()) ?? '')?.[1] ?? 0)
  await expect.poll(waiting).toBeGreaterThan(0)
  const field = page.getByRole('searchbox', { name: FIND })
  await page.keyboard.press('/')
  await getsFocus(field)
  await page.keyboard.type('admin@parts-house.example')
  await page.keyboard.press('Enter')
  await page.waitForURL('/dashboard/makeAdmin?q=admin%40parts-house.example')
  await page.getByRole('row').filter({ hasText: 'admin@parts-house.example' }).waitFor()
  expect(await found(page).inputValue()).toBe('admin@parts-house.example')
  expect(await field.inputValue()).toBe('')
  await field.fill(product.name)
  await field.press('ArrowDown')
  await getsFocus(page.getByRole('link', { name: `Products ${product.name}` }))
  await page.keyboard.press('Enter')
  await page.getByRole('row').filter({ hasText: product.name }).waitFor()
  await field.fill('nobody')
  await page.getByRole('link', { name: 'Orders nobody' }).click()
  await page.getByText('No order is like that.').waitFor()

  // Other journeys pay and deliver in parallel, so the number is read again after each step.
  const isTold = async () => {
    for (const name of ['Manage Products', 'Manage All Orders']) {
      await side(page).getByRole('link', { name }).click()
      await page.getByRole('heading', { name }).waitFor()
    }
    return (await waiting()) === (await ask(calls.allorders.counts.$get())).paid.count
  }
  await payByCalls(buyer, await anOrder(buyer, product))
  await expect.poll(isTold).toBe(true)
})

test('on a phone the pages stand in their groups and the field behind a button, and it stays open while the page behind it arrives', async () => {
  const { page, context } = await anAdmin(PHONE)
  const held: (() => void)[] = []
  await context.route('**/api/allorders?*', (route) => void held.push(() => void route.continue()))
  await page.goto('/dashboard/orders')
  await untilReady(page)
  await page.getByRole('button', { name: FIND }).click()
  const field = page.getByRole('dialog', { name: 'Find' }).getByRole('searchbox', { name: FIND })
  await getsFocus(field)
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const release of held) release()
  await page.getByRole('table', { name: 'All orders', includeHidden: true }).waitFor({ state: 'attached' })
  await getsFocus(field)
  await field.fill('admin@parts-house.example')
  await field.press('Enter')
  await page.waitForURL(/makeAdmin/)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  const pages = page.getByRole('navigation', { name: 'Dashboard pages' })
  expect(await linesOf(pages)).toEqual(expect.arrayContaining(GROUPS))
})

const OF_A_CUSTOMER = [
  'My Profile',
  'My Orders',
  'My Lists',
  'My Addresses',
  'My Appliances',
  'Add A Review',
  'My Mails',
  'Security',
  'My data',
]

test('a list that cannot be loaded keeps the page and offers Retry; a customer has their own pages without a name, and words that stay whole beside them and on a small tablet', async () => {
  const [buyer, product] = await Promise.all([aBuyer({ provokes: /status of 503/ }), aProduct()])
  const { page, context } = buyer
  await payByCalls(buyer, await anOrder(buyer, product))
  await context.route('**/api/checkouts?*', (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'The shop is busy. Try again in a few seconds.' },
    }),
  )
  await visit(page, '/dashboard/myorders')
  await page.getByRole('alert').filter({ hasText: 'The shop is busy.' }).waitFor()
  await context.unroute('**/api/checkouts?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  const name = page.getByRole('link', { name: product.name, exact: true })
  await name.waitFor()
  expect((await linesOf(side(page))).filter(Boolean)).toEqual(OF_A_CUSTOMER)
  for (const width of [1280, 1000, 900, 820, 640]) {
    await page.setViewportSize({ width, height: 900 })
    // "Start capacitor" and its random word.
    expect([width, await name.evaluate((link) => link.getClientRects().length <= 2)]).toEqual([width, true])
    const spare = await page.evaluate(() => innerWidth - document.documentElement.scrollWidth)
    expect([width, spare]).toEqual([width, 0])
  }
  await page.setViewportSize(PHONE.viewport)
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  const pages = page.getByRole('navigation', { name: 'Dashboard pages' })
  expect((await linesOf(pages)).filter(Boolean)).toEqual(OF_A_CUSTOMER)

  await page.setViewportSize({ width: 900, height: 900 })
  await visit(page, '/products/ef-230')
  const use = page.getByRole('definition').filter({ hasText: /^evaporator$/ })
  expect(await use.evaluate((fact) => fact.clientHeight)).toBeLessThan(60)
})

test('a word of hundreds of letters that a buyer wrote makes no table of the back room wider than its screen', async () => {
  const long = (letters: number) => 'W'.repeat(letters)
  const [buyer, product, { page }] = await Promise.all([aBuyer(undefined, aStranger(long(60))), aProduct(), anAdmin()])
  const { email } = buyer.who
  await anOrder(buyer, product, { ...WHERE, address: long(200) })
  await ask(buyer.calls['part-requests'].$post({ json: { email, model: long(120), words: long(300) } }))
  for (const path of [`orders?q=${email}`, `makeAdmin?q=${email}`, 'part-requests']) {
    await visit(page, `/dashboard/${path}`)
    await page.getByRole('cell').getByText(email).first().waitFor()
    for (const width of [1100, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const spare = await page.evaluate(() => innerWidth - document.documentElement.scrollWidth)
      expect([path, width, spare]).toEqual([path, width, 0])
    }
  }
})
