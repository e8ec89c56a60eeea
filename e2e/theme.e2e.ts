import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { aPerson, DESK, PHONE, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, asAdmin, payByCalls } from './standing.ts'

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

test('a system shows its theme until the other one is chosen, which is kept, at a desk and at a phone', async () => {
  const { page } = await aPerson()
  await noteTheme(page)
  for (const [system, other, size] of [
    ['light', 'dark', DESK],
    ['dark', 'light', PHONE],
  ] as const) {
    await page.setViewportSize(size.viewport)
    await page.emulateMedia({ colorScheme: system })
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
    await page.evaluate(() => localStorage.clear())
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await changesUnstored(page)
})

/** A browser that stores nothing changes the theme all the same. */
async function changesUnstored(page: Page) {
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
}

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

async function differ(places: Locator, mark?: '::before') {
  await places.first().waitFor()
  await expect.poll(async () => new Set(await looksOf(places, mark)).size).toBe(2)
}

async function markOf(page: Page, word: string) {
  const status = page.getByRole('cell').getByText(word, { exact: true }).first()
  await status.waitFor()
  return looksOf(status, '::before')
}

/** The stations of an order that is paid and not sent, on its page and beside the board. */
async function stationsDiffer(page: Page, number: string) {
  await visit(page, `/dashboard/orders/${number}`)
  const stations = page.getByRole('list', { name: 'The way of this order' }).getByRole('listitem')
  await expect.poll(() => stations.count()).toBe(4)
  expect(new Set(await looksOf(stations, '::before')).size).toBe(3)
  await visit(page, `/dashboard/orders?order=${number}`)
  const happened = page.getByRole('dialog').getByRole('region', { name: 'What happened' }).getByRole('listitem')
  await expect.poll(() => happened.count()).toBe(3)
  expect(new Set(await looksOf(happened, '::before')).size).toBe(2)
}

/** The slide, the segments of a gauge, and what is chosen of the parts. */
async function publicPagesDiffer(page: Page) {
  await visit(page, '/')
  await differ(page.locator('a[href^="#s"] .n'))
  await differ(page.getByRole('list', { name: 'Customer reviews' }).locator('li i span'))
  await visit(page, '/products?category=fans')
  await differ(page.getByRole('navigation', { name: 'View' }).getByRole('link'))
  await differ(page.getByRole('navigation', { name: 'Categories' }).getByRole('link'))
  await visit(page, '/compare?p=ef-230,ef-231')
  await differ(page.getByRole('rowheader'))
}

describe('in forced colours', () => {
  test('the marks of a status look different; the slide, the segments of a gauge and the page one is on are told apart, and so are the stations of an order, a tab and what is chosen', async () => {
    const forced = { forcedColors: 'active' } as const
    const [product, buyer, { page: board }] = await Promise.all([aProduct(), aBuyer(forced), anAdmin(forced)])
    const { page } = buyer
    await anOrder(buyer, product)
    const [sent, first] = [
      await payByCalls(buyer, await anOrder(buyer, product)),
      await payByCalls(buyer, await anOrder(buyer, product)),
    ]
    await payByCalls(buyer, await anOrder(buyer, product))
    await ask((await asAdmin()).paidorders[':id'].$patch({ param: { id: sent._id } }))

    await visit(page, '/dashboard/myorders')
    const ofBuyer = [await markOf(page, 'Pending...'), await markOf(page, 'Paid')]
    await differ(page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link'))
    await visit(board, `/dashboard/orders?q=${encodeURIComponent(buyer.who.email)}`)
    const marks = [...ofBuyer, await markOf(board, 'Not paid')].flat()
    expect(marks).toHaveLength(3)
    expect(new Set(marks).size).toBe(3)
    await differ(board.getByRole('navigation', { name: 'Status' }).getByRole('link'))
    await board.getByRole('checkbox', { name: `Choose ${first.number}` }).check()
    await differ(board.getByRole('checkbox', { name: /^Choose PH-/ }), '::before')
    await stationsDiffer(board, first.number)
    await publicPagesDiffer(page)
  })
})
