import { filledFolder } from '../large.ts'
import { wireAnswer } from '../load.ts'
import { aPerson, bearer, tokenFor } from '../people.ts'
import { mediansOf, percentile, type Row } from '../row.ts'
import { type MeasuredShop, openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
const TIMES = 200
const WARM = 20

/** The same call on a large and a small shop, in turns; each answers a page of the same length. */
export async function growth(): Promise<Row[]> {
  const small = await openMeasuredShop(filledFolder('small'))
  const large = await openMeasuredShop(filledFolder('large'))
  try {
    const calls = { small: await callsOf(small), large: await callsOf(large) }
    const rows: Row[] = []
    for (const [name, inLarge] of Object.entries(calls.large)) {
      const inSmall = calls.small[name as keyof typeof calls.small]
      await timesOf(inLarge, inSmall, WARM)
      const rounds: { a: number; b: number }[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await timesOf(inLarge, inSmall, TIMES))
      const { ratio, a, b } = mediansOf(rounds)
      rows.push({
        what: `${name}, large against small shop, p95`,
        measured: ratio,
        floor: 1.5,
        is: 'at most',
        unit: '×',
        detail: `${a.toFixed(1)} against ${b.toFixed(1)} ms`,
      })
    }
    return rows
  } finally {
    await small.stop()
    await large.stop()
  }
}

type Call = { url: string; headers: Record<string, string>; status: number }

/** The 95th percentile of both, asked in turns. */
async function timesOf(one: Call, other: Call, times: number) {
  const [a, b]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < times; turn++) {
    a.push(await timeOf(one))
    b.push(await timeOf(other))
  }
  return { a: percentile(a, 0.95), b: percentile(b, 0.95) }
}

async function timeOf({ url, headers, status }: Call) {
  const began = performance.now()
  const answer = await wireAnswer(url, headers)
  if (answer.status !== status) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - began
}

/** Every list, page, search and admin call. A `t` that changes keeps the page cache out of what it is asked for. */
async function callsOf({ origin, pool }: MeasuredShop) {
  const admin = bearer((await aPerson(pool, 'admin')).token)
  const buyer = await pool.query<{ id: string; email: string }>(
    'select buyer_id as id, buyer_email as email from orders group by 1, 2 having count(*) between 4 and 8 order by 1 limit 1',
  )
  const { id = '', email = '' } = buyer.rows[0] ?? {}
  const own = bearer(await tokenFor(pool, id))
  const order = (
    await pool.query<{ id: string }>(
      "select id from order_lines where buyer_id = $1 and status = 'delivered' limit 1",
      [id],
    )
  ).rows[0]?.id
  const product = (await pool.query<{ id: string }>('select id from products order by id limit 1')).rows[0]?.id
  let serial = 0
  const fresh = (path: string, headers = {}, status = 200): Call => ({
    get url() {
      return `${origin}${path}${path.includes('?') ? '&' : '?'}t=${serial++}`
    },
    headers,
    status,
  })
  return {
    'GET /': fresh('/'),
    'GET /products': fresh('/products'),
    'GET /products?page=3': fresh('/products?page=3'),
    'GET /products?sort=price': fresh('/products?sort=price'),
    'GET /products?q=compressor': fresh('/products?q=compressor'),
    'GET /purcess/{id}': fresh(`/purcess/${product}`),
    'GET /api/products?limit=48': fresh('/api/products?limit=48'),
    'GET /api/products?limit=12&sort=-name': fresh('/api/products?limit=12&sort=-name'),
    'GET /api/products?limit=12&sort=stock': fresh('/api/products?limit=12&sort=stock'),
    'GET /api/products?limit=12&q=fan': fresh('/api/products?limit=12&q=fan'),
    'GET /api/products?limit=12&q=HC-120': fresh('/api/products?limit=12&q=HC-120'),
    'GET /api/products?limit=12&q=no': fresh('/api/products?limit=12&q=no'),
    'GET /api/products?limit=12&q=zzz': fresh('/api/products?limit=12&q=zzz'),
    'GET /api/product/{id}': fresh(`/api/product/${product}`),
    'GET /api/reviews': fresh('/api/reviews'),
    'GET /api/orders?email=': fresh(`/api/orders?email=${email}&limit=12`, own),
    'GET /api/orders/{id}': fresh(`/api/orders/${order}`, own),
    'GET /api/allorders?limit=14': fresh('/api/allorders?limit=14', admin),
    'GET /api/allorders?limit=14&page=5': fresh('/api/allorders?limit=14&page=5', admin),
    'GET /api/allorders?limit=14&status=paid': fresh('/api/allorders?limit=14&status=paid', admin),
    'GET /api/allorders?limit=14&q=buyer7': fresh('/api/allorders?limit=14&q=buyer7', admin),
    'GET /api/allorders?limit=14&q=fan': fresh('/api/allorders?limit=14&q=fan', admin),
    'GET /api/allorders?limit=14&q=zz': fresh('/api/allorders?limit=14&q=zz', admin),
    'GET /api/allorders/counts': fresh('/api/allorders/counts', admin),
    'GET /api/users?limit=12': fresh('/api/users?limit=12', admin),
    'GET /api/users?limit=12&q=buyer1': fresh('/api/users?limit=12&q=buyer1', admin),
    'GET /api/users?limit=12&q=zz': fresh('/api/users?limit=12&q=zz', admin),
    'GET /api/audit?limit=20': fresh('/api/audit?limit=20', admin),
    'GET /api/audit?limit=20&action=order.paid': fresh('/api/audit?limit=20&action=order.paid', admin),
    'GET /api/audit?limit=20&q=buyer7': fresh('/api/audit?limit=20&q=buyer7', admin),
  }
}
