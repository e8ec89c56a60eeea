import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { noteWarned } from '../orders/payment-states.ts'
import { workOnLeavers } from '../orders/when-buyer-leaves.ts'
import { aMember } from '../testing/account.ts'
import { aBrowser, aStranger } from '../testing/browser.ts'
import { tokenTo } from '../testing/mails.ts'
import { aProduct, clientOf, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { ageDelivery, expectLaws, ordersIn, paid, placed } from '../testing/orders.ts'
import { waiting } from '../testing/while-waiting.ts'
import { allDone, COMPANY, QUESTION, WHERE, writesEverywhere } from '../testing/writes-everywhere.ts'
import { tidy } from './tidy.ts'

/** Every row of every table, as a copy of the database has them. */
async function allRows({ shop: { db } }: TestShop) {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const copies = await Promise.all(tables.map(({ name }) => db.execute(sql`select * from ${sql.identifier(name)}`)))
  return JSON.stringify(copies.map(({ rows }) => rows))
}

test('whatever somebody wrote anywhere, no table of a copy tells of them once their account is deleted', async () => {
  const here = await openTestShop()
  const anna = await aMember(here)
  const as = await anna.as()
  await writesEverywhere(here, { as, email: anna.email })
  const sent = (await ordersIn(here.shop)).filter(({ status }) => status === 'delivered')
  for (const { id } of sent) await ageDelivery(here.shop, id, 11)
  const ofAnna = [anna.email, 'Anna', WHERE.address, WHERE.phone, COMPANY.company, COMPANY.taxNumber, 'Hytta', 'X55']
  const before = await allRows(here)
  for (const known of ofAnna) expect(before, known).toContain(known)
  expect((await as.account.delete.$post({ json: { email: anna.email, password: anna.password } })).status).toBe(200)
  const after = await allRows(here)
  for (const gone of ofAnna) expect(after, gone).not.toContain(gone)
  expect(after).toContain(QUESTION)
})

/** A member who has paid an order; `leave` deletes the account. */
async function aPaidOrder() {
  const here = await openTestShop()
  const anna = await aMember(here)
  const own = await anna.as()
  const order = await placed(own, here.product)
  await paid(here.shop, order)
  const leave = () => own.account.delete.$post({ json: { email: anna.email, password: anna.password } })
  return { ...here, anna, own, order, leave }
}

test.each(['taken back', 'corrected'] as const)(
  'an account is not deleted while a delivery is being %s',
  async (how) => {
    const { as, shop, anna, order, leave } = await aPaidOrder()
    await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
    if (how === 'corrected') await ageDelivery(shop, order._id, 11)
    const { parcels } = await ask(as.admin.orders[':id'].page.$get({ param: { id: order.checkoutId } }))
    const correct = () =>
      as.admin.checkouts[':id'].corrected.$patch({
        param: { id: order.checkoutId },
        json: { parcel: `${parcels[0]?._id}`, reason: 'It is still on the shelf.' },
      })
    // The admin's transaction waits for the row of the parcel, after it has read that the buyer is here.
    const holder = await shop.pool.connect()
    await holder.query('begin')
    await holder.query('select from parcels for update')
    const back =
      how === 'corrected' ? correct() : as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })
    await expect.poll(() => waiting(shop)).toBe(1)
    const left = leave()
    // Within the ten seconds it is refused without a wait.
    if (how === 'corrected') await expect.poll(() => waiting(shop)).toBe(2)
    else expect((await left).status).toBe(409)
    await holder.query('rollback')
    holder.release()
    expect([(await back).status, (await left).status]).toEqual([200, 409])
    const kept = { status: 'paid', buyerEmail: anna.email, address: order.address }
    expect(await ordersIn(shop)).toMatchObject([kept])
    await expectLaws(shop)
  },
)

