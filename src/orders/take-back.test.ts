import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { ask } from '../client.ts'
import { mailsOf } from '../testing/mails.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { ageDelivery, expectLaws, paid, placed } from '../testing/orders.ts'
import { whileWaiting } from '../testing/while-waiting.ts'
import { noteWarned } from './payment-states.ts'

const sharedShop = sharedTestShop()

/** A paid order, and the admin's calls that deliver it and take that back. */
async function aPaidOrder(opened: TestShop) {
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  const param = { id: order._id }
  const deliver = (who = as.admin) => who.paidorders[':id'].$patch({ param })
  const takeBack = (who = as.admin) => who.paidorders[':id'].$delete({ query: {}, param })
  const read = async () => (await as.buyer.orders[':id'].$get({ param })).json()
  /** The due times of the order's delivery mails, each with the time of its delivery. */
  const told = async () => {
    const mails = await mailsOf(shop)
    return mails.flatMap((mail) =>
      mail.template === 'delivered' && 'order' in mail && mail.order.lines[0]?.id === order._id
        ? [mail.order.lines[0].deliveredAt?.toISOString()]
        : [],
    )
  }
  return { ...opened, order, deliver, takeBack, read, told }
}

test('a delivery is taken back: the order is paid again, no mail tells of it, and the log names who', async () => {
  const { shop, as, admin, order, deliver, takeBack, read, told } = await aPaidOrder(await openTestShop())
  await deliver()
  expect(await told()).toHaveLength(1)
  const back = await takeBack()
  expect(back.status).toBe(200)
  expect(await back.json()).toMatchObject({ _id: order._id, status: 'paid', deleverd: false, deliveredAt: null })
  expect(await read()).toMatchObject({ status: 'paid', deliveredAt: null })
  expect(await told()).toEqual([])
  const log = await (await as.admin.audit.$get({ query: { action: 'order.take-back' } })).json()
  expect(log).toMatchObject([{ actor: admin.email, subject: order._id, before: { status: 'delivered' } }])
  await expectLaws(shop)
})

test('the mail about a delivery is due ten seconds after it', async () => {
  const { shop, deliver } = await aPaidOrder(await openTestShop())
  const { deliveredAt } = await (await deliver()).json()
  const { rows } = await shop.pool.query(
    "select start_after from pgboss.job where name = 'mail' and data ->> 'template' = 'delivered'",
  )
  expect(rows).toEqual([{ start_after: new Date(Date.parse(deliveredAt ?? '') + 10_000) }])
})

test('what was delivered again after it was taken back is told once, with the time of that', async () => {
  const { shop, deliver, takeBack, told } = await aPaidOrder(await openTestShop())
  await deliver()
  await takeBack()
  const { deliveredAt } = await (await deliver()).json()
  expect(await told()).toEqual([deliveredAt])
  await expectLaws(shop)
})

test('a delivery that somebody else has made since is not taken back in place of the one that is meant', async () => {
  const { as, order, deliver, takeBack, read, told } = await aPaidOrder(await sharedShop())
  const take = (deliveredAt: string | null) =>
    as.admin.paidorders[':id'].$delete({ param: { id: order._id }, query: deliveredAt ? { deliveredAt } : {} })
  const { deliveredAt: first } = await (await deliver()).json()
  await takeBack()
  const { deliveredAt: second } = await (await deliver()).json()
  const refused = await take(first)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ field: 'deliveredAt' })
  expect(await read()).toMatchObject({ status: 'delivered', deliveredAt: second })
  expect(await told()).toEqual([second])
  expect((await take(second)).status).toBe(200)
  expect(await read()).toMatchObject({ status: 'paid' })
  expect((await take(first)).status).toBe(200)
})

test('a delivery that is asked for again is answered as it stands, and says that it was made before', async () => {
  const { as, order, deliver } = await aPaidOrder(await sharedShop())
  const send = () => as.admin.checkouts[':id'].sent.$patch({ param: { id: order.checkoutId }, json: {} })
  const first = await deliver()
  const again = await deliver()
  expect([first.status, first.headers.get('x-sent-before')]).toEqual([200, null])
  expect([again.status, again.headers.get('x-sent-before')]).toEqual([200, 'true'])
  expect(await again.json()).toEqual(await first.json())
  expect((await send()).headers.get('x-sent-before')).toBe('true')
})

