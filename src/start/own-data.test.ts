import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Shop } from '../shop.ts'
import { aMember } from '../testing/account.ts'
import { aPerson, clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { COMPANY, WHERE, writesEverywhere } from '../testing/writes-everywhere.ts'
import { OWN_TABLES } from './own-data.ts'
import { tellOwnData } from './tell-own-data.ts'

type File = { [section: string]: Record<string, unknown>[] } & { madeAt: never }

/** Names of columns that mean a person, whether or not the database knows that they do. */
const OF_SOMEBODY = '(^|_)(user|person|author|asker|buyer|actor|owner|customer|member)_id$|email'

test('a table that holds something of a person is one of those that are told, counted and forgotten', async () => {
  const { shop } = await openTestShop()
  const { rows } = await shop.db.execute<{ name: string }>(sql`
    with recursive named as (
      select attrelid as id from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r'
      join pg_namespace on pg_namespace.oid = relnamespace and nspname = 'public'
      where attnum > 0 and not attisdropped and attname ~ ${OF_SOMEBODY}
    ), personal as (
      (select 'users'::regclass::oid as id union select id from named)
      union select conrelid from pg_constraint join personal on contype = 'f' and confrelid = personal.id
    )
    select relname as name from personal join pg_class on pg_class.oid = personal.id order by relname`)
  expect(rows.map(({ name }) => name)).toEqual(OWN_TABLES.map(({ table }) => table).toSorted())
})

test('a person downloads everything the shop keeps of them, without a secret and without a word of others', async () => {
  const here = await openTestShop()
  const anna = await aMember(here)
  const as = await anna.as()
  await writesEverywhere(here, { as, email: anna.email })
  const shared = await as.lists[':id'].link.$post({
    param: { id: (await (await as.lists.$get()).json())[0]?._id ?? '' },
  })
  const { token } = (await shared.json()) as { token: string }
  const answer = await as.account.data.$get()
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="parts-house-my-data.json"')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const text = await answer.text()
  for (const own of [
    anna.email,
    'Anna',
    WHERE.address,
    WHERE.phone,
    COMPANY.company,
    COMPANY.taxNumber,
    'Hytta',
    'X55',
  ])
    expect(text, own).toContain(own)
  for (const foreign of [anna.password, token, here.buyer.email, here.other.email, here.admin.email])
    expect(text, foreign).not.toContain(foreign)
  const file = JSON.parse(text) as File
  const empty = Object.entries(file).flatMap(([section, rows]) => (rows.length === 0 ? [section] : []))
  expect(empty).toEqual(['refusedReviewMails', 'links', 'acts'])
  expect(keysIn(file).filter((key) => /hash|token|password|secret/.test(key))).toEqual([])
  const placed = file.orders?.map(({ lines, parcels, payments }) =>
    [lines, parcels, payments].map((rows) => (rows as unknown[])?.length),
  )
  expect(placed).toEqual([
    [1, 1, 1],
    [1, undefined, undefined],
  ])
  const told = await (await as.account.data.counts.$get()).json()
  const sections = Object.keys(told.counts).filter((section) => section !== 'cart')
  for (const section of sections)
    expect([section, told.counts[section as 'orders']]).toEqual([section, file[section]?.length])
  expect(told.counts.cart).toBe(1)
  expect(told.ordersSince).toBe(new Date(file.orders?.[0]?.created_at as string).toISOString())
})

function keysIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}

test('what came from an address is told to nobody who has not proved it', async () => {
  const here = await openTestShop()
  const { as, shop, buyer, origin } = here
  const words = { subject: 'A hinge', message: 'Do you have it for the Hytta?' }
  await as.nobody.contact.$post({ json: { email: buyer.email, ...words } })
  expect(await (await as.buyer.account.data.$get()).text()).toContain(words.message)
  await shop.db.execute(sql`update users set email_verified = false where id = ${buyer.id}`)
  expect(await (await as.buyer.account.data.$get()).text()).not.toContain(words.message)
  const told = await (await clientOf(origin, buyer.token).account.data.counts.$get()).json()
  expect(told.counts.messages).toBe(0)
})

