import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPerson, getsFocus, PHONE, SIZES, toast, visit } from './person.ts'

const carousel = (page: Page) => page.getByRole('region', { name: 'From the shop' })
const slide = (page: Page, number: number) => carousel(page).getByRole('article', { name: `${number} of 4` })
/** The links 1 to 4 under the slides. */
const sheet = (page: Page, number?: number) => carousel(page).locator(`a[href^="#s${number ?? ''}"]`)
const isShown = (page: Page, number: number) =>
  expect.poll(() => sheet(page, number).getAttribute('aria-current')).toBe('true')

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
    await getsFocus(third)
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

  test('reviews are turned by their bullets', async () => {
    const { page } = await aPerson(size)
    await visit(page, '/')
    const pages = size === PHONE ? 20 : 7
    const second = page.getByRole('button', { name: `Reviews, page 2 of ${pages}` })
    await second.click()
    await expect.poll(() => second.getAttribute('aria-current')).toBe('true')
  })
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

test('a page that is not there answers 404 and shows the empty drawer', async () => {
  const { page } = await aPerson(PHONE)
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
  const { page } = await aPerson(PHONE)
  const answer = await visit(page, '/purcess/01a1fe1c-8573-777d-a848-106eb48d2ff5')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'This drawer is empty.' }).waitFor()
})

test.each([1180, 1280, 1920])(
  'at %i pixels each part of a slide stands in one place with its whole price',
  async (width) => {
    const { page } = await aPerson({ viewport: { width, height: 900 } })
    await visit(page, '/')
    const lists = await carousel(page)
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
    expect(lists).toHaveLength(4)
    for (const { rows, lines } of lists) {
      expect(lines.length).toBe(rows.length)
      expect(new Set(lines)).toEqual(new Set([1]))
      const steps = rows.slice(1).map((top, place) => top - (rows[place] ?? 0))
      expect(Math.max(...steps)).toBeLessThan(60)
    }
  },
)

test('the keyboard comes to the links of the slides before what is in them', async () => {
  const { page } = await aPerson()
  await visit(page, '/')
  await page.getByRole('link', { name: /^Cart/ }).focus()
  await page.keyboard.press('Tab')
  await getsFocus(sheet(page, 1))
})

test('at 820 pixels two reviews stand beside each other', async () => {
  const { page } = await aPerson({ viewport: { width: 820, height: 900 } })
  await visit(page, '/')
  const rail = page.getByRole('list', { name: 'Customer reviews' })
  const share = await rail.evaluate((box) => (box.firstElementChild?.clientWidth ?? 0) / box.clientWidth)
  expect(share).toBeCloseTo(0.5, 1)
})

test('on a phone the ribbon is one line', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/')
  const words = page.getByRole('complementary', { name: 'Notice' }).locator('span')
  // Two lines of 16 pixels would be 32; the narrow letters come with the font.
  await expect.poll(() => words.evaluate((it) => it.getBoundingClientRect().height)).toBeLessThan(32)
})

test('in the menu only the page one is on looks current, wherever the pointer is', async () => {
  const { page } = await aPerson({ viewport: { width: 820, height: 900 } })
  await visit(page, '/blog')
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
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
  await getsFocus(menu)
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
  await getsFocus(page.getByRole('heading', { level: 1 }))
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
  // The toast's own code cannot be loaded either now.
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
