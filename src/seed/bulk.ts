import type { ClientBase } from 'pg'
import type { Pool } from '../database/db.ts'
import { aPatientClient } from '../database/migrate.ts'
import { madeUpBuyer, madeUpPart } from './made-up.ts'

/** A connection made ready for many rows. */
export type Bulk = Pick<ClientBase, 'query'>

const AT_ONCE = 5000

/** Does bulk work on a connection whose search indexes take their words in large portions; the rows are written out at the end. */
export async function inBulk(pool: Pool, work: (bulk: Bulk) => Promise<unknown>) {
  const client = aPatientClient(pool)
  await client.connect()
  try {
    await client.query(`set synchronous_commit = off; set gin_pending_list_limit = '1GB'; set work_mem = '256MB'`)
    await work(client)
    await client.query(
      'vacuum analyze products, part_numbers, models, fits, stock_movements, users, orders, order_lines, payment_intents, audit_log, order_events, parcels, reviews, questions, answers',
    )
  } finally {
    await client.end()
  }
}

/** Called after each step with how many rows there are now, of how many. */
export type Progress = (done: number, of: number) => void

type Steps = { first: number; count: number; progress: Progress; atOnce?: number }
/** How many rows to add, and the time that counts as now. */
export type Adding = { count: number; at: Date; progress: Progress }

/** Calls `step` for one stretch of serial numbers after another. */
export async function inSteps(
  { first, count, progress, atOnce = AT_ONCE }: Steps,
  step: (serials: number[]) => Promise<unknown>,
) {
  for (let done = 0; done < count; ) {
    const size = Math.min(atOnce, count - done)
    await step(Array.from({ length: size }, (_, place) => first + done + place))
    done += size
    progress(done, count)
  }
}

/** Adds made-up parts with their first stock movement (laws S1, S2), each step in one statement. */
export async function addParts(bulk: Bulk, { count, at, progress }: Adding) {
  const first = 1 + (await countOf(bulk, 'products'))
  await inSteps({ first, count, progress }, (serials) =>
    bulk.query(
      `with part as (
        select * from json_to_recordset($1::json) as part(id uuid, number text, name text, description text,
          unit_price_cents int, min_order int, stock int, image text, category text, attributes json, leaf text, maker text, facts json)
      ), shelf as (
        insert into products (id, number, name, description, unit_price_cents, min_order, stock, image, category, attributes, leaf,
          maker, facts, created_at)
        select id, number, name, description, unit_price_cents, min_order, stock, image, category, attributes,
          (select slug from categories where slug = leaf), maker, facts, $2::timestamptz from part
      )
      insert into stock_movements (id, product_id, quantity, reason, at)
      select gen_random_uuid(), id, stock, 'initial', $2::timestamptz from part where stock > 0`,
      [JSON.stringify(serials.map(madeUpPart)), at],
    ),
  )
}

/** Adds buyers that nobody can sign in as: they are there to have bought. */
export async function addBuyers(bulk: Bulk, { count, at, progress }: Adding) {
  const first = 1 + (await countOf(bulk, 'users'))
  await inSteps({ first, count, progress }, (serials) =>
    bulk.query(
      `insert into users (id, name, email, phone, email_verified, role, created_at, updated_at)
      select id, name, email, phone, true, 'customer', $2::timestamptz, $2::timestamptz
      from jsonb_to_recordset($1::jsonb) as buyer(id uuid, name text, email text, phone text)
      on conflict (email) do nothing`,
      [JSON.stringify(serials.map(madeUpBuyer)), at],
    ),
  )
}

async function countOf(bulk: Bulk, table: 'products' | 'users') {
  const { rows } = await bulk.query<{ count: number }>(`select count(*)::int as count from ${table}`)
  return rows[0]?.count ?? 0
}
