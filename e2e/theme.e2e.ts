import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { aPerson, SIZES, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, asAdmin, paidOrders, payByCalls } from './standing.ts'

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const isDark = async (page: Page) => {
  const [red = 255] = (await background(page)).match(/\d+(\.\d+)?/g)?.map(Number) ?? []
  return red < 128
}

/** Records, in the page itself, the theme when the body began; nothing is painted before that. */
const noteTheme = (page: Page) =>
  page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.body) return
      watch.disconnect()
      Object.assign(window, { themeAtBody: document.documentElement.dataset.theme ?? 'the system’s' })
    })
    watch.observe(document, { childList: true, subtree: true })
  })
const themeAtBody = (page: Page) => page.evaluate(() => (window as { themeAtBody?: string }).themeAtBody)

describe.each(SIZES)('at $at', ({ size }) => {
  test.each([
    { system: 'light', other: 'dark' },
    { system: 'dark', other: 'light' },
  ] as const)('a $system system shows its theme until the other one is chosen, which is kept', async (themes) => {
    const { system, other } = themes
    const { page } = await aPerson({ ...size, colorScheme: system })
    await noteTheme(page)
    await visit(page, '/')
    expect(await isDark(page)).toBe(system === 'dark')
    expect(await themeAtBody(page)).toBe('the system’s')
    await page.emulateMedia({ colorScheme: other })
    expect(await isDark(page)).toBe(other === 'dark')
    await page.emulateMedia({ colorScheme: system })

    await page.getByRole('button', { name: other === 'dark' ? 'Dark theme' : 'Light theme' }).click()
    await expect.poll(() => isDark(page)).toBe(other === 'dark')
    await visit(page, '/blog')
    expect(await themeAtBody(page)).toBe(other)
    expect(await isDark(page)).toBe(other === 'dark')
    await page.getByRole('link', { name: 'Parts House' }).first().click()
    await page.waitForURL('/')
    expect(await isDark(page)).toBe(other === 'dark')
    await page.getByRole('button', { name: system === 'dark' ? 'Dark theme' : 'Light theme' }).click()
    await expect.poll(() => isDark(page)).toBe(system === 'dark')
  })
})

test('a browser that stores nothing still changes the theme', async () => {
  const { page } = await aPerson({ colorScheme: 'light' })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Storage is forbidden', 'SecurityError')
      },
    })
  })
  await visit(page, '/portfolio')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect.poll(() => isDark(page)).toBe(true)
})

describe('in forced colours', () => {
  const forced = () => aBuyer({ forcedColors: 'active' })

  /** The computed looks of these elements or their marks. A transparent background counts as the page's colour. */
  const looksOf = (places: Locator, mark?: '::before') =>
    places.evaluateAll((all, mark) => {
      const page = getComputedStyle(document.body).backgroundColor
      return all.map((it) => {
        const { backgroundColor, backgroundImage, borderColor, borderLeftWidth } = getComputedStyle(it, mark)
        const ground = /^rgba.*, 0\)$/.test(backgroundColor) ? page : backgroundColor
        return JSON.stringify({ ground, backgroundImage, borderColor, borderLeftWidth })
      })
    }, mark)

  test('the marks of a status look different', async () => {
    const [product, buyer, { page }] = await Promise.all([aProduct(), forced(), anAdmin({ forcedColors: 'active' })])
    await anOrder(buyer, product)
    const sent = await payByCalls(buyer, await anOrder(buyer, product))
    await payByCalls(buyer, await anOrder(buyer, product))
    await ask((await asAdmin()).paidorders[':id'].$patch({ param: { id: sent._id } }))
    await visit(buyer.page, '/dashboard/myorders')
    await visit(page, `/dashboard/orders?q=${encodeURIComponent(buyer.who.email)}`)
    const mark = async (page: Page, word: string) => {
      const status = page.getByRole('cell').getByText(word, { exact: true })
      await status.waitFor()
      return looksOf(status, '::before')
    }
    const marks = [
      await mark(buyer.page, 'Pending...'),
      await mark(buyer.page, 'Paid'),
      await mark(page, 'Not paid'),
    ].flat()
    expect(marks).toHaveLength(3)
    expect(new Set(marks).size).toBe(3)
  })

  test('the slide, the segments of a gauge and the page one is on are told apart', async () => {
    const { page } = await forced()
    await visit(page, '/')
    const numbers = page.locator('a[href^="#s"] .n')
    await expect.poll(async () => new Set(await looksOf(numbers)).size).toBe(2)
    const segments = page.getByRole('list', { name: 'Customer reviews' }).locator('li i span')
    await expect.poll(async () => new Set(await looksOf(segments)).size).toBe(2)
    await visit(page, '/dashboard/myorders')
    const side = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link')
    await side.first().waitFor()
    await expect.poll(async () => new Set(await looksOf(side)).size).toBe(2)
  })

  test('the stations of an order are told apart, on its page and beside the board', async () => {
    const [{ numbers }, { page }] = await Promise.all([paidOrders(1), anAdmin({ forcedColors: 'active' })])
    const [number = ''] = numbers
    await visit(page, `/dashboard/orders/${number}`)
    const stations = page.getByRole('list', { name: 'The way of this order' }).getByRole('listitem')
    await expect.poll(() => stations.count()).toBe(4)
    expect(new Set(await looksOf(stations, '::before')).size).toBe(3)
    await visit(page, `/dashboard/orders?order=${number}`)
    const happened = page.getByRole('dialog').getByRole('region', { name: 'What happened' }).getByRole('listitem')
    await expect.poll(() => happened.count()).toBe(3)
    expect(new Set(await looksOf(happened, '::before')).size).toBe(2)
  })

  test('the tab one is on is told apart', async () => {
    const { page } = await anAdmin({ forcedColors: 'active' })
    await visit(page, '/dashboard/orders?status=paid')
    const tabs = page.getByRole('navigation', { name: 'Status' }).getByRole('link')
    await tabs.first().waitFor()
    expect(new Set(await looksOf(tabs)).size).toBe(2)
  })

  test('what is chosen in a list, on the board and in a question is told apart', async () => {
    const { page } = await anAdmin({ forcedColors: 'active' })
    const differ = async (places: Locator, mark?: '::before') => {
      await places.first().waitFor()
      await expect.poll(async () => new Set(await looksOf(places, mark)).size).toBe(2)
    }
    await visit(page, '/products?category=fans')
    await differ(page.getByRole('navigation', { name: 'View' }).getByRole('link'))
    await differ(page.getByRole('navigation', { name: 'Categories' }).getByRole('link'))
    await visit(page, '/compare?p=ef-230,ef-231')
    await differ(page.getByRole('rowheader'))

    const { numbers } = await paidOrders(2)
    await visit(page, '/dashboard/orders?status=paid')
    const boxes = page.getByRole('checkbox', { name: /^Choose PH-/ })
    await page.getByRole('checkbox', { name: `Choose ${numbers[0]}` }).check()
    await differ(boxes, '::before')
  })
})