test('after ten seconds a delivery stays, and so does its mail', async () => {
  const opened = await aPaidOrder(await openTestShop())
  const { shop, order, deliver, takeBack, read, told } = opened
  await deliver()
  await ageDelivery(shop, order._id, 10)
  const late = await takeBack()
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ message: expect.stringContaining('too late') })
  expect(await read()).toMatchObject({ status: 'delivered' })
  expect(await told()).toHaveLength(1)
  await expectLaws(shop)
})

test('after ten seconds an admin corrects a delivery with a reason, and the buyer is told it once', async () => {
  const { shop, as, order, deliver, takeBack, read } = await aPaidOrder(await openTestShop())
  const { deliveredAt } = await (await deliver()).json()
  const page = await (await as.admin.orders[':id'].page.$get({ param: { id: order._id } })).json()
  const parcel = page.parcels[0]?._id ?? ''
  const correct = (json = { parcel, reason: 'The parcel stands here still.' }, who = as.admin) =>
    who.checkouts[':id'].corrected.$patch({ param: { id: order.checkoutId }, json })
  expect(await (await correct()).json()).toMatchObject({ message: expect.stringContaining('not told yet') })
  expect(await read()).toMatchObject({ status: 'delivered', deliveredAt })
  await ageDelivery(shop, order._id, 10)
  expect((await takeBack()).status).toBe(409)
  expect((await correct({ parcel, reason: ' ' })).status).toBe(422)
  expect((await correct({ parcel: crypto.randomUUID(), reason: 'No such parcel.' })).status).toBe(404)
  const inCapitals = { parcel: parcel.toUpperCase(), reason: 'The parcel stands here still.' }
  expect(await (await correct(inCapitals)).json()).toMatchObject({
    _id: order._id,
    status: 'paid',
    deliveredAt: null,
  })
  expect(await (await correct()).json(), 'sent again after a lost answer').toMatchObject({ status: 'paid' })
  const again = await correct({ parcel, reason: 'The driver was ill.' })
  expect([again.status, await again.json()]).toMatchObject([
    409,
    { message: 'This delivery was taken back meanwhile.' },
  ])
  const corrections = (await mailsOf(shop)).filter(({ template }) => template === 'delivery-corrected')
  expect(corrections).toMatchObject([{ order: { reason: 'The parcel stands here still.' } }])
  const log = await (await as.admin.audit.$get({ query: { action: 'order.take-back' } })).json()
  expect(log).toMatchObject([{ subject: order._id, after: { reason: 'The parcel stands here still.' } }])
  const { history } = await (await as.admin.orders[':id'].page.$get({ param: { id: order._id } })).json()
  expect(history.map(({ what, reason }) => [what, reason]).slice(2)).toEqual([
    ['sent', undefined],
    ['taken back', 'The parcel stands here still.'],
  ])
  expect((await deliver()).status).toBe(200)
  await expectLaws(shop)
})

test('the past of an order keeps what was sent before its correction, and its buyer reads both', async () => {
  const { shop, as, order, admin } = await aPaidOrder(await sharedShop())
  const id = order.checkoutId
  const send = (number: string) =>
    as.admin.checkouts[':id'].sent.$patch({ param: { id }, json: { carrier: 'Bring', number } })
  const pageFor = async (who: typeof as.admin) => (await who.orders[':id'].page.$get({ param: { id } })).json()
  const unsaid = await (await send('B-1')).json()
  await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })
  const told = await (await send('B-2')).json()
  await ageDelivery(shop, order._id, 11)
  const json = { parcel: told._id, reason: 'Wrong parcel, sorry' }
  expect((await as.admin.checkouts[':id'].corrected.$patch({ param: { id }, json })).status).toBe(200)
  const act = (what: string, parcel: string, number: string) => ({
    ...{ what, parcel },
    sent: expect.objectContaining({ _id: parcel, carrier: 'Bring', number, lines: [order._id] }),
  })
  const corrected = [act('sent', told._id, 'B-2'), { ...act('taken back', told._id, 'B-2'), reason: json.reason }]
  const own = await pageFor(as.buyer)
  expect(own.history.slice(2)).toMatchObject(corrected)
  expect(JSON.stringify(own)).not.toContain(admin.email)
  const past = [act('sent', unsaid._id, 'B-1'), act('taken back', unsaid._id, 'B-1'), ...corrected]
  expect((await pageFor(as.admin)).history.slice(2)).toMatchObject(past)
})

test('only an admin takes a delivery back, and only of an order that was delivered', async () => {
  const { as, product, deliver, takeBack } = await aPaidOrder(await sharedShop())
  await deliver()
  expect([(await takeBack(as.nobody)).status, (await takeBack(as.buyer)).status]).toEqual([401, 403])
  const unpaid = await placed(as.buyer, product)
  expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: unpaid._id } })).status).toBe(409)
  const nobodys = '0199f000-0000-7000-8000-000000000000'
  expect((await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: nobodys } })).status).toBe(404)
})

