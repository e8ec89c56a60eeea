import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ask } from '../client.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { anOrder } from '../testing/orders.ts'
import { slugOf } from './slug.ts'
import { products } from './table.server.ts'

const sharedShop = sharedTestShop()

const BREAKS = [
  { from: 12, unitPriceCents: 6840 },
  { from: 24, unitPriceCents: 3000 },
  { from: 60, unitPriceCents: 2999 },
]

describe('a quantity costs the same wherever it is told', () => {
  test.each([
    [4, 72, 18],
    [5, 90, 18],
    [11, 198, 18],
    [12, 205.2, 17.1],
    [13, 222.3, 17.1],
    // The next break lowers the total.
    [23, 393.3, 17.1],
    [24, 180, 7.5],
    [25, 187.5, 7.5],
    [40, 300, 7.5],
  ])('%i pieces: $%d', async (quantity, price, each) => {
    const { as, shop, product } = await openTestShop({ stock: 40, multiple: 4, priceBreaks: BREAKS })
    const param = { id: product.id }
    expect(
      await (await as.nobody.product[':id'].price.$get({ param, query: { quantity: `${quantity}` } })).json(),
    ).toMatchObject({ price, each })
    const refused = await as.buyer.order.$post({ json: anOrder(product, { quantity, price: price + 0.01 }) })
    expect([refused.status, await refused.json()]).toMatchObject([409, { price }])
    const order = await ask(as.buyer.order.$post({ json: anOrder(product, { quantity, price }) }))
    expect(order).toMatchObject({ price })
    const [mail] = await mailsOf(shop)
    expect(mail).toMatchObject({
      order: { priceCents: Math.round(price * 100), lines: [{ priceCents: Math.round(price * 100) }] },
    })
    const page = await ask(as.buyer.orders[':id'].page.$get({ param: { id: order.number } }))
    expect(JSON.stringify(page)).toContain(`"price":${price}`)
  })

  test('a break that begins beyond the stock has its price all the same', async () => {
    const { as, product } = await sharedShop({ stock: 40, priceBreaks: BREAKS })
    const asked = (quantity: string) =>
      as.nobody.product[':id'].price.$get({ param: { id: product.id }, query: { quantity } })
    expect(await (await asked('60')).json()).toMatchObject({ price: 449.85, each: 7.4975 })
    expect((await asked('3')).status).toBe(422)
    expect((await asked('4.5')).status).toBe(400)
    expect((await asked('')).status).toBe(422)
  })
})

describe('a product is named by', () => {
  const named = async ({ as }: TestShop, id: string) => {
    const answer = await as.nobody.product[':id'].$get({ param: { id } })
    return answer.status === 200 ? (await answer.json())._id : answer.status
  }

  test('its id, its slug, and its number in any spelling', async () => {
    const shop = await sharedShop()
    const { id, number } = shop.product
    const spellings = [
      id,
      slugOf(shop.product),
      number,
      number.toLowerCase(),
      number.replaceAll('-', ' '),
      ` ${number}/`,
    ]
    for (const spelling of spellings) expect(await named(shop, spelling), spelling).toBe(id)
    expect(await named(shop, `${number}9`)).toBe(404)
    expect(await named(shop, '-')).toBe(404)
  })

  test('a number that it replaces, also through parts that are archived', async () => {
    const shop = await sharedShop()
    const { db, clock } = shop.shop
    const [first, second] = [await aProduct(shop.shop), await aProduct(shop.shop)]
    const old = `OLD ${first.number}`
    const archived = (successorId: string) => ({ removedAt: clock.now(), successorId })
    await db
      .update(products)
      .set({ replaces: [old] })
      .where(eq(products.id, first.id))
    expect(await named(shop, old.toLowerCase())).toBe(first.id)
    await db.update(products).set(archived(second.id)).where(eq(products.id, first.id))
    await db.update(products).set(archived(shop.product.id)).where(eq(products.id, second.id))
    expect(await named(shop, old)).toBe(shop.product.id)
    expect(await named(shop, first.number)).toBe(shop.product.id)
    expect(await named(shop, first.id)).toBe(404)
  })

  test('no number whose successors lead in a circle', async () => {
    const shop = await sharedShop()
    const { db, clock } = shop.shop
    const [first, second] = [await aProduct(shop.shop), await aProduct(shop.shop)]
    const lead = (from: string, to: string) =>
      db.update(products).set({ removedAt: clock.now(), successorId: to }).where(eq(products.id, from))
    await lead(first.id, second.id)
    await lead(second.id, first.id)
    expect(await named(shop, first.number)).toBe(404)
  })
})
