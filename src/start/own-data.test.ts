import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
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
