import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, DESK, fillLogin, PHONE, type Size } from './person.ts'
import { aBuyer, aStranger, BOX } from './standing.ts'

describe('without JavaScript', () => {
  const aReader = (size: Size = PHONE) => aPerson({ ...size, javaScriptEnabled: false })

  test('the home page is whole: slides, products, reviews, news', async () => {
    const { page } = await aReader()
    await page.goto('/')
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.locator('[aria-roledescription="slide"]').count()).toBe(4)
    for (const name of [
      'Business Summary',
      'Latest News',
      'Our Featured Products',
      'Customer reviews',
      'Contact With Us',
    ]) {
      await page.getByRole('heading', { name }).waitFor()
    }
    expect(await page.getByRole('link', { name: /^Order Now: / }).count()).toBe(6)
    expect(await page.getByRole('list', { name: 'Customer reviews' }).getByRole('listitem').count()).toBe(20)
    await page.getByRole('link', { name: 'See All' }).click()
    await page.getByRole('heading', { name: 'This is Our Product' }).waitFor()
  })

  test('products are paged, searched, sorted and filtered by plain links and forms, and compared', async () => {
    const { page } = await aReader()
    await page.goto('/products')
    const cards = page.getByRole('link', { name: /^(Order Now|Sold out): / })
    expect(await cards.count()).toBe(12)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText(/^Page 2 of \d+$/).waitFor()
    await page.getByRole('combobox', { name: BOX }).fill('HC-120')
    await page.getByRole('combobox', { name: BOX }).press('Enter')
    await page.getByRole('link', { name: 'Order Now: Hermetic compressor HC-120' }).waitFor()
    expect(await cards.count()).toBeLessThan(12)
    await page.goto('/products')
    await page.getByLabel('Sort').selectOption('Highest unit price')
    await page.getByRole('button', { name: 'Sort' }).click()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-price')
    await filters(page)
    await compares(page)
  })

  /** By a form; each filter is taken away by a link. */
  async function filters(page: Page) {
    await page.goto('/products?category=fan-motors&view=table')
    await page.getByRole('heading', { level: 1, name: 'Fan motors' }).waitFor()
    await page.getByLabel(/^condenser/).check()
    await page.getByLabel(/^either/).check()
    await page.getByRole('button', { name: 'Show parts' }).click()
    await page.waitForURL((url) => url.searchParams.get('attr.use') === 'condenser,either')
    await page.getByRole('row', { name: /CF-230/ }).waitFor()
    expect(await page.getByRole('row', { name: /EF-230/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Take away: Use condenser' }).click()
    await page.waitForURL((url) => url.searchParams.get('attr.use') === 'either')
    expect(await page.getByRole('row', { name: /CF-230/ }).count()).toBe(0)
  }

  /** Parts are ticked in a list and compared, and a third one joins them by its number. */
  async function compares(page: Page) {
    await page.goto('/products?category=fan-motors')
    for (const number of ['EF-230', 'EF-231']) await page.getByLabel(new RegExp(`^Compare .* ${number}$`)).check()
    await page.getByRole('button', { name: 'Compare what is ticked' }).click()
    await page.getByRole('heading', { level: 1, name: 'Compare 2 fan motors' }).waitFor()
    // The style sheet hides one of the two fields for a third part.
    await page.waitForLoadState()
    await page.getByRole('textbox', { name: 'A third part' }).fill('ef 115')
    await page.getByRole('button', { name: 'Put it here' }).click()
    await page.waitForURL((url) => url.search === '?p=ef-230,ef-231,ef-115')
  }

  test('a part shows its facts, adds up a quantity and leads to the login with it', async () => {
    const { page } = await aReader()
    await page.goto('/products?q=EF-230')
    await page.getByRole('link', { name: 'Order Now: Evaporator fan motor EF-230' }).click()
    await page.getByRole('heading', { name: 'Evaporator fan motor' }).waitFor()
    await page.getByText('$72.00').first().waitFor()
    const login = page.getByRole('link', { name: 'Login to order' })
    expect(await login.getAttribute('href')).toMatch(/^\/login\?from=%2Fpurcess%2F/)
    await page.getByRole('paragraph').filter({ hasText: 'your browser must run JavaScript' }).waitFor()
    const quantity = page.getByLabel('Quantity')
    await quantity.fill('3')
    await quantity.press('Enter')
    await page.getByText('Please enter a valid quantity!').waitFor()
    await quantity.fill('8')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('status', { name: 'Total price' }).getByText('$144.00').waitFor()
    expect(await login.getAttribute('href')).toMatch(/^\/login\?from=%2Fpurcess%2F[\da-f-]+%3Fquantity%3D8$/)
  })

  test('the bar leads to every page and to the login at a desk and at a phone; each is readable or says that it needs JavaScript', async () => {
    const { page } = await aReader(DESK)
    await page.goto('/blog')
    for (const name of ['Home', 'Products', 'Portfolio', 'Blog', 'Login']) await goByBar(page, name)
    await page.setViewportSize(PHONE.viewport)
    for (const [name, title, words] of [
      ['Home', /./, 'Business Summary'],
      ['Products', 'This is Our Product', 'Sort'],
      ['Portfolio', 'Portfolio', 'Sample sites'],
      ['Blog', 'Blog', 'Seven questions'],
      ['Login', 'Login', 'Create New Account'],
    ] as const) {
      await goByBar(page, name)
      await isReadable(page, title, words)
    }
    expect(await page.getByRole('button', { name: 'Continue With Google' }).isDisabled()).toBe(true)
    await page.getByRole('paragraph').filter({ hasText: 'Google’s window needs JavaScript' }).waitFor()
    await page.goto('/regester')
    await isReadable(page, 'Register', 'Already have an account?')
    for (const [path, hasText] of [
      ['/dashboard/myorders', 'The dashboard needs JavaScript'],
      ['/checkout', 'To order a cart your browser must run JavaScript'],
      ['/receipt/PH-104417', 'This page needs JavaScript'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('paragraph').filter({ hasText }).waitFor()
    }
  })

  async function goByBar(page: Page, name: string) {
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
    await page.waitForURL(({ pathname }) => pathname === `/${name.toLowerCase()}`)
  }

  async function isReadable(page: Page, title: string | RegExp, words: string) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(words).first().waitFor()
  }

  test('somebody registers, is told what is wrong, and logs in, each by a plain form', async () => {
    const { page, context } = await aReader()
    const { name, email, password } = aStranger()
    await page.goto('/regester?from=%2Fblog')
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/regester')
    await page.getByLabel('Name').fill(name)
    await fillLogin(page, { email, password: 'password1' })
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('This password is too common.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.waitForURL('/blog')

    await context.clearCookies()
    await page.goto('/login')
    await fillLogin(page, { email, password: 'not-the-one' })
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Invalid email or password.' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    expect(await page.content()).not.toContain('not-the-one')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('/')
    expect((await context.cookies()).some((cookie) => cookie.name.endsWith('session_token'))).toBe(true)
  })

  test('an address is verified by the link in the mail, elsewhere with the password; a forgotten password is set anew by the link in the mail', async () => {
    const { page, context, who } = await aBuyer({ ...PHONE, javaScriptEnabled: false })
    await context.clearCookies()
    await page.goto(linkIn(await mailTo(who.email, /^Verify your e-mail/), '/verify-email'))
    await page.getByRole('button', { name: 'Verify e-mail' }).click()
    await page.getByText('Type the password of this account').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: 'Verify e-mail' }).click()
    await page.waitForURL('/?verified=1')

    await context.clearCookies()
    await page.goto('/forgot-password')
    await isReadable(page, 'Forgotten password', 'Remembered it?')
    await page.getByLabel('Email', { exact: true }).fill(who.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText(`If ${who.email} has an account`).waitFor()
    await page.goto(linkIn(await mailTo(who.email, /password/i), '/reset-password'))
    await page.getByLabel('New password', { exact: true }).fill('even-colder-43')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('Your new password is set. Log in with it.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await fillLogin(page, { ...who, password: 'even-colder-43' })
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await page.waitForURL('/')
  })

  test('a message to the shop is sent by a plain form; the newsletter is asked for in the footer, confirmed and left by plain forms', async () => {
    const { page } = await aReader()
    await page.goto('/home#contact')
    const form = page.getByRole('main')
    await form.getByLabel('Email address').fill('visitor@example.com')
    await form.getByLabel('Subject').fill('x'.repeat(201))
    await form.getByLabel('Message').fill('The plate says HC 300.')
    await form.getByRole('button', { name: 'Submit' }).click()
    await form.getByText('At most 200 characters').waitFor()
    expect(await form.getByLabel('Message').inputValue()).toBe('The plate says HC 300.')
    await form.getByLabel('Subject').fill('A gasket')
    await form.getByRole('button', { name: 'Submit' }).click()
    await form.getByText('Your message is sent.').waitFor()
    expect(new URL(page.url()).hash).toBe('#contact')
    await takesNewsletter(page)
  })

  async function takesNewsletter(page: Page) {
    const { email } = aStranger()
    const main = page.getByRole('main')
    await page.getByRole('contentinfo').getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Check your mail to confirm.').waitFor()
    await page.goto(linkIn(await mailTo(email, /^Confirm the newsletter/), '/newsletter/confirm'))
    await main.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Your address is confirmed.').waitFor()
    await page.goBack()
    await main.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('alert').filter({ hasText: 'This link was used or is too old.' }).waitFor()
    await page.goto(linkIn(await mailTo(email, /^You get the newsletter/), '/newsletter/unsubscribe'))
    await main.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('You get no more newsletters.').waitFor()
    await page.goto('/newsletter')
    await main.getByLabel('Email').fill('a..b@example.com')
    await main.getByRole('button', { name: 'Subscribe' }).click()
    await main.getByText('Provide a valid Email').waitFor()
    expect(await main.getByLabel('Email').inputValue()).toBe('a..b@example.com')
  }
})
