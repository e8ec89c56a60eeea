import pg from 'pg'
import { AT_ONCE, answersASecond, timesASecond } from '../load.ts'
import { openOrdering } from '../ordering.ts'
import { bearer } from '../people.ts'
import { inTurns, type Row, whole } from '../row.ts'
import { openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
const PLACED = 10

/** A buyer's own orders over HTTP against the bare queries, on the same database. */
export async function orderReads(): Promise<Row[]> {
  const shop = await openMeasuredShop(undefined, { MAX_UNPAID_ORDERS: '1000' })
  const own = new pg.Pool({ ...shop.pool.options, max: AT_ONCE })
  try {
    const { buyers, place } = await openOrdering(shop)
    for (let count = 0; count < buyers.length * PLACED; count++) await place()
    const [buyer] = buyers
    if (!buyer) throw new Error('nobody orders')
    const { rows } = await shop.pool.query<{ id: string }>('select id from order_lines where buyer_id = $1 limit 1', [
      buyer.id,
    ])
    const id = rows[0]?.id ?? ''
    const headers = bearer(buyer.token)
    const list = () =>
      own.query({
        name: 'list',
        text: `select * from order_lines l join orders o on o.id = l.order_id where l.buyer_id = $1 and l.status in ('unpaid', 'paid', 'delivered', 'refund_due', 'refunded') order by l.id desc limit 501`,
        values: [buyer.id],
      })
    const one = () =>
      own.query({
        name: 'one',
        text: 'select * from order_lines l join orders o on o.id = l.order_id where l.id = $1 and l.buyer_id = $2',
        values: [id, buyer.id],
      })
    const calls = [
      { what: 'GET /api/orders?email=', url: `${shop.origin}/api/orders?email=${buyer.email}`, query: list },
      { what: 'GET /api/orders/{id}', url: `${shop.origin}/api/orders/${id}`, query: one },
    ]
    const measured: Row[] = []
    for (const { what, url, query } of calls) {
      const http = () => answersASecond(url, { headers })
      await http()
      await timesASecond(query)
      const { ratio, a, b } = await inTurns(ROUNDS, http, () => timesASecond(query))
      measured.push({
        what: `${what}, 16 at once, against the bare query`,
        measured: ratio,
        floor: 0.45,
        is: 'at least',
        unit: '×',
        detail: `${whole(a)} answers/s against ${whole(b)} queries/s`,
      })
    }
    return measured
  } finally {
    await own.end()
    await shop.stop()
  }
}
