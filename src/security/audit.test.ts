import { expect, test } from 'vitest'
import type { AuditEntry } from '../audit/contract.ts'
import type { Order } from '../orders/contract.ts'
import { cancelled, charge, intentFor } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { aPerson } from '../testing/open-test-shop.ts'
import { paid, placed } from '../testing/orders.ts'
import { CALLS, methodOf } from './calls.ts'
import { aWorld } from './world.ts'

const world = aWorld({ env: { MAX_UNPAID_ORDERS: '1000' } })

async function logOf(subject: string, query = ''): Promise<AuditEntry[]> {
  const { send, admin } = world()
  return (await send({ path: `/api/audit?q=${subject}${query}`, token: admin.token })).json() as Promise<AuditEntry[]>
}

const thePart = { name: expect.any(String), unitPrice: expect.any(Number), stock: expect.any(Number) }
/** The audit entries that each call of an admin writes. */
const ADMIN_WRITES = {
  'POST /api/product': { action: 'product.add', before: null, after: thePart },
  'DELETE /api/product/:id': { action: 'product.delete', before: thePart, after: null },
  'PUT /api/product/:id': {
    action: 'product.edit',
    before: { name: expect.any(String) },
    after: { name: 'Door switch' },
  },
  'POST /api/product/:id/stock': { action: 'stock.move', before: { stock: 320 }, after: { stock: 324 } },
  'POST /api/product/:id/restore': { action: 'product.restore', before: null, after: thePart },
  'POST /api/product/:id/fits': {
    action: 'product.fit-add',
    before: null,
    after: { place: 'Evaporator and defrost, Evaporator fan blade', serials: 'all serial numbers' },
  },
  'PUT /api/fits/:id': { action: 'product.fit-edit', before: { quantity: 1 }, after: { quantity: 2 } },
  'DELETE /api/fits/:id': { action: 'product.fit-delete', before: { quantity: 1 }, after: null },
  'PUT /api/users/:id': { action: 'role.change', before: { role: 'customer' }, after: { role: 'admin' } },
  'DELETE /api/users/:id/sessions': { action: 'session.end', before: { sessions: 1 }, after: { sessions: 0 } },
  'DELETE /api/users/:id/sessions/:session': { action: 'session.end', before: { sessions: 1 }, after: { sessions: 0 } },
  'PATCH /api/reviews/:id': { action: 'review.hide', before: { hidden: false }, after: { hidden: true } },
  'PATCH /api/questions/:id': { action: 'question.hide', before: { hidden: false }, after: { hidden: true } },
  'PATCH /api/answers/:id': { action: 'answer.hide', before: { hidden: false }, after: { hidden: true } },
  'PATCH /api/part-requests': { action: 'request.answer', before: { answered: false }, after: { answered: true } },
  'POST /api/shipping-zones': { action: 'zone.add', before: null, after: { name: 'World' } },
  'PUT /api/shipping-zones/:id': { action: 'zone.edit', before: { name: 'World' }, after: { countries: ['*'] } },
  'DELETE /api/shipping-zones/:id': { action: 'zone.delete', before: { name: 'World' }, after: null },
  'POST /api/tax-rates': { action: 'rate.add', before: null, after: { percent: 10 } },
  'PUT /api/tax-rates/:id': { action: 'rate.edit', before: { country: 'TV' }, after: { percent: 10 } },
  'DELETE /api/tax-rates/:id': { action: 'rate.delete', before: { percent: 10 }, after: null },
  'PUT /api/sum-settings': { action: 'sums.settings', before: { showsTax: false }, after: { showsTax: true } },
  'POST /api/discount-codes': { action: 'code.add', before: null, after: { percent: 10 } },
  'PUT /api/discount-codes/:id': { action: 'code.edit', before: { uses: 0 }, after: { percent: 10 } },
  'DELETE /api/discount-codes/:id': { action: 'code.delete', before: { percent: 10 }, after: null },
  'POST /api/price-groups': { action: 'group.add', before: null, after: { percent: 0, people: 0 } },
  'PUT /api/price-groups/people': {
    action: 'group.person',
    before: { group: null },
    after: { group: expect.any(String) },
  },
  'PUT /api/price-groups/:id': { action: 'group.edit', before: { people: 0 }, after: { prices: [] } },
  'DELETE /api/price-groups/:id': { action: 'group.delete', before: { percent: 0 }, after: null },
  'PATCH /api/paidorders/:id': { action: 'order.deliver', before: { status: 'paid' }, after: { status: 'delivered' } },
  'PATCH /api/checkouts/:id/sent': {
    action: 'order.deliver',
    before: { status: 'paid' },
    after: { status: 'delivered', carrier: 'Quayline' },
  },
  'PATCH /api/checkouts/:id/corrected': {
    action: 'order.take-back',
    before: { status: 'delivered' },
    after: { status: 'paid', reason: 'It stands here still.' },
  },
  'DELETE /api/paidorders/:id': {
    action: 'order.take-back',
    before: { status: 'delivered' },
    after: { status: 'paid' },
  },
}

