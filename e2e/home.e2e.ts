import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPerson, DESK, getsFocus, PHONE, toast, visit } from './person.ts'

const carousel = (page: Page) => page.getByRole('region', { name: 'From the shop' })
const slide = (page: Page, number: number) => carousel(page).getByRole('article', { name: `${number} of 4` })
/** The links 1 to 4 under the slides. */
const sheet = (page: Page, number?: number) => carousel(page).locator(`a[href^="#s${number ?? ''}"]`)
const isShown = (page: Page, number: number) =>
  expect.poll(() => sheet(page, number).getAttribute('aria-current')).toBe('true')

test('the carousel and the reviews are turned by their links, arrows and bullets at a desk and at a phone; the keyboard comes to the links of the slides before what is in them', async () => {
  const { page } = await aPerson()
  for (const { size, pages } of [
    { size: DESK, pages: 7 },
    { size: PHONE, pages: 20 },
  ]) {
    await page.setViewportSize(size.viewport)
    await visit(page, '/')
    await isShown(page, 1)
    expect(await sheet(page).count()).toBe(4)
    const third = sheet(page, 3)
    await third.focus()
    await page.keyboard.press('Enter')
    await isShown(page, 3)
    await getsFocus(third)
    await carousel(page).getByRole('button', { name: 'Next slide' }).focus()
    await page.keyboard.press('Enter')
    await isShown(page, 4)
    await page.keyboard.press('Enter')
    await isShown(page, 1)
    await carousel(page).getByRole('button', { name: 'Previous slide' }).click()
    await isShown(page, 4)
    const second = page.getByRole('button', { name: `Reviews, page 2 of ${pages}` })
    await second.click()
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
    if (size === PHONE) continue
    await page.getByRole('link', { name: /^Cart/ }).focus()
    await page.keyboard.press('Tab')
    await getsFocus(sheet(page, 1))
  }
  await slide(page, 4).getByRole('link', { name: 'Get Started' }).click()
  await page.waitForURL(/\/products/)
})

test('the carousel turns by itself until it is paused', async () => {
  const { page } = await aPerson({ ...PHONE, reducedMotion: 'no-preference' })
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

test('a page that is not there answers 404 and shows the empty drawer, also a part that is not there; old addresses lead on', async () => {
  const { page } = await aPerson(PHONE)
  const empty = page.getByRole('heading', { level: 1, name: 'This drawer is empty.' })
  for (const [from, to] of [
    ['/register', '/regester'],
    ['/dashboard', '/login'],
  ] as const) {
    await visit(page, from)
    await page.waitForURL((url) => url.pathname === to)
  }
  expect((await visit(page, '/purcess/01a1fe1c-8573-777d-a848-106eb48d2ff5'))?.status()).toBe(404)
  await empty.waitFor()
  expect((await visit(page, '/no/such/page'))?.status()).toBe(404)
  expect(await page.title()).toBe('Not found · Parts House')
  await empty.waitFor()
  const drawing = page.getByRole('img', { name: 'An open, empty parts drawer' })
  await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('main').getByRole('link', { name: 'Products' }).click()
  await page.getByRole('heading', { name: 'This is Our Product' }).waitFor()
})

/** Where the parts of the slides stand, and on how many lines their prices. */
const partsOfSlides = (page: Page) =>
  carousel(page)
    .getByRole('list')
    .evaluateAll((boxes) =>
      boxes.map((box) => ({
        rows: Array.from(box.children, (row) => row.getBoundingClientRect().top),
        // The price fills a box of its own, which is one also when its text takes two lines.
        lines: Array.from(box.querySelectorAll('.n'), (price) => {
          const text = document.createRange()
          text.selectNodeContents(price)
          return new Set(Array.from(text.getClientRects(), ({ top }) => top)).size
        }),
      })),
    )

test('each part of a slide stands in one place with its whole price; at 820 pixels two reviews stand beside each other; on a phone the ribbon is one line', async () => {
  const { page } = await aPerson()
  await visit(page, '/')
  for (const width of [1180, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const lists = await partsOfSlides(page)
    expect(lists).toHaveLength(4)
    for (const { rows, lines } of lists) {
      expect(lines.length).toBe(rows.length)
      expect([width, new Set(lines)]).toEqual([width, new Set([1])])
      const steps = rows.slice(1).map((top, place) => top - (rows[place] ?? 0))
      expect(Math.max(...steps)).toBeLessThan(60)
    }
  }
  await page.setViewportSize({ width: 820, height: 900 })
  const rail = page.getByRole('list', { name: 'Customer reviews' })
  const share = await rail.evaluate((box) => (box.firstElementChild?.clientWidth ?? 0) / box.clientWidth)
  expect(share).toBeCloseTo(0.5, 1)
  await page.setViewportSize(PHONE.viewport)
  const words = page.getByRole('complementary', { name: 'Notice' }).locator('span')
  // Two lines of 16 pixels would be 32; the narrow letters come with the font.
  await expect.poll(() => words.evaluate((it) => it.getBoundingClientRect().height)).toBeLessThan(32)
})

test('the menu keeps the focus, closes with Escape and gives the focus back; in the menu only the page one is on looks current, wherever the pointer is', async () => {
  const { page } = await aPerson({ viewport: PHONE.viewport })
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
  await getsFocus(menu)
  await menu.click()
  await drawer.getByRole('link', { name: 'Blog' }).click()
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor()
  await drawer.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 820, height: 900 })
  await menu.click()
  const lookOf = (name: string) =>
    drawer.getByRole('link', { name }).evaluate((row) => {
      const { backgroundColor, boxShadow } = getComputedStyle(row)
      return { backgroundColor, boxShadow }
    })
  const usual = await lookOf('Portfolio')
  await drawer.getByRole('link', { name: 'Products' }).hover()
  expect(await lookOf('Products')).toEqual(usual)
  expect(await lookOf('Blog')).not.toEqual(usual)
})

test('the first Tab leads past the bar to the content, a new page takes the focus to its heading, and without a line a list that cannot come says so, and comes by Retry', async () => {
  const { page, context } = await aPerson({ provokes: /net::ERR_INTERNET_DISCONNECTED/ })
  const main = page.getByRole('navigation', { name: 'Main' })
  await visit(page, '/products')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  await main.getByRole('link', { name: 'Blog' }).click()
  await page.waitForURL('/blog')
  await getsFocus(page.getByRole('heading', { level: 1, name: 'Blog' }))
  expect(await page.title()).toBe('Blog · Refrigerator House')
  await context.setOffline(true)
  await main.getByRole('link', { name: 'Products' }).click()
  await page.getByRole('alert').filter({ hasText: 'The products did not load.' }).waitFor()
  // The toast's own code cannot be loaded either now.
  await toast(page, 'The shop cannot be reached.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByText(/^Page 1 of \d+$/).waitFor()
})
