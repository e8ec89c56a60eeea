import axe, { type AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESK, PHONE, visit } from './person.ts'
import type { Screen } from './screens.ts'

const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * The themes differ in their colours alone, so the second one is judged by the rules about colour. A screen that is
 * narrow has the colours of the wide one, and they take axe the longest.
 */
const JUDGED = {
  light: { runOnly: ALL },
  dark: { runOnly: { type: 'rule' as const, values: COLOURS } },
  narrow: { runOnly: ALL, rules: Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }])) },
}
type Judged = keyof typeof JUDGED

/** Where a screen is wider than a phone and narrower than a desk, in pixels. */
const BETWEEN = [900, 640]
/** 1280 pixels at 400 %: what WCAG calls reflow. */
const REFLOW = [320]

/** What axe finds wrong, one text a rule and place, in the page and its frames. */
async function violationsOn(page: Page, judged: Judged) {
  await page.emulateMedia({ colorScheme: judged === 'dark' ? 'dark' : 'light' })
  // What is scrolled half under the bar would count as covered.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  // Axe would fetch style sheets and sounds again for rules that are not asked for, or that look at sounds, of which there are none.
  const options = { preload: false, ...JUDGED[judged], resultTypes: ['violations' as const] }
  await readAxe(page)
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary ?? ''}`),
  )
}

/** Reads axe into the page and its frames, whose origins differ, unless it is there from an earlier look. */
async function readAxe(page: Page) {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in globalThis)) continue
    await frame.evaluate(`${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`)
  }
}

const BOTH: Judged[] = ['light', 'dark']

/** Nothing is wrong with a screen in each of the themes, nothing hangs over its right edge, and it has one main heading. */
export async function expectToBeWell(page: Page, { name }: Pick<Screen, 'name'>, themes = BOTH) {
  const size = page.viewportSize()
  const at = `${name} at ${size?.width} pixels`
  for (const theme of themes) expect.soft(await violationsOn(page, theme), `${at}, ${theme}`).toEqual([])
  expect.soft(await page.locator('h1').count(), `${at} has one main heading`).toBe(1)
  expect.soft(await overhang(page), `${at} does not scroll sideways`).toBeLessThanOrEqual(0)
  if (!size) return
  for (const width of size.width > PHONE.viewport.width ? BETWEEN : REFLOW) {
    await page.setViewportSize({ ...size, width })
    expect.soft(await overhang(page), `${name} does not scroll sideways at ${width} pixels`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(size)
}

/** Milliseconds for some fifty screens, on a machine that has other work. */
export const SWEEP = 600_000

/** Opens screen after screen and looks at each: as wide as at a desk, and as narrow as on a phone. */
export async function expectAllToBeWell(page: Page, screens: Screen[]) {
  for (const screen of screens) {
    await page.setViewportSize(DESK.viewport)
    await visit(page, screen.path)
    await screen.ready(page)
    await expectToBeWell(page, screen)
    await page.setViewportSize(PHONE.viewport)
    await expectToBeWell(page, screen, ['narrow'])
  }
}

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
