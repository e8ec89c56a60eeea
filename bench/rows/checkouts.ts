import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { AT_ONCE, answersASecond, timesASecond } from '../load.ts'
import { JSON_TYPE, openOrdering, type Sold } from '../ordering.ts'
import { bearer } from '../people.ts'
import { inTurns, type Row, whole } from '../row.ts'
import { type MeasuredShop, openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
const WARM = 3
const PRODUCTS = 40
const LINES = 20

type Ordering = Awaited<ReturnType<typeof openOrdering>>

/** POST /checkouts of 20 lines with every check on, the rate limit too, against the same rows written by the driver alone. */
export async function checkoutRate(): Promise<Row[]> {
  const shop = await openMeasuredShop(undefined, { MAX_UNPAID_ORDERS: '1000', RATE_LIMIT: 'on' })
  try {
    const ordering = await openOrdering(shop, PRODUCTS)
    const checkouts = () => rateOf(shop, ordering)
    // Leaves an example of the mail job that the bare side writes too.
    await checkouts()
    const bare = await openBareCheckouts(shop, ordering)
    const transactions = () => timesASecond(bare.place)
    await inTurns(WARM, checkouts, transactions)
    const { ratio, a, b } = await inTurns(ROUNDS, checkouts, transactions)
    await bare.stop()
    return [
      {
        what: 'POST /api/checkouts of 20 lines, 16 at once, all checks on, against the same rows by the bare driver',
        measured: ratio,
        floor: 0.45,
        is: 'at least',
        unit: '×',
        detail: `${whole(a)} against ${whole(b)} checkouts/s`,
      },
    ]
  } finally {
    await shop.stop()
  }
}

/** Twenty of the products, from another one on each turn. */
const listFrom = (products: Sold[], turn: number) =>
  Array.from({ length: LINES }, (_, at) => products[(turn + at) % products.length] as Sold)

const sumOf = (list: Sold[]) => list.reduce((sum, { cents }) => sum + cents, 0)

async function rateOf({ origin, pool }: MeasuredShop, { buyers, products }: Ordering) {
  // The limit is 30 checkouts a minute for each buyer, and there are fewer buyers than checkouts.
  await pool.query('delete from rate_limits')
  const requestsOf = (connection: number) =>
    buyers
      .filter((_, index) => index % AT_ONCE === connection % AT_ONCE)
      .map(({ token }, turn) => ({
        method: 'POST' as const,
        path: '/api/checkouts',
        headers: { ...bearer(token), ...JSON_TYPE },
        body: bodyOf(listFrom(products, connection + turn * AT_ONCE)),
      }))
  return answersASecond(origin, { requestsOf })
}

const bodyOf = (list: Sold[]) =>
  JSON.stringify({
    lines: list.map(({ id: productId, min: quantity }) => ({ productId, quantity })),
    price: sumOf(list) / 100,
    country: 'Norway',
    address: 'Storgata 1, Oslo',
    phone: '22 00 01 40',
  })

/** One transaction of prepared statements, one a table, that leaves what a checkout of 20 lines leaves. */
async function openBareCheckouts({ pool }: MeasuredShop, { buyers, products }: Ordering) {
  const { rows } = await pool.query<{ data: unknown; terms: unknown }>(
    `select (select data from pgboss.job where name = 'mail' order by length(data::text) desc limit 1), terms from orders limit 1`,
  )
  const [mail, terms] = [JSON.stringify(rows[0]?.data), JSON.stringify(rows[0]?.terms)]
  const own = new pg.Pool({ ...pool.options, max: AT_ONCE })
  let turn = 0
  const place = async () => {
    const { id, email } = buyers[turn % buyers.length] ?? { id: '', email: '' }
    const list = listFrom(products, turn++)
    const client = await own.connect()
    try {
      await client.query('begin')
      for (const [name, text, values] of statements({ id, email, list, mail, terms })) {
        await client.query({ name, text, values })
      }
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return { place, stop: () => own.end() }
}

type Placed = { id: string; email: string; list: Sold[]; mail: string; terms: string }

function statements({ id: buyerId, email, list, mail, terms }: Placed) {
  const [id, now] = [uuidv7(), new Date()]
  const lineIds = list.map(() => uuidv7())
  const [productIds, units] = [list.map((sold) => sold.id), list.map(({ min }) => min)]
  const later = new Date(now.getTime() + 86_400_000)
  return [
    [
      'limit',
      `insert into rate_limits (key, points, expire) values ($1, 1, $2) on conflict (key) do update set points = rate_limits.points + 1`,
      [`checkout:${buyerId}`, Date.now() + 60_000],
    ],
    [
      'take',
      `with held as (select p.id, l.units from products p join unnest($1::uuid[], $2::int[]) l (id, units) using (id)
          order by p.id for no key update of p)
        update products p set stock = stock - held.units from held where p.id = held.id and p.stock >= held.units`,
      [productIds, units],
    ],
    [
      'move',
      `insert into stock_movements (id, product_id, line_id, quantity, reason, at)
        select * , 'order', $5::timestamptz from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::int[])`,
      [list.map(() => uuidv7()), productIds, lineIds, units.map((count) => -count), now],
    ],
    [
      'order',
      `insert into orders (id, buyer_id, buyer_email, buyer_name, price_cents, country, address, phone, created_at, expires_at, terms)
        values ($1, $2, $3, 'Bench', $4, 'Norway', 'Storgata 1, Oslo', '22 00 01 40', $5, $6, $7)`,
      [id, buyerId, email, sumOf(list), now, later, terms],
    ],
    [
      'lines',
      `insert into order_lines (id, order_id, buyer_id, product_id, product_name, product_number, product_image, unit_price_cents, min_order, quantity, price_cents)
        select l.id, $1, $2, l.product_id, l.name, l.number, '/drawings/fuse.svg', l.cents, l.units, l.units, l.cents
        from unnest($3::uuid[], $4::uuid[], $5::text[], $6::int[], $7::int[], $8::text[]) l (id, product_id, name, cents, units, number)`,
      [
        id,
        buyerId,
        lineIds,
        productIds,
        list.map(({ name }) => name),
        list.map(({ cents }) => cents),
        units,
        list.map(({ number }) => number),
      ],
    ],
    ['mail', `insert into pgboss.job (id, name, data) values ($1, 'mail', $2)`, [uuidv7(), mail]],
  ] as [string, string, unknown[]][]
}
