import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, inject, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { NUMBERS_LEFT_OUT } from '../backup/go-on-since.ts'
import { LAWS } from '../laws.ts'
import { orders } from '../orders/table.server.ts'
import { products } from '../products/table.server.ts'
import { openEmptyShop, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, paid, placed } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'

const sharedShop = sharedTestShop()
const aFolder = sharedByFile(async (onEnd) => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-commands-'))
  onEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
})

const TIME = '2026-11-22 21:30:00+00'

/** Runs one of the shop's commands on a database, as npm does. */
async function run(databaseUrl: string, name: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl, DATA_DIR: await aFolder() }
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const child = execFile(process.execPath, [`src/commands/${name}.ts`, ...args], { env }, (_, said, complained) =>
      resolve({ code: child.exitCode ?? -1, said, complained }),
    )
  })
}

const refused = (complained: string | RegExp) => ({
  code: 1,
  said: '',
  complained: typeof complained === 'string' ? `${complained}\n` : expect.stringMatching(complained),
})

test('make-admin makes an admin of somebody who has registered', async () => {
  const { shop, buyer } = await sharedShop()
  const url = shop.config.databaseUrl ?? ''
  const said = `buyer (${buyer.email}) is an admin.\n`
  expect(await run(url, 'make-admin', buyer.email.toUpperCase())).toEqual({ code: 0, said, complained: '' })
  const [row] = await shop.db.select().from(users).where(eq(users.id, buyer.id))
  expect(row?.role).toBe('admin')
  expect(await run(url, 'make-admin', 'nobody@example.com')).toEqual(refused(/^[^\n]*They must register first\.\n$/))
  expect(await run(url, 'make-admin')).toEqual(refused(/^Give the e-mail of somebody who has registered: [^\n]+\n$/))
})

test('laws tells of each law whether it holds, and ends with 1 when one is broken', async () => {
  const { as, shop, product } = await openTestShop()
  await paid(shop, await placed(as.buyer, product))
  const url = shop.config.databaseUrl ?? ''
  const held = await run(url, 'laws')
  expect([held.code, held.said.match(/^holds {3}/gm)]).toMatchObject([0, { length: LAWS.length }])
  await shop.db.update(products).set({ stock: 7 }).where(eq(products.id, product.id))
  const broken = await run(url, 'laws')
  expect([broken.code, broken.said.match(/^BROKEN {2}(\w+)/gm)]).toEqual([1, ['BROKEN  S2', 'BROKEN  O5']])
  expect(broken.said).toContain(product.id)
})

test('doctor tells what is right and what is wrong, and ends with 1 when something is', async () => {
  const { shop } = await sharedShop()
  const well = await run(shop.config.databaseUrl ?? '', 'doctor')
  expect([well.code, well.said]).toEqual([
    0,
    expect.stringMatching(/^right {2}database role {8}The role parts_house_shop/m),
  ])
  const ill = await run('postgres://shop:hunter2@127.0.0.1:1/shop', 'doctor')
  expect([ill.code, ill.said]).toEqual([
    1,
    expect.stringMatching(/^WRONG {2}database {13}The database at DATABASE_URL/m),
  ])
  expect(ill.said).not.toContain('hunter2')
})

test('seed adds what it is told to, by the laws, and says how many', async () => {
  const { shop } = await openEmptyShop()
  const url = shop.config.databaseUrl ?? ''
  const { code, said } = await run(url, 'seed', '--products', '30', '--users', '2', '--orders', '4')
  expect([code, said]).toEqual([0, expect.stringMatching(/^Products: 30 of 30$.*^Users: 2 of 2$.*^Orders: 4 of 4$/ms)])
  const counts = await Promise.all([products, users, orders].map((table) => shop.db.$count(table)))
  expect(counts).toEqual([751 + 30, 2, 4])
  await expectLaws(shop)
  expect(await run(url, 'seed')).toEqual(refused(/^npm run seed -- --products 1000/))
  expect(await run(url, 'seed', '--users', '1e3')).toEqual(refused('--users must be a whole number up to 10,000,000.'))
})

test('recovered lets a shop go on whose database went back: other numbers, nobody signed in, and Stripe to be asked', async () => {
  const { as, shop, product } = await openTestShop()
  const { number } = await placed(as.buyer, product)
  const url = shop.config.databaseUrl ?? ''
  const { code, said } = await run(url, 'recovered', TIME)
  expect([code, said]).toEqual([0, expect.stringContaining('of orders after 2026-11-22T21:30:00.000Z stand in mails')])
  const next = await shop.pool.query("select nextval('order_numbers')::int as number")
  expect(next.rows[0].number).toBeGreaterThan(Number(number.slice('PH-'.length)) + NUMBERS_LEFT_OUT)
  expect((await as.buyer.cart.$get()).status).toBe(401)
  const jobs = await shop.pool.query("select data ->> 'of' as of from pgboss.job where name = 'settleSince' order by 1")
  expect(jobs.rows).toEqual([{ of: 'events' }, { of: 'intents' }])
  expect(await run(url, 'recovered', 'yesterday')).toEqual(
    refused(/^Give the time that PostgreSQL went back to: [^\n]+\n$/),
  )
})

test('a database without a shop, one that takes no writes or nobody of that name, and none at all, are told in one sentence', async () => {
  const without = inject('postgres')
  const sentence = 'There is no shop in this database yet.'
  expect(await run(without, 'laws')).toEqual(refused(sentence))
  expect(await run(without, 'backup', join(await aFolder(), 'none.gz'))).toEqual(refused(sentence))
  expect(await run(without, 'recovered', TIME)).toEqual(refused(sentence))
  const { shop } = await sharedShop()
  const readOnly = new URL(shop.config.databaseUrl ?? '')
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  expect(await run(readOnly.href, 'recovered', TIME)).toEqual(refused(/^The database takes no writes: /))
  const missing = without.replace(/\w+$/, 'nowhere')
  for (const [name, ...args] of [
    ['recovered', TIME],
    ['seed', '--users', '1'],
  ])
    expect(await run(missing, name ?? '', ...args), name).toEqual(
      refused(/^[^\n]*database "nowhere" does not exist[^\n]*\n$/),
    )
  expect(await run('postgres://nobody@127.0.0.1:1/none', 'laws')).toEqual(refused('The database does not answer.'))
})
