import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { aPerson, clientOf } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { figure, isLong, long } from './figures.ts'
import { fromOneLine, ROW_LOCKS, TURNS, withoutLock } from './locks.ts'
import { openShops, PROCESSES, type Shops } from './shops.ts'

const LONG = isLong ? 600_000 : 60_000
const ADDRESSES = ['anna@example.com', ' Anna@Example.com', 'ANNA@EXAMPLE.COM ', 'anna@example.COM']

const signUps = ({ at, origin }: Shops, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      fetch(`${at(index)}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify({ name: 'Anna', email: ADDRESSES[index % 4], password: 'a parts counter 1' }),
      }),
    ),
  )

const annas = ({ shop }: Shops) =>
  shop.db
    .select()
    .from(users)
    .where(eq(sql`lower(trim(${users.email}))`, 'anna@example.com'))

test.each(PROCESSES)(
  'many sign-ups of one address in %i shop(s) make one account',
  { timeout: LONG },
  async (processes) => {
    const shops = await openShops({ processes })
    const count = long(200, 24)
    const { outcome, waiting } = await fromOneLine(shops.shop, 'users', () => signUps(shops, count))
    expect(await annas(shops)).toHaveLength(1)
    const { 200: made = 0, ...refused } = byStatus(outcome)
    expect(made).toBe(1)
    for (const status of Object.keys(refused)) expect(['409', '422']).toContain(status)
    expect(waiting).toBeGreaterThan(1)
    figure(`sign-ups of one address, ${processes} process(es)`, { asked: count, accounts: 1 })
  },
)

test('without the unique address, one address makes several accounts', async () => {
  const shops = await openShops({ processes: 1 })
  await shops.shop.db.execute(sql`alter table users drop constraint users_one_per_email`)
  await fromOneLine(shops.shop, 'users', () => signUps(shops, 12))
  expect((await annas(shops)).length).toBeGreaterThan(1)
})

const sixAdmins = ({ shop }: Shops) =>
  Promise.all(Array.from({ length: 6 }, (_, index) => aPerson(shop, `admin${index}`, 'admin')))

/** Every admin takes the role of each one, all at once; how many admins are left. */
async function depose({ shop, at }: Shops, others: Awaited<ReturnType<typeof sixAdmins>>) {
  const admins = await shop.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  const answers = await Promise.all(
    others.flatMap(({ token }, index) =>
      admins.map(({ id }) =>
        clientOf(at(index), token).users[':id'].$put({ param: { id }, json: { role: 'customer' } }),
      ),
    ),
  )
  const left = await shop.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  return { answers, left: left.length }
}

test.each(PROCESSES)('admins who depose each other in %i shop(s) leave one', { timeout: LONG }, async (processes) => {
  const shops = await openShops({ processes })
  for (let round = 0; round < long(20, 2); round++) {
    const others = await sixAdmins(shops)
    const { outcome, waiting } = await fromOneLine(shops.shop, 'users', () => depose(shops, others))
    expect(outcome.left).toBe(1)
    for (const { status } of outcome.answers) expect([200, 401, 403, 409]).toContain(status)
    expect(waiting).toBeGreaterThan(1)
  }
  const { rows } =
    await shops.shop.pool.query(`select u.id from users u where u.role = 'customer' and u.name like 'admin%'
    and not exists (select 1 from audit_log a where a.action = 'role.change' and a.subject = u.id::text)`)
  expect(rows).toEqual([])
})

test('without their locks, admins depose each other to the last', async () => {
  const shops = await openShops({ processes: 1 })
  await shops.shop.db.execute(sql`alter table users disable trigger users_demoted`)
  withoutLock(shops.shop, [...ROW_LOCKS, ...TURNS])
  let left = 1
  for (let round = 0; round < 20 && left > 0; round++) {
    ;({ left } = await depose(shops, await sixAdmins(shops)))
  }
  expect(left).toBe(0)
})
