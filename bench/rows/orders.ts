import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { AT_ONCE, timesASecond } from '../load.ts'
import { openOrdering, type Sold } from '../ordering.ts'
import { inTurns, type Row, whole } from '../row.ts'
import { type MeasuredShop, openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
/** Uncounted rounds, since V8 compiles the long path of an order only after some thousand runs. */
const WARM = 5

/** POST /order with every check on, the rate limit too, against the same rows written by the driver alone. */
export async function orderRate(): Promise<Row[]> {
  const shop = await openMeasuredShop(undefined, { MAX_UNPAID_ORDERS: '1000', RATE_LIMIT: 'on' })
  try {
    const ordering = await openOrdering(shop)
    // Leaves an example of the mail job that the bare side writes too.
    await ordering.place()
    const bare = await openBareOrders(shop, ordering)
    const orders = async () => {
      // The limit is 30 orders a minute for each buyer, and there are fewer buyers than orders.
      await shop.pool.query('delete from rate_limits')
      return ordering.rate()
    }
    const transactions = () => timesASecond(bare.place)
    await inTurns(WARM, orders, transactions)
    const { ratio, a, b } = await inTurns(ROUNDS, orders, transactions)
    await bare.stop()
    const what = 'POST /api/order, 16 at once, all checks on, against the same rows by the bare driver'
    return [
      {
        what,
        measured: ratio,
        floor: 0.45,
        is: 'at least',
        unit: '×',
        detail: `${whole(a)} against ${whole(b)} orders/s`,
      },
    ]
  } finally {
    await shop.stop()
  }
}

/** What an order of the shop leaves: the mail job, and the terms of its sums. */
type Left = { data: unknown; terms: unknown }
type Ordering = Awaited<ReturnType<typeof openOrdering>>

/** One transaction of prepared statements that leaves what an order leaves: units, movement, order and its line, mail job, limit. */
async function openBareOrders({ pool }: MeasuredShop, { buyers, products }: Ordering) {
  const { rows } = await pool.query<Left>(
    `select (select data from pgboss.job where name = 'mail' limit 1), terms from orders limit 1`,
  )
  const left = { data: JSON.stringify(rows[0]?.data), terms: JSON.stringify(rows[0]?.terms) }
  const own = new pg.Pool({ ...pool.options, max: AT_ONCE })
  let turn = 0
  const place = async () => {
    const buyer = buyers[turn % buyers.length]
    const product = products[turn++ % products.length] as Sold
    const client = await own.connect()
    try {
      await client.query('begin')
      for (const [name, text, values] of statements(String(buyer?.id), String(buyer?.email), product, left)) {
        await client.query({ name, text, values })
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return { place, stop: () => own.end() }
}

function statements(
  buyerId: string,
  email: string,
  { id: productId, name, number, cents, min }: Sold,
  { data, terms }: { data: string; terms: string },
) {
  const [id, lineId, now] = [uuidv7(), uuidv7(), new Date()]
  return [
    [
      'limit',
      `insert into rate_limits (key, points, expire) values ($1, 1, $2) on conflict (key) do update set points = rate_limits.points + 1`,
      [`order:${buyerId}`, Date.now() + 60_000],
    ],
    ['take', 'update products set stock = stock - $1 where id = $2 and stock >= $1', [min, productId]],
    [
      'move',
      `insert into stock_movements (id, product_id, line_id, quantity, reason, at) values ($1, $2, $3, $4, 'order', $5)`,
      [uuidv7(), productId, lineId, -min, now],
    ],
    [
      'order',
      `insert into orders (id, buyer_id, buyer_email, buyer_name, price_cents, country, address, phone, created_at, expires_at, terms)
      values ($1, $2, $3, 'Bench', $4, 'Norway', 'Storgata 1, Oslo', '22 00 01 40', $5, $6, $7)`,
      [id, buyerId, email, cents, now, new Date(now.getTime() + 86_400_000), terms],
    ],
    [
      'line',
      `insert into order_lines (id, order_id, buyer_id, product_id, product_name, product_number, product_image, unit_price_cents, min_order, quantity, price_cents)
      values ($1, $2, $3, $4, $5, $8, '/drawings/fuse.svg', $6, $7, $7, $6)`,
      [lineId, id, buyerId, productId, name, cents, min, number],
    ],
    ['mail', `insert into pgboss.job (id, name, data) values ($1, 'mail', $2)`, [uuidv7(), data]],
  ] as [string, string, unknown[]][]
}