test('the words of a correction are in the buyer’s data and the log, until the buyer’s account is deleted', async () => {
  const here = await aPaidOrder()
  const { as, shop, own, order, leave } = here
  const param = { id: order._id }
  await as.admin.paidorders[':id'].$patch({ param })
  await ageDelivery(shop, order._id, 11)
  const page = async () => ask(as.admin.orders[':id'].page.$get({ param }))
  const json = { parcel: `${(await page()).parcels[0]?._id}`, reason: 'Mrs Hansen of Storgata 5 waits still.' }
  await allDone(as.admin.checkouts[':id'].corrected.$patch({ param: { id: order.checkoutId }, json }))
  await allDone(as.admin.paidorders[':id'].$patch({ param }))
  await ageDelivery(shop, order._id, 11)
  const log = async () => ask(as.admin.audit.$get({ query: { action: 'order.take-back' } }))
  const told = async () => JSON.stringify([await page(), await log()]).split(json.reason).length - 1
  expect(await told()).toBe(2)
  expect(await (await own.account.data.$get()).text()).toContain(json.reason)
  expect((await leave()).status).toBe(200)
  expect(await told()).toBe(0)
  expect(await log()).toMatchObject([{ subject: order._id, after: { parcel: json.parcel } }])
  expect(await allRows(here)).not.toContain('Hansen')
})

/** `aPaidOrder` that was just sent as a parcel with a number. */
async function aJustSent() {
  const here = await aPaidOrder()
  const { as, order } = here
  const param = { id: order.checkoutId }
  const json = { carrier: 'Quayline', number: '00 3404 1187' }
  await allDone(as.admin.checkouts[':id'].sent.$patch({ param, json }))
  const page = () => ask(as.admin.orders[':id'].page.$get({ param }))
  return { ...here, page }
}

test('an account is not deleted while a delivery to it can be taken back', async () => {
  const { as, shop, order, anna, leave, page } = await aJustSent()
  const answer = await leave()
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: expect.stringContaining('ten seconds') }])
  expect((await page()).lines).toMatchObject([{ email: anna.email, address: order.address }])
  expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })).status).toBe(200)
  expect((await leave()).status).toBe(409)
  await allDone(as.admin.paidorders[':id'].$patch({ param: { id: order._id } }))
  await ageDelivery(shop, order._id, 11)
  expect((await leave()).status).toBe(200)
})

test.each([true, false])(
  'to whom and where an order went stays at it where Stripe warned of its payment: %s',
  async (isWarned) => {
    const { shop, order, anna, own, leave, page } = await aJustSent()
    if (isWarned) await noteWarned(shop.db, { id: order.checkoutId, at: shop.clock.now() })
    await ageDelivery(shop, order._id, 11)
    const mine = await own.orders[':id'].page.$get({ param: { id: order.checkoutId } })
    expect(await mine.text()).not.toMatch(/warned"/)
    expect([(await leave()).status, await (await leave()).status]).toEqual([200, 401])
    const { lines, parcels } = await page()
    const { address, phone, userName } = order
    const kept = { address, phone, userName }
    const number = isWarned ? '00 3404 1187' : ''
    const gone = { address: '', phone: '', userName: 'a customer' }
    expect([lines[0], parcels[0]]).toMatchObject([isWarned ? kept : gone, { carrier: 'Quayline', number }])
    expect(lines[0]?.email).not.toBe(anna.email)
    await expectLaws(shop)
  },
)

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

/** An order under somebody else's address, whose owner can say so. */
async function aStrangersOrder({ shop, origin, product }: TestShop) {
  const stranger = aStranger('Stranger')
  const { email } = stranger
  const browser = aBrowser(origin)
  expect((await browser.send('/api/auth/sign-up/email', { json: stranger })).status).toBe(200)
  const order = await placed(clientOf(origin, await browser.sync(email)), product, WHERE)
  const notMe = async () => {
    const token = await tokenTo(shop, 'verify', email)
    expect((await aBrowser(origin).send('/api/auth/not-me', { json: { token } })).status).toBe(200)
  }
  return { order, notMe, facts: [email, 'Stranger', WHERE.address, WHERE.phone] }
}

test('an order that was under way when somebody said that it was not them tells of nobody once it is over', async () => {
  const here = await openTestShop()
  const { as, shop } = here
  const { order, notMe, facts } = await aStrangersOrder(here)
  await paid(shop, order)
  await notMe()
  await tidy(shop)
  for (const needed of facts) expect(await allRows(here), needed).toContain(needed)
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })).status).toBe(200)
  await ageDelivery(shop, order._id, 11)
  await tidy(shop)
  const after = await allRows(here)
  for (const gone of facts) expect(after, gone).not.toContain(gone)
})

