import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { getsFocus, PHONE, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, type Buyer, payByCalls, verify } from './standing.ts'

test('a customer has no admin links and is told calmly that admin pages are not theirs', async () => {
  const { page } = await aBuyer(PHONE)
  await visit(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Update Profile' }).waitFor()
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  await page.getByRole('link', { name: 'Add A Review' }).waitFor()
  expect(await page.getByRole('link', { name: 'Manage All Orders' }).count()).toBe(0)
  for (const path of ['orders', 'addProduct', 'makeAdmin']) {
    await visit(page, `/dashboard/${path}`)
    await page.getByRole('heading', { name: 'Only admins' }).waitFor()
  }
})

test('an admin adds a product, sees it in the lists and the shop, and deletes it', async () => {
  const { page, context } = await anAdmin()
  const name = `Drain hose ${crypto.randomUUID().slice(0, 8)}`
  await visit(page, '/dashboard/addProduct')
  const add = page.getByRole('button', { name: 'Add Product' })
  await add.waitFor()
  expect(await page.getByLabel('Name').isVisible()).toBe(true)
  await add.click()
  await page.getByText('Name is Required').waitFor()
  await page.getByText('Image URL is Required').waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Unit Price').fill('12.50')
  await page.getByLabel('Minimum Order').fill('5')
  await page.getByLabel('Stock').fill('40')
  await page.getByLabel('Description').fill('Silicone, 8 mm, food grade.')
  await page.getByLabel('Image').fill('/drawings/fan-motor.svg')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('per 5 pcs · $2.50 each').waitFor()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.waitForURL('/dashboard/manageProducts')
  await toast(page, 'Product Added')

  await page.getByRole('searchbox', { name: 'Search' }).fill(name)
  await page.getByText('1 to 1 of 1').waitFor()
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByText('$12.50').waitFor()
  const shop = await context.newPage()
  await visit(shop, `/products?q=${encodeURIComponent(name)}`)
  const inShop = shop.getByRole('link', { name: `Order Now: ${name}` })
  await inShop.waitFor()

  await row.getByRole('button', { name: `Delete ${name}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await question.getByText(`Delete ${name}`).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Delete Success')
  await page.getByRole('status').filter({ hasText: 'Delete Success' }).getByText(name).waitFor()
  await row.waitFor({ state: 'detached' })
  await getsFocus(page.getByRole('heading', { name: 'Manage Products' }))
  const isGone = async () => {
    await reload(shop)
    return inShop.count()
  }
  await expect.poll(isGone).toBe(0)
})

/** Ends the sessions of somebody whose window is open, by the keyboard. */
async function endsSessions(page: Page, { who, page: theirs }: Buyer) {
  await page.getByRole('link', { name: new RegExp(`sessions? of ${who.name}$`) }).press('Enter')
  const panel = page.getByRole('region', { name: `Sessions of ${who.name}` })
  const head = panel.getByRole('heading')
  await getsFocus(head)
  const end = panel.getByRole('button', { name: /^End (it|all \d+): / })
  await end.press('Enter')
  const question = page.getByRole('alertdialog', { name: `End every session of ${who.name}?` })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await getsFocus(end)
  await end.press('Enter')
  await question.getByRole('button', { name: /^End (it|all)/ }).press('Enter')
  await toast(page, 'The sessions are ended.')
  await panel.getByText(`${who.name} is signed in nowhere now.`).waitFor()
  await getsFocus(head)
  await theirs.getByRole('link', { name: 'My Orders' }).first().click()
  await theirs.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
}

async function makesAdmin(page: Page, { who, page: theirs }: Buyer) {
  const row = page.getByRole('row').filter({ hasText: who.email })
  const make = row.getByRole('button', { name: `Make Admin: ${who.name}` })
  await make.click()
  const question = page.getByRole('alertdialog', { name: `Make ${who.name} an admin?` })
  await question.getByText('Every session of theirs ends now').waitFor()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await toast(page, 'Admin make Success')
  await row.getByText('Admin', { exact: true }).waitFor()
  expect(await make.count()).toBe(0)
  await signIn(theirs, who, '/dashboard/orders')
  await theirs.getByRole('searchbox', { name: 'Search' }).waitFor()
}

async function takesRole(page: Page, { who, page: theirs }: Buyer) {
  const row = page.getByRole('row').filter({ hasText: who.email })
  const take = row.getByRole('button', { name: `Take the role: ${who.name}` })
  const question = page.getByRole('alertdialog', { name: `Take the admin role from ${who.name}?` })
  await take.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await getsFocus(take)
  await take.click()
  await question.getByText('what they press next in an open window is refused and leads to the login').waitFor()
  await question.getByRole('button', { name: 'Take the role' }).click()
  await toast(page, 'The role is taken back')
  await page.getByText('Nobody is called').waitFor()
  await theirs.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Manage Products' }).click()
  await theirs.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
  expect(await theirs.getByRole('link', { name: 'Manage Products' }).count()).toBe(0)
}

test('an admin looks where somebody is signed in, and ends it there; an admin makes somebody an admin, who then sees the admin pages; an admin takes the role from a colleague, whose open window loses the admin pages', async () => {
  const [{ page }, buyer] = await Promise.all([anAdmin(), aBuyer()])
  const { email, name } = buyer.who
  await visit(buyer.page, '/dashboard/profile')
  await buyer.page.getByRole('button', { name: 'Update Profile' }).waitFor()
  const people = `/dashboard/makeAdmin?q=${encodeURIComponent(email)}`
  await visit(page, people)
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByText('not verified').waitFor()
  await row.getByRole('button', { name: `Make Admin: ${name}` }).click()
  const why = page.getByRole('dialog', { name: `${name} cannot be an admin yet` })
  await why.getByText('Only who has verified their address can be made an admin.').waitFor()
  await why.getByRole('button', { name: 'Close' }).last().click()
  await verify(buyer)
  await endsSessions(page, buyer)
  await visit(page, people)
  await makesAdmin(page, buyer)
  await page
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: /^Work here \d/ })
    .click()
  await page.waitForURL((url) => url.searchParams.get('role') === 'admin')
  await takesRole(page, buyer)
})

test('the people are counted by who works here; the one admin cannot be made none; what an admin did stands in the audit log', async () => {
  const [product, { page, who }] = await Promise.all([aProduct(), anAdmin()])
  await visit(page, `/dashboard/makeAdmin?q=${encodeURIComponent(who.email)}`)
  const tabs = page.getByRole('navigation', { name: 'People' })
  await tabs.getByRole('link', { name: /^Everybody \d/ }).waitFor()
  const row = page.getByRole('row').filter({ hasText: who.email })
  await row.getByText('(you').waitFor()
  expect(await row.getByRole('button').count()).toBe(0)
  await tabs.getByRole('link', { name: /^Customers \d/ }).click()
  await page.getByText('Nobody is called').waitFor()
  await tabs.getByRole('link', { name: /^Work here \d/ }).click()
  await row.waitFor()

  await visit(page, `/dashboard/audit?q=${product._id}`)
  const added = page.getByRole('row').filter({ hasText: 'added' })
  await added.getByText(who.email).waitFor()
  await added.getByRole('link', { name: product.name }).click()
  await page.getByRole('heading', { name: product.name, level: 1 }).waitFor()
})

test('orders are found by status and by e-mail, also by a tab that is chosen right after typing, and an unpaid one is cancelled', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  const { email } = buyer.who
  await anOrder(buyer, product)
  await payByCalls(buyer, await anOrder(buyer, product))
  const rows = page.getByRole('row').filter({ hasText: product.name })
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  await visit(page, '/dashboard/orders')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await tab(/^Not paid/).click()
  // The address may change a moment before the tab's title.
  await expect.poll(asked).toEqual({ q: email, status: 'unpaid' })
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('Not paid').waitFor()
  await tab(/^To deliver/).click()
  await rows.getByRole('button', { name: /^Deliver/ }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.goBack()
  await rows.getByText('Not paid').waitFor()
  expect(asked()).toEqual({ q: email, status: 'unpaid' })
  await page.getByRole('button', { name: `Cancel order for ${product.name} of ${email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'Delete Success')
  await toast(page, `${product.name}, 4 pieces`)
  await page.getByText('No order is like that.').waitFor()
})

test('a page of a list that is not there any more leads to the last one that is; a list says in the tab on which of its pages it is, and sorts by its heads; the cards of a page fill their rows', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/manageProducts?page=90')
  await page.waitForURL((url) => Number(url.searchParams.get('page')) > 1 && url.searchParams.get('page') !== '90')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .waitFor()
  const last = new URL(page.url()).searchParams.get('page')
  expect(await page.title()).toBe(`Dashboard · Page ${last}`)
  const price = page.getByRole('columnheader', { name: 'Unit Price' })
  await price.getByRole('button').click()
  await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending')
  await price.getByRole('button').click()
  await expect.poll(() => price.getAttribute('aria-sort')).toBe('descending')
  expect(page.url()).toContain('sort=-price')

  await visit(page, '/products')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => page.title()).toBe('Products · Page 2 · Refrigerator House')
  expect(page.url()).toMatch(/\/products\?page=2$/)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(() => page.title()).toBe('Products · Refrigerator House')
  await page.getByText(/^Page 1 of \d+$/).waitFor()
  for (const [width, columns] of [
    [820, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await page
      .getByRole('link', { name: /^Order Now/ })
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)))
    expect(tops.filter((top) => top === tops.at(-1))).toHaveLength(columns)
  }
})

