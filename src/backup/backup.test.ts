import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { MINUTE } from '../config/clock.ts'
import { StartError } from '../config/start-error.ts'
import { breachesOf } from '../laws.ts'
import { freshDatabase } from '../testing/database.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { paid, placed } from '../testing/orders.ts'
import { ordering, somePeople } from '../torture/buyers.ts'
import { withBooks } from '../torture/real-shop.ts'
import { NUMBERS_LEFT_OUT } from './go-on-since.ts'
import { readBackup } from './read-backup.ts'
import { countOf, type Manifest } from './tables.ts'
import { writeBackup } from './write-backup.ts'

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const urlOf = ({ shop }: TestShop) => shop.config.databaseUrl ?? ''
const rowsIn = ({ tables }: Manifest, name: string) => tables.find((table) => table.name === name)?.rows

async function counts(url: string, { tables }: Manifest) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found: Record<string, number> = {}
  for (const { name } of tables) found[name] = await countOf(client, name)
  await client.end()
  return found
}

test('a backup made under load is one instant of the shop, and comes back whole', async () => {
  const opened = await openTestShop({ stock: 100_000, env: { MAX_UNPAID_ORDERS: '1000' } })
  const { shop, as, origin, product } = opened
  await paid(shop, await placed(as.buyer, product, { address: 'Tab\there, line\nthere, \\N and \\. too' }))
  const buyers = ordering({ origin, product }, await somePeople(shop, 10))
  await wait(400)
  const file = join(await aFolder(), 'shop.gz')
  const manifest = await writeBackup(urlOf(opened), file, new Date())
  await wait(200)
  const answers = await buyers.stop()
  expect(answers.length).toBeGreaterThan(rowsIn(manifest, 'public.orders') ?? 0)
  const url = await freshDatabase()
  expect(await readBackup(url, file)).toEqual(manifest)
  const written = Object.fromEntries(manifest.tables.map(({ name, rows }) => [name, rows]))
  const jobs = rowsIn(manifest, 'pgboss.job') ?? 0
  expect(jobs).toBeGreaterThan(0)
  // Two more jobs ask Stripe for what it has since, and nobody is signed in.
  const ended = { 'public.sessions': 0, 'public.access_tokens': 0 }
  expect(await counts(url, manifest)).toEqual({ ...written, ...ended, 'pgboss.job': jobs + 2 })
  await withBooks(url, async ({ db, pool }) => {
    expect(await breachesOf(db)).toEqual([])
    const { rows } = await pool.query("select address from orders where status = 'paid'")
    expect(rows).toEqual([{ address: 'Tab\there, line\nthere, \\N and \\. too' }])
    const known = await pool.query("select reltuples::int as rows from pg_class where oid = 'orders'::regclass")
    expect(known.rows).toEqual([{ rows: rowsIn(manifest, 'public.orders') }])
    await expect(pool.query("update orders set status = 'unpaid' where status = 'paid'")).rejects.toThrow('cannot go')
  })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a shop that a customer has left comes back whole, with what stays of them', async () => {
  const opened = await openTestShop()
  const { shop, as, buyer, product } = opened
  const param = { id: product.id }
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  await as.buyer.review.$post({ json: { review: 5, description: 'Cold.' } })
  await as.buyer.product[':id'].questions.$post({ param, json: { title: 'Does it turn clockwise?' } })
  await closeAccount(shop, buyer)
  const file = join(await aFolder(), 'shop.gz')
  const manifest = await writeBackup(urlOf(opened), file, new Date())
  const url = await freshDatabase()
  expect(await readBackup(url, file)).toEqual(manifest)
  await withBooks(url, async ({ db, pool }) => {
    expect(await breachesOf(db)).toEqual([])
    const { rows } = await pool.query('select name from reviews union all select name from questions')
    expect(rows).toEqual([{ name: 'a customer' }, { name: 'a customer' }])
    await expect(pool.query('insert into carts values ($1, 1, $2, $2, now())', [buyer.id, '[]'])).rejects.toThrow(
      'closed',
    )
  })
})