test.each(['before', 'after'])(
  'a delivery to somebody who said %s it that it was not them can be taken back',
  async (when) => {
    const here = await openTestShop()
    const { as, shop } = here
    const { order, notMe } = await aStrangersOrder(here)
    await paid(shop, order)
    if (when === 'before') await notMe()
    await allDone(as.admin.paidorders[':id'].$patch({ param: { id: order._id } }))
    if (when === 'after') await notMe()
    await tidy(shop)
    expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })).status).toBe(200)
    expect(await ordersIn(shop)).toMatchObject([{ status: 'paid', address: order.address, phone: order.phone }])
    await expectLaws(shop)
  },
)

test('an order that nobody had paid when somebody said that it was not them tells of nobody from then on', async () => {
  const here = await openTestShop()
  const { notMe, facts } = await aStrangersOrder(here)
  await notMe()
  const after = await allRows(here)
  for (const gone of facts) expect(after, gone).not.toContain(gone)
})

test('an order that an admin cancelled with a key tells of nobody once its buyer has left', async () => {
  const here = await openTestShop()
  const { as: people, product } = here
  const anna = await aMember(here)
  const as = await anna.as()
  const ofAnna = [anna.email, WHERE.address, WHERE.phone]
  const key = { headers: { 'Idempotency-Key': 'cancelled for Anna' } }
  const { _id: id } = await placed(as, product, WHERE)
  expect((await people.admin.orders[':id'].$delete({ param: { id } }, key)).status).toBe(200)
  expect((await as.account.delete.$post({ json: { email: anna.email, password: anna.password } })).status).toBe(200)
  const after = await allRows(here)
  for (const gone of ofAnna) expect(after, gone).not.toContain(gone)
})

/** Two hundred orders of three lines each, as copies of one, and all of them cancelled. */
async function aLongHistory({ shop }: TestShop, buyerId: string) {
  await shop.db.execute(sql`
    with copies as (
      insert into orders (id, buyer_id, buyer_email, buyer_name, price_cents, country, address, phone, created_at, expires_at, terms)
      select gen_random_uuid(), buyer_id, buyer_email, buyer_name, 3 * price_cents, country, address, phone, created_at, expires_at, terms
      from orders, generate_series(1, 200) where buyer_id = ${buyerId} returning id
    )
    insert into order_lines (id, order_id, buyer_id, product_id, product_name, product_number, product_image, unit_price_cents,
      min_order, quantity, price_cents, reference)
    select gen_random_uuid(), copies.id, buyer_id, product_id, product_name, product_number, product_image,
      unit_price_cents, min_order, quantity, price_cents, 'Hytta ' || line
    from copies, order_lines, generate_series(1, 3) line where buyer_id = ${buyerId}`)
  await shop.db.execute(sql`
    with lines as (update order_lines set status = 'cancelled' where buyer_id = ${buyerId})
    update orders set status = 'cancelled', closed_at = now() where buyer_id = ${buyerId}`)
}

test('a long history is erased in portions, so that whoever waits for the account waits for one of them', async () => {
  const here = await openTestShop()
  const { shop, product } = here
  const anna = await aMember(here)
  const as = await anna.as()
  await placed(as, product, WHERE)
  await aLongHistory(here, anna.id)
  const told = async () => {
    const { rows } = await shop.db.execute<{ orders: number; lines: number }>(sql`select
      (select count(*)::int from orders where buyer_name = 'Anna') as orders,
      (select count(*)::int from order_lines where reference like 'Hytta%') as lines`)
    return rows[0]
  }
  expect(await told()).toEqual({ orders: 201, lines: 600 })
  expect((await as.account.delete.$post({ json: { email: anna.email, password: anna.password } })).status).toBe(200)
  expect(await told()).toMatchObject({ orders: 101 })
  await workOnLeavers(shop)
  await expect.poll(told).toEqual({ orders: 0, lines: 0 })
  expect(JSON.stringify(await allRows(here))).not.toContain(anna.email)
})
