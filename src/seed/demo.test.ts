import { existsSync } from 'node:fs'
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts, users } from '../accounts/table.server.ts'
import { breachesOf } from '../laws.ts'
import { orders } from '../orders/table.server.ts'
import { AddProduct } from '../products/contract.ts'
import { products } from '../products/table.server.ts'
import { reviews } from '../reviews/table.server.ts'
import { news, slides } from '../site/home-content.ts'
import { blog, portfolio } from '../site/portfolio-and-blog.ts'
import { openEmptyShop } from '../testing/open-test-shop.ts'
import { DEMO_CATEGORIES, DEMO_MODELS, DEMO_PRODUCTS, DEMO_REVIEWS, drawingPath } from './catalogue.ts'
import { seedDemo } from './demo.ts'

test('a fresh shop holds the catalogue in shop order and the reviews in order of time', async () => {
  const { shop } = await openEmptyShop()
  await seedDemo(shop)
  const shelf = await shop.db.select().from(products).orderBy(asc(products.id))
  expect(shelf.map(({ number }) => number)).toEqual(DEMO_PRODUCTS.map(({ number }) => number))
  expect(shelf.slice(0, 6).map(({ name }) => name)).toEqual([
    'Hermetic compressor',
    'Evaporator fan motor',
    'Door gasket',
    'Thermostat',
    'Defrost heater',
    'Defrost timer',
  ])
  const read = await shop.db.select().from(reviews).orderBy(asc(reviews.id))
  expect(read.map(({ description }) => description)).toEqual(DEMO_REVIEWS.map(({ description }) => description))
  const times = read.map(({ createdAt }) => createdAt.getTime())
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(Math.max(...times)).toBeLessThan(shop.clock.now().getTime())
  expect(await breachesOf(shop.db)).toEqual([])
})

test('seeding again, or twice at once, changes nothing', async () => {
  const { shop } = await openEmptyShop()
  await Promise.all([seedDemo(shop), seedDemo(shop), seedDemo(shop)])
  expect(await shop.db.$count(products)).toBe(DEMO_PRODUCTS.length)
  expect(await shop.db.$count(reviews)).toBe(24)
  await shop.db.update(products).set({ removedAt: shop.clock.now() })
  expect(await seedDemo(shop)).toBe(false)
  expect(await shop.db.$count(products)).toBe(DEMO_PRODUCTS.length)
})

test('a trial has its two accounts, and the customer has bought nothing', async () => {
  const { shop } = await openEmptyShop()
  expect(await seedDemo(shop)).toBe(true)
  const people = await shop.db.select({ email: users.email, role: users.role }).from(users).orderBy(asc(users.email))
  expect(people).toEqual([
    { email: 'admin@parts-house.example', role: 'admin' },
    { email: 'customer@parts-house.example', role: 'customer' },
  ])
  expect(await shop.db.$count(orders)).toBe(0)
})

test('a trial that is to be reached from outside does not start while an account has the published password', async () => {
  const { shop } = await openEmptyShop()
  await seedDemo(shop)
  const outside = { ...shop, config: { ...shop.config, appOrigin: 'https://parts.example' } }
  await expect(seedDemo(outside)).rejects.toThrow('admin@parts-house.example still has the published password')
  const [admin] = await shop.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  const own = { password: await shop.auth.hash('a long enough one') }
  await shop.db
    .update(accounts)
    .set(own)
    .where(eq(accounts.userId, admin?.id ?? ''))
  await expect(seedDemo(outside)).rejects.toThrow('customer@parts-house.example still has the published password')
  await shop.db.update(accounts).set(own)
  expect(await seedDemo(outside)).toBe(false)
})

test('a shop with ADMIN_EMAIL has that admin and no demo account', async () => {
  const { shop } = await openEmptyShop({
    env: { ADMIN_EMAIL: 'desk@example.com', ADMIN_PASSWORD: 'a long enough one' },
  })
  await seedDemo(shop)
  const people = await shop.db.select({ email: users.email, role: users.role }).from(users)
  expect(people).toEqual([{ email: 'desk@example.com', role: 'admin' }])
})

test('each part of the catalogue could have been added by hand, and its numbers keep their units', () => {
  for (const { drawing, ...product } of DEMO_PRODUCTS) {
    const image = drawingPath(drawing)
    expect(AddProduct.safeParse({ ...product, image }).error, product.number).toBeUndefined()
    expect(existsSync(`public${image}`), image).toBe(true)
    expect(product.description, product.number).not.toMatch(/\d (mm|V|W|Hz|A|HP|rpm|[mk]?Ω|µF|°C|%|bar|litres)(?!\w)/)
  }
  const first = DEMO_PRODUCTS.slice(0, 48).map(({ name }) => name)
  for (const { stock, minOrder, number } of DEMO_PRODUCTS.slice(0, 48)) {
    expect(stock === 0 || stock >= minOrder, number).toBe(true)
  }
  expect(new Set(first).size).toBe(first.length)
})

test('each part is of a category that knows its facts, and each fit names a part', () => {
  const leaves = new Map(DEMO_CATEGORIES.map(({ slug, top, attributes }) => [slug, { top, attributes }]))
  const numbers = new Set(DEMO_PRODUCTS.map(({ number }) => number))
  for (const { number, leaf, facts, substitutes } of DEMO_PRODUCTS) {
    expect(leaves.get(leaf)?.top, number).toBeTruthy()
    const keys = leaves.get(leaf)?.attributes.map(({ key }) => key)
    for (const key of Object.keys(facts)) expect(keys, number).toContain(key)
    for (const other of substitutes) expect(numbers, number).toContain(other)
  }
  const used = DEMO_MODELS.flatMap(({ sections }) =>
    Object.values(sections).flatMap((one) => Object.values(one).flat()),
  )
  expect(used.length).toBeGreaterThan(3000)
  for (const { part } of used) expect(numbers).toContain(part)
})

test("each of the shop's first parts has a drawing of its own", () => {
  const drawings = DEMO_PRODUCTS.slice(0, 48).map(({ drawing }) => drawing)
  expect(drawings.length).toBeGreaterThan(40)
  expect(new Set(drawings).size).toBe(drawings.length)
})

test('the still pages speak of parts and drawings that are there', () => {
  const numbers = new Set(DEMO_PRODUCTS.map(({ number }) => number))
  expect(slides).toHaveLength(4)
  for (const number of slides.flatMap(({ partNumbers }) => partNumbers)) expect(numbers).toContain(number)
  for (const { image } of [...slides, ...news, ...portfolio.sites])
    expect(existsSync(`public${image}`), image).toBe(true)
  expect(blog).toHaveLength(7)
  for (const { code, marked } of blog) {
    const lines = code.split('\n')
    expect(Math.max(...marked)).toBeLessThanOrEqual(lines.length)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(36)
  }
})
