import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { aMember } from '../testing/account.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { aProduct, clientOf, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, paid, placed } from '../testing/orders.ts'

const WHERE = { address: 'Kaigaten 9, Bergen', phone: '55 00 01 40', country: 'Norway' }
const COMPANY = { company: 'Kjøl AS', taxNumber: 'NO987654321' }
const QUESTION = 'Is it as quiet as they say?'

/** Every row of every table, as a copy of the database has them. */
async function allRows({ shop: { db } }: TestShop) {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const copies = await Promise.all(tables.map(({ name }) => db.execute(sql`select * from ${sql.identifier(name)}`)))
  return JSON.stringify(copies.map(({ rows }) => rows))
}

async function allDone(...asked: Promise<{ status: number; text(): Promise<string> }>[]) {
  for (const answer of await Promise.all(asked)) expect([200, 201, 202], await answer.text()).toContain(answer.status)
}

/** Leaves somebody's name, address and words wherever a person can, and has one order delivered. */
async function writesEverywhere(
  { shop, product, as: people }: TestShop,
  { as, email }: { as: ApiClient; email: string },
) {
  const param = { id: product.id }
  const lines = [{ productId: product.id, quantity: 4, reference: 'Hytta' }]
  const bought = await placed(as, product, WHERE)
  await paid(shop, bought)
  const { parcel } = await sentTo(people.admin, bought.checkoutId)
  await allDone(people.admin.checkouts[':id'].arrived.$patch({ param: { id: bought.checkoutId }, json: { parcel } }))
  const question = await (await as.product[':id'].questions.$post({ param, json: { title: QUESTION } })).json()
  const group = await (await people.admin['price-groups'].$post({ json: { name: 'Workshops' } })).json()
  const soldOut = await aProduct(shop, { stock: 0 })
  await allDone(
    as.addresses.$post({ json: { name: 'Hytta', street: WHERE.address, country: 'Norway', ...COMPANY } }),
    as.lists.$post({ json: { name: 'Hytta', lines } }),
    as.cart.$put({ json: { version: 0, lines } }),
    as.checkouts.$post({
      json: { ...aCheckout([{ product, reference: 'Hytta' }], WHERE), ...COMPANY, note: 'Hytta', reference: 'Hytta' },
    }),
    as.contact.$post({ json: { email, subject: 'Anna', message: WHERE.address } }),
    as.newsletter.$post({ json: { email } }),
    as['part-requests'].$post({ json: { words: 'A door for the Hytta' } }),
    people.nobody['part-requests'].$post({ json: { words: 'And a hinge', email } }),
    as.product[':id'].notify.$post({ param: { id: soldOut.id }, json: {} }),
    as.questions[':id'].answers.$post({ param: { id: question._id }, json: { words: 'It is.' } }),
    as.product[':id'].review.$post({
      param,
      json: { rating: 5, title: 'Quiet', words: 'Runs day and night since May.' },
    }),
    people.admin['price-groups'].people.$put({ json: { email, groupId: group._id } }),
  )
}

async function sentTo(admin: ApiClient, id: string) {
  const answer = await admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Posten', number: 'X55' } })
  return { parcel: (await answer.json())._id }
}

test('whatever somebody wrote anywhere, no table of a copy tells of them once their account is deleted', async () => {
  const here = await openTestShop()
  const anna = await aMember(here)
  const as = await anna.as()
  await writesEverywhere(here, { as, email: anna.email })
  const ofAnna = [anna.email, 'Anna', WHERE.address, WHERE.phone, COMPANY.company, COMPANY.taxNumber, 'Hytta', 'X55']
  const before = await allRows(here)
  for (const known of ofAnna) expect(before, known).toContain(known)
  expect((await as.account.delete.$post({ json: { email: anna.email, password: anna.password } })).status).toBe(200)
  const after = await allRows(here)
  for (const gone of ofAnna) expect(after, gone).not.toContain(gone)
  expect(after).toContain(QUESTION)
})

test('who never proved an address takes nothing away that its owner asked for', async () => {
  const here = await openTestShop()
  const { as, shop, origin } = here
  const owner = aStranger('Owner')
  const { email } = owner
  const soldOut = await aProduct(shop, { stock: 0 })
  await allDone(
    as.nobody.newsletter.$post({ json: { email } }),
    as.nobody['part-requests'].$post({ json: { words: 'A hinge', email } }),
    as.nobody.contact.$post({ json: { email, subject: 'A hinge', message: 'Do you have it?' } }),
    as.nobody.product[':id'].notify.$post({ param: { id: soldOut.id }, json: { email } }),
  )
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-up/email', { json: owner })).status).toBe(200)
  const stranger = clientOf(origin, await browser.sync(email))
  await allDone(stranger['part-requests'].$post({ json: { words: 'Nothing at all' } }))
  expect((await stranger.account.delete.$post({ json: { email, password: owner.password } })).status).toBe(200)
  const kept = await Promise.all(
    ['newsletter_subscribers', 'part_requests', 'contact_messages', 'stock_alerts'].map(async (table) => {
      const { rows } = await shop.db.execute(sql`select * from ${sql.identifier(table)} where email = ${email}`)
      return rows.length
    }),
  )
  expect(kept).toEqual([1, 1, 1, 1])
})
