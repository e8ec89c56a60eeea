import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { deafTab, takesOver } from './other-tabs.ts'
import { holdScript, logIn, logOut, untilWhole, visit } from './person.ts'
import { aBuyer } from './standing.ts'

const PASTED = 'HC-120, 8, Job for Mrs Smith'

/** Pastes a list into the tab, which cannot ask who is here. */
async function pastes(page: Page) {
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 503, body: '{}' }))
  await visit(page, '/quick-order')
  await page.getByLabel('Lines: number, quantity').fill(PASTED)
  await page.getByRole('button', { name: 'Check 1 line' }).click()
  await page.getByText('As typed').first().waitFor()
  await page.unroute('**/api/auth/get-session')
}

test('a page that could not ask who is here leaves the screen with its user, and Logout in a tab that has not heard of it signs nobody else out', async () => {
  const [ana, ben] = await Promise.all([aBuyer({ provokes: /503/ }), aBuyer()])
  const { context } = ana
  const [page, deaf, unaware] = [await context.newPage(), await deafTab(context), await deafTab(context)]
  await pastes(page)
  await pastes(deaf)
  await visit(unaware, '/home')
  const anew = [page, deaf].map((tab) => tab.waitForEvent('load'))
  const elsewhere = await takesOver(context, ben)
  await deaf.getByRole('button', { name: /^Put 1 line/ }).click()
  await Promise.all(anew)
  for (const tab of [page, deaf]) {
    await tab.getByRole('button', { name: 'An example' }).waitFor()
    expect(await tab.getByText('Mrs Smith').count()).toBe(0)
  }
  expect((await ask(ben.calls.cart.$get())).lines).toEqual([])
  await Promise.all([unaware.waitForEvent('load'), unaware.getByRole('button', { name: 'Logout' }).click()])
  await visit(elsewhere, '/dashboard/profile')
  await elsewhere.getByText(ben.who.email).first().waitFor()
})

test('Back over a login of somebody else shows them nothing that was typed, also before the script, and keeps none of it as theirs', async () => {
  const [ana, ben] = await Promise.all([aBuyer(), aBuyer()])
  const { page, context } = ana
  await visit(page, '/home')
  const length = await page.evaluate(() => history.length)
  await page.getByLabel('Message').fill('Ring me at home.')
  await page.getByLabel('Subject').fill('Secret')
  await visit(page, '/products')
  await logOut(page)
  await logIn(page, ben.who)
  await visit(page, '/blog')
  const letThrough = await holdScript(context, 'react')
  await Promise.all([
    page.waitForURL('/home', { waitUntil: 'commit' }),
    page.evaluate((length) => history.go(length - history.length), length),
  ])
  const subject = page.getByLabel('Subject')
  expect([await page.getByLabel('Message').inputValue(), await subject.inputValue()]).toEqual(['', ''])
  await subject.fill('A gasket')
  letThrough()
  await untilWhole(page)
  expect([await page.getByLabel('Message').inputValue(), await subject.inputValue()]).toEqual(['', 'A gasket'])
  await visit(page, '/blog')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Ring me')
})