test('a code that has not begun or has ended is told as such, and a change of it leaves the instants of its days as a call has set them', async () => {
  const { page, calls } = await anAdmin()
  const code = `HOURS-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const [beginsAt, endsAt] = ['2031-12-01T15:30:00.000Z', '2031-12-05T12:00:00.000Z']
  await ask(calls['discount-codes'].$post({ json: { code, percent: 10, beginsAt, endsAt } }))
  const stored = async () => (await ask(calls['discount-codes'].$get({ query: { limit: '500' } }))).find(isIt)
  const isIt = (one: { code: string }) => one.code === code
  const change = async (label: string, typed: string) => {
    await page.getByRole('button', { name: `Change ${code}` }).click()
    await page.getByLabel(label).fill(typed)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  }
  const ended = code.replace('HOURS', 'ENDED')
  await ask(calls['discount-codes'].$post({ json: { code: ended, percent: 10, endsAt: '2001-01-01T00:00:00Z' } }))
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('cell', { name: `${code} Not begun`, exact: true }).waitFor()
  await page.getByRole('cell', { name: `${ended} Ended`, exact: true }).waitFor()
  await change('Uses in all', '5')
  expect(await stored()).toMatchObject({ mostUses: 5, beginsAt, endsAt })
  await change('Last day', '2031-12-06')
  expect(await stored()).toMatchObject({ beginsAt, endsAt: '2031-12-06T23:59:59.000Z' })
})
