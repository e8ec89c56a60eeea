import { expect, test } from 'vitest'
import { apiContext } from '../document/api-context.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { createApp } from './app.ts'
import { pageContext } from './page-context.ts'

test('a page whose loader makes a call says so to whoever has it rendered, and no other page does', async () => {
  const { shop } = await openTestShop()
  const app = createApp(shop, [], {
    kept: [],
    render: async (request, calls, how) => {
      const context = pageContext(shop, calls, how)
      if (request.url.endsWith('/products')) await context.get(apiContext).categories.$get()
      return new Response('a page')
    },
  })
  const asked: string[] = []
  for (const path of ['/login', '/products']) {
    const page = await app.fetch(new Request(shop.config.appOrigin + path), { asks: () => asked.push(path) })
    expect(await page.text()).toBe('a page')
  }
  expect(asked).toEqual(['/products'])
})
