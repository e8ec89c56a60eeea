import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { createElement } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { products } from '../products/table.server.ts'
import { pageContext } from '../start/page-context.ts'
import { openDemoShop } from '../testing/demo-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import Part, { loader } from './pages/part.tsx'

/** The demo's shelves, and its parts' page as the server makes it. */
const demo = sharedByFile(async (onEnd) => {
  const { shop, app, clock } = await openDemoShop({ onEnd })
  const routes = [{ id: 'part', path: '/products/:slug', loader: loader as never, Component: PageOfRoute }]
  const { query, dataRoutes } = createStaticHandler(routes)
  const visit = async (path: string) => {
    const found = await query(new Request(`http://shop${path}`), { requestContext: pageContext(shop, app) })
    if (found instanceof Response) return { status: found.status, to: found.headers.get('Location'), html: '' }
    const page = createElement(StaticRouterProvider, {
      router: createStaticRouter(dataRoutes, found),
      context: found,
      hydrate: false,
    })
    const html = await text((await prerender(page)).prelude)
    return { status: found.statusCode, to: null, html: html.replaceAll('<!-- -->', '') }
  }
  return { shop, clock, visit }
})

const PageOfRoute = () => createElement(Part, { loaderData: useLoaderData() } as unknown as Parameters<typeof Part>[0])

test('a part is shown at its slug, with its price by quantity, and leads to its order', async () => {
  const { visit } = await demo()
  const { status, html } = await visit('/products/ef-230')
  expect(status).toBe(200)
  for (const words of ['Evaporator fan motor', '12 to 23', '$17.10', 'How to test it', 'Models it fits', 'EF-225'])
    expect(html).toContain(words)
  expect(html).toMatch(/<form[^>]*action="\/purcess\/[\da-f-]{36}"/)
})

test('any other spelling moves there for good, and an old number is told as what was asked for', async () => {
  const { visit } = await demo()
  expect(await visit('/products/EF%20230')).toMatchObject({ status: 301, to: '/products/ef-230' })
  expect(await visit('/products/ef225')).toMatchObject({ status: 301, to: '/products/ef-230?was=EF-225' })
  expect((await visit('/products/ef-230?was=EF-225')).html).toContain('You asked for')
  expect((await visit('/products/ef-230?was=SR-22')).html).not.toContain('You asked for')
})

test('an archived part is gone, and its page names what does its work', async () => {
  const { shop, clock, visit } = await demo()
  await shop.db.update(products).set({ removedAt: clock.now() }).where(eq(products.number, 'EF-231'))
  const { status, html } = await visit('/products/ef-231')
  expect(status).toBe(410)
  expect(html).toContain('EF-231 is no longer sold.')
  expect(html).toContain('EF-230')
})
