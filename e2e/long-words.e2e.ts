import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { boardOf } from './orders-board.ts'
import { visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, aStranger, payByCalls, WHERE } from './standing.ts'

const WIDTHS = [320, 375, 820, 1280]

/** The words that stand outside the window, where nothing scrolls to them. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const spare = innerWidth - document.documentElement.scrollWidth
    const scrolls = (node: Element) => getComputedStyle(node).overflowX === 'auto'
    const scroller = (node: Element | null): boolean => node !== null && (scrolls(node) || scroller(node.parentElement))
    const cut = [...document.querySelectorAll('main *, dialog[open] *')].filter(
      (node) => node.getBoundingClientRect().right > innerWidth + 0.5 && !scroller(node) && !node.closest('.vh'),
    )
    return [...(spare < 0 ? [`the page by ${-spare}`] : []), ...cut.map((node) => node.className || node.tagName)]
  })

test('the long e-mail, name and part of one order stay whole in each table of staff, in My Orders and on the receipt', async () => {
  const who = {
    ...aStranger('W'.repeat(60)),
    email: `${'mw'.repeat(27)}${crypto.randomUUID().slice(0, 8)}@example.com`,
  }
  const [product, buyer, admin] = await Promise.all([aProduct(), aBuyer({}, who), anAdmin()])
  const named = { name: 'Q'.repeat(90), image: product.img, number: '', category: '', version: 1 }
  const { description, minOrder, unitPrice, attributes } = product
  const json = { description, minOrder, unitPrice, attributes, ...named }
  await ask(admin.calls.product[':id'].$put({ param: { id: product._id }, json }))
  const where = { ...WHERE, address: 'A'.repeat(90) }
  const lines = [{ productId: product._id, quantity: minOrder, reference: 'R'.repeat(60) }]
  const order = await ask(buyer.calls.checkouts.$post({ json: { ...where, lines, price: unitPrice } }))
  const { number } = await payByCalls(buyer, order)
  const shown = [
    { page: admin.page, path: boardOf(who.email) },
    { page: admin.page, path: `/dashboard/makeAdmin?q=${who.email}` },
    { page: admin.page, path: `/dashboard/orders/${number}` },
    { page: buyer.page, path: '/dashboard/myorders' },
    { page: buyer.page, path: `/receipt/${order.orders[0]?._id}` },
  ]
  for (const { page, path } of shown) {
    await visit(page, path)
    await page
      .getByText(path.includes('makeAdmin') ? who.name : named.name)
      .first()
      .waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => outside(page), { message: `${path.slice(0, 30)} at ${width} pixels` }).toEqual([])
    }
  }
})