test('two admins who deliver and take back at once leave one delivery or none, and as many mails', async () => {
  const { shop, deliver, takeBack, read, told } = await aPaidOrder(await openTestShop())
  for (let round = 0; round < 5; round++) {
    const acts = await Promise.all([deliver(), takeBack(), deliver(), takeBack()])
    expect(acts.every(({ status }) => status === 200)).toBe(true)
    const { status, deliveredAt } = await read()
    expect(await told()).toEqual(status === 'delivered' ? [deliveredAt] : [])
  }
  await expectLaws(shop)
})

test('whoever takes back or corrects a delivery waits for the turn of its buyer before they have their own', async () => {
  const { shop, as, buyer, admin, order, deliver, takeBack } = await aPaidOrder(await sharedShop())
  expect(buyer.id < admin.id).toBe(true)
  await deliver()
  const json = { parcel: crypto.randomUUID(), reason: 'No such parcel.' }
  const correct = () => as.admin.checkouts[':id'].corrected.$patch({ param: { id: order.checkoutId }, json })
  const turns: unknown[] = []
  const change = async ({ db }: Pick<typeof shop, 'db'>) =>
    turns.push(
      ...(
        await db.execute(sql`select from pg_locks where locktype = 'advisory' and mode = 'ShareLock' and granted
      and classid = 7270 and database = (select oid from pg_database where datname = current_database())`)
      ).rows,
    )
  const wait = async (send: () => Promise<{ status: number }>) =>
    (await whileWaiting(shop, { email: buyer.email, send, change })).status
  expect([await wait(correct), await wait(takeBack)]).toEqual([404, 200])
  expect(turns).toEqual([])
})

test('a worker that has fetched the mail has won: the delivery is not taken back', async () => {
  const opened = await aPaidOrder(await openTestShop())
  const { shop, order, deliver, takeBack, told } = opened
  await deliver()
  await ageDelivery(shop, order._id, 10)
  await shop.db.execute(sql`update pgboss.job set start_after = now() where name = 'mail'`)
  const [fetched, answer] = await Promise.all([shop.jobs.fetch('mail', { batchSize: 10 }), takeBack()])
  expect(answer.status).toBe(409)
  expect(fetched.length).toBeGreaterThan(0)
  expect(await told()).toHaveLength(1)
})

test('who is not verified hears nothing of a delivery, and it can be taken back as well', async () => {
  const opened = await aPaidOrder(await openTestShop())
  const { shop, deliver, takeBack, told } = opened
  await shop.db.update(users).set({ emailVerified: false })
  expect((await deliver()).status).toBe(200)
  expect(await told()).toEqual([])
  expect((await takeBack()).status).toBe(200)
})

test('the database itself knows no other way back', async () => {
  const { shop, order, deliver } = await aPaidOrder(await sharedShop())
  await deliver()
  for (const status of ['unpaid', 'cancelled', 'expired', 'refund_due']) {
    const backwards = shop.pool.query('update order_lines set status = $1 where id = $2', [status, order._id])
    await expect(backwards).rejects.toThrow(`cannot go from delivered to ${status}`)
  }
})

test('whoever delivers an order that Stripe warned of, takes that back or corrects it is answered with the warning', async () => {
  const { as, shop, order, deliver, takeBack, read } = await aPaidOrder(await sharedShop())
  await noteWarned(shop.db, { id: order.checkoutId, at: shop.clock.now() })
  const param = { id: order.checkoutId }
  const answers = [await ask(deliver()), await ask(deliver()), await ask(takeBack()), await ask(takeBack())]
  await deliver()
  await ageDelivery(shop, order._id, 11)
  const { parcels } = await ask(as.admin.orders[':id'].page.$get({ param }))
  const json = { parcel: `${parcels[0]?._id}`, reason: 'It is still on the shelf.' }
  answers.push(await ask(as.admin.checkouts[':id'].corrected.$patch({ param, json })))
  answers.push(...(await ask(as.admin.checkouts[':id'].$get({ param }))).orders)
  expect(answers.map(({ warnedAt }) => warnedAt)).toEqual(answers.map(() => expect.any(String)))
  const own = await ask(as.buyer.checkouts[':id'].$get({ param }))
  expect([(await read()).warnedAt, own.orders[0]?.warnedAt]).toEqual([null, null])
})