test('every call that only an admin may write with is in the list below', () => {
  const writes = Object.entries(CALLS).filter(([call, { are }]) => are[1] === 403 && methodOf(call) !== 'GET')
  expect(writes.map(([call]) => call).toSorted()).toEqual(Object.keys(ADMIN_WRITES).toSorted())
})

test.each(Object.entries(ADMIN_WRITES))(
  '%s leaves one line: who, what, whom, before and after, when',
  async (call, { action, ...change }) => {
    const here = world()
    const { ask } = CALLS[call] ?? {}
    const asked = (await ask?.(here)) ?? { path: '' }
    const answer = await here.send({ ...asked, method: methodOf(call), token: here.admin.token })
    const { _id, lines: [line] = [] } = (await answer.json()) as { _id: string; lines?: string[] }
    // A fit goes, its product stays.
    const subject = action.startsWith('product.fit') ? here.product.id : (line ?? _id)
    const lines = await logOf(subject, `&action=${action}`)
    expect(lines).toMatchObject([{ actor: here.admin.email, action, subject, ...change }])
    expect(Math.abs(Date.parse(lines[0]?.at ?? '') - here.clock.now().getTime())).toBeLessThan(60_000)
  },
)

test('a refused or repeated act leaves none', async () => {
  const { send, admin, buyer, product, as, shop } = world()
  const order = await placed(as.buyer, product)
  const deliver = (token: string) => send({ path: `/api/paidorders/${order._id}`, method: 'PATCH', token })
  expect([(await deliver(buyer.token)).status, (await deliver(admin.token)).status]).toEqual([403, 409])
  expect(await logOf(order._id)).toEqual([])
  await paid(shop, order)
  expect([(await deliver(admin.token)).status, (await deliver(admin.token)).status]).toEqual([200, 200])
  expect((await logOf(order._id)).map(({ action }) => action)).toEqual(['order.deliver', 'order.paid'])
})

test('an order that an admin cancels names the admin; one’s own needs no line', async () => {
  const { as, product, admin } = world()
  const [own, others] = [await placed(as.buyer, product), await placed(as.buyer, product)]
  await cancelled(as.buyer, own)
  await cancelled(as.admin, others)
  expect(await logOf(own._id)).toEqual([])
  expect(await logOf(others._id)).toMatchObject([{ action: 'order.cancel', actor: admin.email }])
})

test('a refund has its line, with the sum', async () => {
  const { as, shop, clock } = world()
  const nothing = { price: 123.45, _id: crypto.randomUUID() } as Order
  const id = await intentFor(as.buyer, nothing, { loose: true })
  await charge(shop, id)
  clock.advance(600_000)
  await reconcile(shop)
  await refundPayment(shop, id)
  expect(await logOf(id)).toMatchObject([{ action: 'order.refund', actor: 'the shop', after: { cents: 12_345 } }])
})

test('the first admin and the command line are in it too', async () => {
  const { shop } = world()
  const { makeAdmin } = await import('../accounts/change-role.ts')
  const { email, id } = await aPerson(shop, 'second')
  await makeAdmin(shop, email)
  expect(await logOf(id)).toMatchObject([{ action: 'role.change', actor: 'the shop', after: { role: 'admin' } }])
})

test('no line holds a secret', async () => {
  const { shop } = world()
  const { rows } = await shop.pool.query('select * from audit_log')
  expect(rows.length).toBeGreaterThan(5)
  // The hexadecimal digits of an id may hold 4242 by chance, so only the card's own groups count.
  expect(JSON.stringify(rows)).not.toMatch(/password|secret|token|(?<![\w-])4242(?![\w-])|4242 ?4242|Storgata/i)
})

test('nothing in it can be changed, taken out or emptied, by any way of asking', async () => {
  const { shop } = world()
  const before = await shop.pool.query('select * from audit_log order by id')
  for (const sql of [
    "update audit_log set subject = 'b'",
    "update audit_log set subject = 'b' where false",
    'delete from audit_log',
    'truncate audit_log',
    'truncate audit_log cascade',
    "insert into audit_log select * from audit_log on conflict (id) do update set subject = 'b'",
    "merge into audit_log a using (select 1) s on true when matched then update set subject = 'b'",
    'with gone as (delete from audit_log returning 1) select * from gone',
  ]) {
    await expect(shop.pool.query(sql), sql).rejects.toThrow('only grows')
  }
  expect((await shop.pool.query('select * from audit_log order by id')).rows).toEqual(before.rows)
})
