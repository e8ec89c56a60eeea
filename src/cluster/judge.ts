import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { type Db, openDb } from '../database/db.ts'
import { breachesOf } from '../laws.ts'
import type { Write } from './buyers.ts'
import type { MailServer } from './mail-server.ts'

/** pg-boss retries a mail of a lost worker after a minute, and checks once a minute. */
const MAILS_WITHIN = 200_000
const ENDS = { cancel: 'cancelled', pay: 'paid' } as Record<string, string>

/** Checks the whole shop while no buyer has an open request; answers a sentence for each fault. */
export async function judge(pool: pg.Pool, writes: Write[], mails: MailServer): Promise<string[]> {
  const breaches = await breachesOf(openDb(pool) as Db)
  return [
    ...breaches.map(({ law, says, rows }) => `law ${law} (${says}) is broken: ${JSON.stringify(rows[0])}`),
    ...(await lostOrTwice(pool, writes)),
    ...(await ledgerFaults(pool)),
    ...(await mailFaults(pool, mails)),
  ]
}

/** Every acknowledged order exists in its last state, and no order exists without an acknowledgement. */
async function lostOrTwice(pool: pg.Pool, writes: Write[]) {
  const { rows } = await pool.query<{ id: string; status: string }>('select id, status from order_lines')
  const there = new Map(rows.map(({ id, status }) => [id, status]))
  const told = new Map<string, string>()
  for (const { what, id } of writes) if (what === 'order' || ENDS[what]) told.set(id, ENDS[what] ?? 'unpaid')
  const orders = writes.filter(({ what }) => what === 'order').length
  const faults: string[] = []
  for (const [id, status] of told) {
    if (!there.has(id)) faults.push(`order ${id} was acknowledged and is missing`)
    else if (there.get(id) !== status) faults.push(`order ${id} was acknowledged ${status} and is ${there.get(id)}`)
  }
  for (const { id } of rows) if (!told.has(id)) faults.push(`order ${id} is there and nobody was told`)
  if (told.size !== orders) faults.push(`${orders} keys were answered with ${told.size} orders`)
  return faults
}

/** For each payment intent, the sandbox's charges less refunds equal the price of the paid orders. */
async function ledgerFaults(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: string; charged: string; booked: string }>(`
    select coalesce(c.payment_intent_id, o.transaction_id) as id, c.charged, o.price_cents as booked
    from (select payment_intent_id, sum(amount - amount_refunded) as charged from stripe_sandbox.charges
      where status = 'succeeded' group by 1) c
    full join (select transaction_id, price_cents from orders where status = 'paid') o
      on o.transaction_id = c.payment_intent_id
    where c.charged is distinct from o.price_cents and coalesce(c.charged, 0) <> coalesce(o.price_cents, 0)`)
  return rows.map(({ id, charged, booked }) => `intent ${id}: charged ${charged ?? 0}, booked ${booked ?? 0}`)
}

/** Waits until all mails are sent, then checks that each paid order has its mail. A repeated mail has the same id. */
async function mailFaults(pool: pg.Pool, mails: MailServer) {
  const end = performance.now() + MAILS_WITHIN
  let open = await unsent(pool)
  while (open > 0 && performance.now() < end) {
    await pool.query("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'")
    await wait(500)
    open = await unsent(pool)
  }
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from orders where status in ('paid', 'refund_due', 'refunded')",
  )
  const paid = rows[0]?.count ?? 0
  return [
    ...(open > 0 ? [`${open} mails are not sent`] : []),
    ...(mails.taken() < paid ? [`${mails.taken()} mails came, and ${paid} orders were paid`] : []),
  ]
}

async function unsent(pool: pg.Pool) {
  const { rows } = await pool.query<{ count: number }>(
    "select count(*)::int as count from pgboss.job where name = 'mail' and state <> 'completed'",
  )
  return rows[0]?.count ?? 0
}
