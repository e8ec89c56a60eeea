import { expect, test } from 'vitest'
import { times } from '../payments/open-test-payments.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { once } from './once.ts'

test('copies of a request wait without a connection, and get its answer, or do its work when it failed', async () => {
  const { shop, buyer } = await openTestShop()
  const asked = { userId: buyer.id, request: 'a list', at: shop.clock.now() }
  const inTransaction = async () => {
    const { rows } = await shop.pool.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    )
    return rows[0]?.count
  }
  for (const fails of [false, true]) {
    const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let works = 0
    const send = () =>
      once(shop.db, { ...asked, key: `fails: ${fails}` }, async () => {
        const work = ++works
        begun.resolve()
        await gate.promise
        if (fails && work === 1) throw new Error('the first one')
        return work
      })
    const first = send().catch((error: Error) => error.message)
    await begun.promise
    const copies = Promise.all(times(5, send))
    await once(shop.db, { ...asked, key: `beside, fails: ${fails}` }, async () => 'another')
    const busy = await inTransaction()
    gate.resolve()
    expect([busy, await first, await copies]).toEqual([1, fails ? 'the first one' : 1, Array(5).fill(fails ? 2 : 1)])
  }
})