test('many rows are told each once, and a session that ends meanwhile breaks the file off', async () => {
  const { shop } = await openTestShop()
  const person = { ...(await aPerson(shop, 'writer')), mailbox: undefined }
  await shop.db.execute(sql`
    insert into contact_messages (id, email, subject, message, created_at)
    select gen_random_uuid(), ${person.email}, 'no ' || n, 'x', now() from generate_series(1, 230) n`)
  const read = async (isHere = async () => true) => {
    let text = ''
    for await (const portion of tellOwnData(shop, { id: person.id, mailbox: person.email }, isHere)) text += portion
    return JSON.parse(text) as File
  }
  const subjects = (await read()).messages?.map(({ subject }) => subject)
  expect([subjects?.length, new Set(subjects).size]).toEqual([230, 230])
  let asked = 0
  await expect(read(async () => ++asked < 12)).rejects.toThrow('Sign in first.')
})

const read = async (text: AsyncGenerator<string>) => {
  const portions: string[] = []
  for await (const portion of text) portions.push(portion)
  return portions
}

/** Gives a person one order for each number, with so many lines. */
async function giveOrders(shop: Shop, buyer: { id: string; email: string }, product: { id: string }, lines: number[]) {
  for (const count of lines)
    await shop.pool.query(
      `with placed as (
         insert into orders (id, number, buyer_id, buyer_email, buyer_name, price_cents, created_at, expires_at, status)
         values (gen_random_uuid(), nextval('order_numbers'), $1, $2, 'Anna', 100 * $4::int, now(), now(), 'cancelled') returning *
       )
       insert into order_lines (id, order_id, buyer_id, product_id, product_name, product_image, unit_price_cents, min_order,
         quantity, price_cents, status)
       select gen_random_uuid(), placed.id, $1, $3, 'Fan motor', '', 100, 1, 1, 100, 'cancelled'
       from placed, generate_series(1, $4::int)`,
      [buyer.id, buyer.email, product.id, count],
    )
}

test('a portion of somebody’s orders has five hundred lines and one more order’s at most', async () => {
  const { shop, buyer, product } = await openTestShop()
  const counts = [500, 500, 500, 400, 400, ...Array.from({ length: 60 }, () => 1)]
  await giveOrders(shop, buyer, product, counts)
  const portions = await read(tellOwnData(shop, { id: buyer.id, mailbox: undefined }, async () => true))
  const begin = portions.findIndex((portion) => portion.includes('"orders": ['))
  const ofOrders = portions.slice(begin + 1, portions.indexOf(']', begin))
  const told = ofOrders.map((portion) =>
    (JSON.parse(`[${portion.replace(/^,/, '')}]`) as { lines: unknown[] }[]).map(({ lines }) => lines.length),
  )
  for (const portion of told) {
    expect(portion.length).toBeLessThanOrEqual(50)
    expect(portion.slice(0, -1).reduce((sum, lines) => sum + lines, 0)).toBeLessThan(500)
  }
  expect(told.flat().toSorted((a, b) => b - a)).toEqual(counts)
})

test('two portions are read at once, whoever they are for, and nobody begins while twenty wait', async () => {
  const { shop, buyer, as } = await openTestShop()
  const person = { id: buyer.id, mailbox: undefined }
  const gate = Promise.withResolvers<void>()
  let [reading, most] = [0, 0]
  const isHere = async () => {
    most = Math.max(most, ++reading)
    await gate.promise
    reading--
    return true
  }
  const texts = Array.from({ length: 22 }, () => read(tellOwnData(shop, person, isHere)))
  await expect.poll(() => reading).toBeGreaterThan(1)
  const refused = await as.other.account.data.$get()
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  gate.resolve()
  for (const text of await Promise.all(texts))
    expect(JSON.parse(text.join(''))).toMatchObject({ account: [{ id: person.id }] })
  expect(most).toBe(2)
  expect((await as.other.account.data.$get()).status).toBe(200)
})

test('who does not take their next portion keeps nobody from theirs', async () => {
  const { shop, buyer, product, as } = await openTestShop()
  await giveOrders(shop, buyer, product, [1])
  const stalled = Array.from({ length: 30 }, () =>
    tellOwnData(shop, { id: buyer.id, mailbox: undefined }, async () => true),
  )
  for (const text of stalled) for (let taken = 0; taken < 3; taken++) expect((await text.next()).done).toBe(false)
  expect(await (await as.other.account.data.$get()).text()).toContain('"acts"')
})
