import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { comesBack, deafTab, logOutElsewhere, takesOver } from './other-tabs.ts'
import { holdScript, logIn, logOut, toast, untilWhole, visit } from './person.ts'
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

test('a page that could not ask who is here leaves the screen with its user', async () => {
  const [ana, ben] = await Promise.all([aBuyer({ provokes: /503/ }), aBuyer()])
  const [page, deaf] = [await ana.context.newPage(), await deafTab(ana.context)]
  await pastes(page)
  await pastes(deaf)
  const anew = [page, deaf].map((tab) => tab.waitForEvent('load'))
  await takesOver(ana.context, ben)
  await deaf.getByRole('button', { name: /^Put 1 line/ }).click()
  await Promise.all(anew)
  for (const tab of [page, deaf]) {
    await tab.getByRole('button', { name: 'An example' }).waitFor()
    expect(await tab.getByText('Mrs Smith').count()).toBe(0)
  }
  expect((await ask(ben.calls.cart.$get())).lines).toEqual([])
})

test('Logout in a tab that has not heard who is here signs nobody else out', async () => {
  const [ana, ben] = await Promise.all([aBuyer(), aBuyer()])
  const page = await deafTab(ana.context)
  await visit(page, '/home')
  const elsewhere = await takesOver(ana.context, ben)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Logout' }).click()])
  await visit(elsewhere, '/dashboard/profile')
  await elsewhere.getByText(ben.who.email).first().waitFor()
})

test('who logs in where the session of somebody else has ended is told so, and finds nothing of theirs', async () => {
  const [ana, ben] = await Promise.all([aBuyer({ provokes: /401/ }), aBuyer()])
  const { page, context } = ana
  const deaf = await deafTab(context)
  await visit(deaf, '/home')
  await visit(page, '/quick-order')
  await page.getByLabel('Lines: number, quantity').fill(PASTED)
  await page.getByRole('button', { name: 'Check 1 line' }).click()
  await page.getByText('As typed').first().waitFor()
  await context.clearCookies()
  await page.evaluate(() => localStorage.removeItem('accessToken'))
  await visit(page, '/quick-order')
  await logIn(page, ben.who)
  await toast(page, 'Login Success.')
  await Promise.all([deaf.waitForEvent('load'), comesBack(deaf)])
  await visit(page, '/quick-order')
  await untilWhole(page)
  expect(await page.getByText('Mrs Smith').count()).toBe(0)
  expect(await page.getByLabel('Lines: number, quantity').inputValue()).toBe('')
})

test('a guest’s list leaves the screen at the logout of whoever used the browser meanwhile', async () => {
  const [ana, ben] = await Promise.all([aBuyer(), aBuyer()])
  await logOutElsewhere(ana.context)
  const guest = await deafTab(ana.context)
  await visit(guest, '/quick-order')
  await guest.getByLabel('Lines: number, quantity').fill(PASTED)
  const other = await ana.context.newPage()
  await visit(other, '/home')
  await logIn(other, ana.who)
  await takesOver(ana.context, ben)
  await Promise.all([guest.waitForEvent('load'), comesBack(guest)])
  await untilWhole(guest)
  expect(await guest.getByLabel('Lines: number, quantity').inputValue()).toBe('')
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
