import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { aPerson, getsFocus, PHONE, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, asAdmin, payByCalls, verify } from './standing.ts'

test('a customer has no admin links and is told calmly that admin pages are not theirs', async () => {
  const { page } = await aBuyer(PHONE)
  await visit(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Update Profile' }).waitFor()
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  await page.getByRole('link', { name: 'Add A Review' }).waitFor()
  expect(await page.getByRole('link', { name: 'Manage All Orders' }).count()).toBe(0)
  for (const path of ['orders', 'addProduct', 'manageProducts', 'makeAdmin', 'audit']) {
    await visit(page, `/dashboard/${path}`)
    await page.getByRole('heading', { name: 'Only admins' }).waitFor()
  }
})

test('an admin adds a product, sees it in the lists and the shop, and deletes it', async () => {
  const { page } = await anAdmin()
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
  const visitor = await aPerson()
  await visit(visitor.page, `/products?q=${encodeURIComponent(name)}`)
  const inShop = visitor.page.getByRole('link', { name: `Order Now: ${name}` })
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
    await reload(visitor.page)
    return inShop.count()
  }
  await expect.poll(isGone).toBe(0)
})

test('an admin makes somebody an admin, who then sees the admin pages', async () => {
  const [{ page }, buyer] = await Promise.all([anAdmin(), aBuyer()])
  const { email, name } = buyer.who
  await visit(page, `/dashboard/makeAdmin?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByText('not verified').waitFor()
  const make = row.getByRole('button', { name: `Make Admin: ${name}` })
  await make.click()
  const why = page.getByRole('dialog', { name: `${name} cannot be an admin yet` })
  await why.getByText('Only who has verified their address can be made an admin.').waitFor()
  await why.getByRole('button', { name: 'Close' }).last().click()
  await verify(buyer)
  await make.click()
  const question = page.getByRole('alertdialog', { name: `Make ${name} an admin?` })
  await question.getByText('Every session of theirs ends now').waitFor()
  await question.getByRole('button', { name: 'Make Admin' }).click()
  await toast(page, 'Admin make Success')
  await row.getByText('Admin', { exact: true }).waitFor()
  expect(await make.count()).toBe(0)
  await signIn(buyer.page, buyer.who, '/dashboard/orders')
  await buyer.page.getByRole('searchbox', { name: 'Search' }).waitFor()
})

test('an admin takes the role from a colleague, whose open window loses the admin pages', async () => {
  const [{ page }, colleague] = await Promise.all([anAdmin(), aBuyer()])
  const { email, name } = colleague.who
  await verify(colleague)
  const me = await ask(colleague.calls.user[':email'].$get({ param: { email } }))
  await ask((await asAdmin()).users[':id'].$put({ param: { id: me._id }, json: { role: 'admin' } }))
  await signIn(colleague.page, colleague.who, '/dashboard/orders')
  const theirs = colleague.page.getByRole('navigation', { name: 'Dashboard' })
  await theirs.getByRole('link', { name: 'Manage Products' }).waitFor()
  await visit(page, `/dashboard/makeAdmin?role=admin&q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  const take = row.getByRole('button', { name: `Take the role: ${name}` })
  const question = page.getByRole('alertdialog', { name: `Take the admin role from ${name}?` })
  await take.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await getsFocus(take)
  await take.click()
  await question.getByText('what they press next in an open window is refused and leads to the login').waitFor()
  await question.getByRole('button', { name: 'Take the role' }).click()
  await toast(page, 'The role is taken back')
  await page.getByText('Nobody is called').waitFor()
  await theirs.getByRole('link', { name: 'Manage Products' }).click()
  await colleague.page.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
  expect(await colleague.page.getByRole('link', { name: 'Manage Products' }).count()).toBe(0)
})

test('an admin looks where somebody is signed in, and ends it there', async () => {
  const [{ page }, buyer] = await Promise.all([anAdmin(), aBuyer()])
  const { email, name } = buyer.who
  await visit(buyer.page, '/dashboard/profile')
  await buyer.page.getByRole('button', { name: 'Update Profile' }).waitFor()
  await visit(page, `/dashboard/makeAdmin?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: new RegExp(`sessions? of ${name}$`) }).press('Enter')
  const panel = page.getByRole('region', { name: `Sessions of ${name}` })
  const head = panel.getByRole('heading')
  await getsFocus(head)
  const end = panel.getByRole('button', { name: /^End (it|all \d+): / })
  await end.press('Enter')
  const question = page.getByRole('alertdialog', { name: `End every session of ${name}?` })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await getsFocus(end)
  await end.press('Enter')
  await question.getByRole('button', { name: /^End (it|all)/ }).press('Enter')
  await toast(page, 'The sessions are ended.')
  await panel.getByText(`${name} is signed in nowhere now.`).waitFor()
  await getsFocus(head)
  await buyer.page.getByRole('link', { name: 'My Orders' }).first().click()
  await buyer.page.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
})

test('the people are counted by who works here; the one admin cannot be made none', async () => {
  const { page, who } = await anAdmin()
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
})

test('orders are found by status and by e-mail', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  const { email } = buyer.who
  await anOrder(buyer, product)
  await payByCalls(buyer, await anOrder(buyer, product))
  const rows = page.getByRole('row').filter({ hasText: product.name })
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  await visit(page, '/dashboard/orders')
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  await expect.poll(asked).toEqual({ q: email })
  await tab(/^Not paid/).click()
  await expect.poll(asked).toEqual({ q: email, status: 'unpaid' })
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByText('Not paid').waitFor()
  await tab(/^To deliver/).click()
  await rows.getByRole('button', { name: /^Deliver/ }).waitFor()
  expect(await rows.count()).toBe(1)
  await page.goBack()
  await rows.getByText('Not paid').waitFor()
  expect(asked()).toEqual({ q: email, status: 'unpaid' })
})

test('a tab that is chosen right after typing keeps the search', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/orders')
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody@example.com')
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Not paid/ })
    .click()
  // The address may change a moment before the tab's title.
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ q: 'nobody@example.com', status: 'unpaid' })
})

test('an admin cancels an unpaid order of a customer', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  await anOrder(buyer, product)
  await visit(page, `/dashboard/orders?q=${encodeURIComponent(buyer.who.email)}`)
  await page.getByRole('button', { name: `Cancel order for ${product.name} of ${buyer.who.email}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'Delete Success')
  await toast(page, `${product.name}, 4 pieces`)
  await page.getByText('No order is like that.').waitFor()
})

test('a page of a list that is not there any more leads to the last one that is', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/manageProducts?page=90')
  await page.waitForURL((url) => Number(url.searchParams.get('page')) > 1 && url.searchParams.get('page') !== '90')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .waitFor()
})

