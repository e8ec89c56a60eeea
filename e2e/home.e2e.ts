import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPerson, PHONE, SIZES, toast, visit } from './person.ts'

const carousel = (page: Page) => page.getByRole('region', { name: 'From the shop' })
const slide = (page: Page, number: number) => carousel(page).getByRole('article', { name: `${number} of 4` })
/** The links 1 to 4 under the slides. */
const sheet = (page: Page, number?: number) => carousel(page).locator(`a[href^="#s${number ?? ''}"]`)
const isShown = (page: Page, number: number) =>
  expect.poll(() => sheet(page, number).getAttribute('aria-current')).toBe('true')
const hasFocus = (where: Locator) => where.evaluate((it) => it === document.activeElement)

describe.each(SIZES)('at $at', ({ size }) => {
  test('the carousel is turned by its links, its arrows and the keyboard', async () => {
    const { page } = await aPerson(size)
    await visit(page, '/')
    await isShown(page, 1)
    expect(await sheet(page).count()).toBe(4)
    const third = sheet(page, 3)
    await third.focus()
    await page.keyboard.press('Enter')
    await isShown(page, 3)
    expect(await hasFocus(third)).toBe(true)
    await carousel(page).getByRole('button', { name: 'Next slide' }).focus()
    await page.keyboard.press('Enter')
    await isShown(page, 4)
    await page.keyboard.press('Enter')
    await isShown(page, 1)
    await carousel(page).getByRole('button', { name: 'Previous slide' }).click()
    await isShown(page, 4)
    await slide(page, 4).getByRole('link', { name: 'Get Started' }).click()
    await page.waitForURL(/\/products/)
  })

  test('the carousel turns by itself until it is paused', async () => {
    const { page } = await aPerson({ ...size, reducedMotion: 'no-preference' })
    await page.clock.install()
    await visit(page, '/')
    await carousel(page).getByRole('button', { name: 'Pause' }).waitFor()
    await page.clock.runFor(8_500)
    await isShown(page, 2)
    await carousel(page).getByRole('button', { name: 'Pause' }).click()
    await carousel(page).getByRole('button', { name: 'Play' }).waitFor()
    await page.getByRole('heading', { name: 'Latest News' }).hover()
    await page.clock.runFor(30_000)
    expect(await sheet(page, 2).getAttribute('aria-current')).toBe('true')
  })

  test('reviews are turned by their bullets', async () => {
    const { page } = await aPerson(size)
    await visit(page, '/')
    const pages = size === PHONE ? 20 : 7
    const second = page.getByRole('button', { name: `Reviews, page 2 of ${pages}` })
    await second.click()
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
  })

  test('a page that is not there answers 404 and shows the empty drawer', async () => {
    const { page } = await aPerson(size)
    const answer = await visit(page, '/no/such/page')
    expect(answer?.status()).toBe(404)
    expect(await page.title()).toBe('Not found · Parts House')
    await page.getByRole('heading', { level: 1, name: 'This drawer is empty.' }).waitFor()
    const drawing = page.getByRole('img', { name: 'An open, empty parts drawer' })
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
    await page.getByRole('heading', { name: 'This is Our Product' }).waitFor()
  })

  test('a part that is not there is a 404 too', async () => {
    const { page } = await aPerson(size)
    const answer = await visit(page, '/purcess/01a1fe1c-8573-777d-a848-106eb48d2ff5')
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: 'This drawer is empty.' }).waitFor()
  })
})

test('the menu keeps the focus, closes with Escape and gives the focus back', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await drawer.getByRole('link', { name: 'Blog' }).waitFor()
  const holdsFocus = () => drawer.evaluate((box) => box.contains(document.activeElement))
  for (let tabs = 0; tabs < 9; tabs++) {
    await page.keyboard.press('Tab')
    await expect.poll(holdsFocus).toBe(true)
  }
  await page.keyboard.press('Shift+Tab')
  await expect.poll(holdsFocus).toBe(true)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(menu)).toBe(true)
  await menu.click()
  await drawer.getByRole('link', { name: 'Blog' }).click()
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
  await expect.poll(() => drawer.count()).toBe(0)
})

test('the first Tab leads past the bar to the content', async () => {
  const { page } = await aPerson()
  await visit(page, '/blog')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('a new page takes the focus to its heading', async () => {
  const { page } = await aPerson()
  await visit(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await page.waitForURL('/blog')
  await expect.poll(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
  expect(await page.title()).toBe('Blog · Refrigerator House')
})

test('without a line a list that cannot come says so, and Retry brings it', async () => {
  const { page, context } = await aPerson({ provokes: /net::ERR_INTERNET_DISCONNECTED/ })
  const main = page.getByRole('navigation', { name: 'Main' })
  await visit(page, '/products')
  await main.getByRole('link', { name: 'Blog' }).click()
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
  await context.setOffline(true)
  await main.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('alert').filter({ hasText: 'The products did not load.' }).waitFor()
  // The slips themselves cannot be fetched now either.
  await toast(page, 'The shop cannot be reached.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(/^Page 1 of \d+$/).waitFor()
})

test.each([
  { from: '/home', to: '/home' },
  { from: '/register', to: '/regester' },
  { from: '/dashboard', to: '/login' },
  { from: '/profile', to: '/login' },
])('$from leads to $to', async ({ from, to }) => {
  const { page } = await aPerson()
  await visit(page, from)
  await page.waitForURL((url) => url.pathname === to)
})