test('new rows of a restored shop go on from its sequences, and its orders leave out the numbers of those since the backup', async () => {
  const first = await openTestShop()
  const { number } = await placed(first.as.buyer, first.product)
  await first.shop.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' })
  const file = join(await aFolder(), 'shop.gz')
  await writeBackup(urlOf(first), file, new Date())
  const url = await freshDatabase()
  await readBackup(url, file)
  await withBooks(url, async ({ pool }) => {
    const { rows } =
      await pool.query(`select nextval(pg_get_serial_sequence('stripe_sandbox.payment_intents', 'position')) as next,
      (select max(position) from stripe_sandbox.payment_intents) as last`)
    expect(rows[0].next).toBeGreaterThan(rows[0].last)
    const next = await pool.query("select nextval('order_numbers')::int as number")
    expect(next.rows[0].number).toBeGreaterThan(Number(number.slice('PH-'.length)) + NUMBERS_LEFT_OUT)
  })
})

test('two backups into one file at once are both made, beside what a killed one has left, which goes after an hour', async () => {
  const opened = await openTestShop()
  const folder = await aFolder()
  const file = join(folder, 'shop.gz')
  const left = async (name: string, minutes: number) => {
    await writeFile(join(folder, name), 'half')
    const then = new Date(Date.now() - minutes * MINUTE)
    await utimes(join(folder, name), then, then)
    return name
  }
  const [old, young, another] = [randomUUID(), randomUUID(), randomUUID()]
  await left(`shop.gz.${old}.part`, 61)
  const stays = [await left(`shop.gz.${young}.part`, 59), await left(`other.gz.${another}.part`, 61)]
  const manifests = await Promise.all([1, 2].map(() => writeBackup(urlOf(opened), file, new Date(0))))
  expect((await readdir(folder)).toSorted()).toEqual(['shop.gz', ...stays].toSorted())
  expect(manifests).toContainEqual(await readBackup(await freshDatabase(), file))
})

test('a backup takes the place of an older one, and of nothing else', async () => {
  const opened = await openTestShop()
  const folder = await aFolder()
  const [file, other, link] = [join(folder, 'shop.gz'), join(folder, 'notes.txt'), join(folder, 'link')]
  await writeFile(file, '')
  for (const _ of [1, 2]) await writeBackup(urlOf(opened), file, new Date())
  await writeFile(other, 'Buy capacitors')
  await symlink(file, link)
  for (const taken of [other, link, folder, '/dev/null'])
    await expect(writeBackup(urlOf(opened), taken, new Date()), taken).rejects.toThrow(
      new StartError(`${taken} is there already and is no backup of Parts House; nothing was written.`),
    )
  expect(await readFile(other, 'utf8')).toBe('Buy capacitors')
  expect((await readdir(folder)).sort()).toEqual(['link', 'notes.txt', 'shop.gz'])
})

test('what is no whole backup of this version, or meets a database in use, changes nothing', async () => {
  const opened = await openTestShop()
  await placed(opened.as.buyer, opened.product)
  const folder = await aFolder()
  const file = join(folder, 'shop.gz')
  await writeBackup(urlOf(opened), file, new Date())
  const whole = await readFile(file)
  const text = gunzipSync(whole).toString()
  const spoiled: Record<string, Buffer> = {
    cut: whole.subarray(0, whole.length - 200),
    'without its end': gzipSync(text.slice(0, text.lastIndexOf('END'))),
    'short of a row': gzipSync(text.replace(/(\nCOPY public\.order_lines [^\n]*\n)[^\n]*\n/, '$1')),
    'of another version': gzipSync(text.replace(/"migrations":\["/, '$&0')),
    'of something else': gzipSync('hello\n'),
    'not compressed': Buffer.from(text),
  }
  const url = await freshDatabase()
  for (const [what, content] of Object.entries(spoiled)) {
    await writeFile(join(folder, 'spoiled.gz'), content)
    await expect(readBackup(url, join(folder, 'spoiled.gz')), what).rejects.toThrow(/damaged|another version/)
    await withBooks(url, async ({ pool }) => expect((await pool.query('select from users')).rowCount).toBe(0))
  }
  await expect(readBackup(urlOf(opened), file)).rejects.toThrow('not empty')
  await expect(
    writeBackup(urlOf(opened).replace(/shop_\w+$/, 'nowhere'), join(folder, 'x.gz'), new Date()),
  ).rejects.toThrow()
  expect((await readdir(folder)).sort()).toEqual(['shop.gz', 'spoiled.gz'])
})
