import { describe, expect, test } from 'vitest'
import { aPerson, SIZES } from './person.ts'

describe.each(SIZES)('without JavaScript at $at', ({ size }) => {
  const aReader = () => aPerson({ ...size, javaScriptEnabled: false })

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

  test('products are paged, searched and sorted by plain links and forms', async () => {
    const { page } = await aReader()
    await page.goto('/products')
    const cards = page.getByRole('link', { name: /^(Order Now|Sold out): / })
    expect(await cards.count()).toBe(9)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText(/^Page 2 of \d+$/).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('HC-120')
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter')
    await page.getByRole('link', { name: 'Order Now: Hermetic compressor HC-120' }).waitFor()
    expect(await cards.count()).toBeLessThan(9)
    await page.goto('/products')
    await page.getByLabel('Sort').selectOption('Highest price')
    await page.getByRole('button', { name: 'Sort' }).click()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-price')
  })

  test('a part shows its facts, adds up a quantity and leads to the login with it', async () => {
    const { page } = await aReader()
    await page.goto('/products?q=EF-230')
    await page.getByRole('link', { name: 'Order Now: Evaporator fan motor EF-230' }).click()
    await page.getByRole('heading', { name: 'Evaporator fan motor' }).waitFor()
    await page.getByText('$72.00').first().waitFor()
    const login = page.getByRole('link', { name: 'Login to order' })
    expect(await login.getAttribute('href')).toMatch(/^\/login\?from=%2Fpurcess%2F/)
    await page.getByText('your browser must run JavaScript').waitFor()
    const quantity = page.getByLabel('Quantity')
    await quantity.fill('3')
    await quantity.press('Enter')
    await page.getByText('Please enter a valid quantity!').waitFor()
    await quantity.fill('12')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('status', { name: 'Total price' }).getByText('$216.00').waitFor()
    expect(await login.getAttribute('href')).toMatch(/^\/login\?from=%2Fpurcess%2F[\da-f-]+%3Fquantity%3D12$/)
  })

  test.each([
    { path: '/portfolio', title: 'Portfolio', words: 'Sample sites' },
    { path: '/blog', title: 'Blog', words: 'Seven questions' },
    { path: '/login', title: 'Login', words: 'Create New Account' },
    { path: '/regester', title: 'Register', words: 'Already have an account?' },
    { path: '/forgot-password', title: 'Forgotten password', words: 'Remembered it?' },
  ])('$path is readable', async ({ path, title, words }) => {
    const { page } = await aReader()
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(words).first().waitFor()
  })

  test('a form that needs JavaScript says so and cannot be sent into nowhere', async () => {
    const { page } = await aReader()
    for (const [path, button] of [
      ['/', 'Submit'],
      ['/', 'Subscribe'],
      ['/login', 'Login'],
      ['/regester', 'Register'],
    ] as const) {
      await page.goto(path)
      expect(await page.getByRole('button', { name: button, exact: true }).isDisabled()).toBe(true)
      expect(await page.getByRole('paragraph').filter({ hasText: 'This form needs JavaScript' }).count()).toBe(1)
    }
  })

  test('the bar leads to every page and to the login', async () => {
    const { page } = await aReader()
    for (const name of ['Home', 'Products', 'Portfolio', 'Blog', 'Login']) {
      await page.goto('/blog')
      await page.getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
      await page.waitForURL(({ pathname }) => pathname === `/${name.toLowerCase()}`)
    }
  })

  test('a dashboard page says that it needs JavaScript', async () => {
    const { page } = await aReader()
    await page.goto('/dashboard/myorders')
    await page.getByRole('paragraph').filter({ hasText: 'The dashboard needs JavaScript' }).waitFor()
  })
})
