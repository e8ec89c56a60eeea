import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aPerson, SIZES, visit } from './person.ts'

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const isDark = async (page: Page) => {
  const [red = 255] = (await background(page)).match(/\d+(\.\d+)?/g)?.map(Number) ?? []
  return red < 128
}

/** Notes, in the page itself, which theme stood when the body began: nothing is painted before that. */
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
