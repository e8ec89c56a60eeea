import type { Page } from 'playwright-core'

/** The field of Quick Order. */
export const text = (page: Page) => page.getByLabel('Lines: number, quantity')

export const said = (page: Page, words: string) => page.getByText(words).first().waitFor()

/** The button below that field. */
export const checking = (page: Page) => page.getByRole('button', { name: /^Check [\d,]+ lines?$/ })

export async function check(page: Page, lines: string) {
  await text(page).fill(lines)
  await checkAgain(page)
}

export async function checkAgain(page: Page) {
  const judged = page.waitForResponse('**/api/quick-order')
  await checking(page).click()
  await judged
  // A quantity that is typed before the answer is shown would go into a row that gives way to another.
  await checking(page).and(page.locator(':not([aria-busy])')).waitFor()
}