test('a list says in the tab on which of its pages it is', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/manageProducts')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => page.title()).toBe('Dashboard · Page 2')
  await visit(page, '/products?page=2')
  expect(await page.title()).toBe('Products · Page 2 · Refrigerator House')
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(() => page.title()).toBe('Products · Refrigerator House')
})

test.each([
  { width: 820, columns: 2 },
  { width: 1280, columns: 3 },
])('at $width pixels the cards of a page fill their rows', async ({ width, columns }) => {
  const { page } = await aPerson({ viewport: { width, height: 900 } })
  await visit(page, '/products')
  const tops = await page
    .getByRole('link', { name: /^Order Now/ })
    .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)))
  const last = tops.filter((top) => top === tops.at(-1))
  expect(last).toHaveLength(columns)
})

test('the lists sort by their heads and say so', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/manageProducts')
  const price = page.getByRole('columnheader', { name: 'Unit Price' })
  await price.getByRole('button').click()
  await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending')
  await price.getByRole('button').click()
  await expect.poll(() => price.getAttribute('aria-sort')).toBe('descending')
  expect(page.url()).toContain('sort=-price')
})

test('a change of a code leaves the instants of its days as a call has set them', async () => {
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
  await visit(page, '/dashboard/codes-groups')
  await change('Uses in all', '5')
  expect(await stored()).toMatchObject({ mostUses: 5, beginsAt, endsAt })
  await change('Last day', '2031-12-06')
  expect(await stored()).toMatchObject({ beginsAt, endsAt: '2031-12-06T23:59:59.000Z' })
})

test('what an admin did stands in the audit log', async () => {
  const [product, { page }] = await Promise.all([aProduct(), anAdmin()])
  await visit(page, `/dashboard/audit?q=${product._id}`)
  const row = page.getByRole('row').filter({ hasText: 'added' })
  await row.getByText('admin@parts-house.example').waitFor()
  await row.getByRole('link', { name: product.name }).click()
  await page.getByRole('heading', { name: product.name, level: 1 }).waitFor()
})
