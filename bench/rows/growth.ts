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
      const inSmall = calls.small[name as keyof typeof calls.small] as Call
      await timesOf(inLarge, inSmall, WARM)
      const rounds: { a: number; b: number }[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await timesOf(inLarge, inSmall, TIMES))
      const { ratio, a, b } = mediansOf(rounds)
      const [many, few] = [await lengthOf(inLarge), await lengthOf(inSmall)]
      rows.push({
        what: `${name}, large against small shop, p95`,
        measured: ratio,
        floor: 1.5,
        is: 'at most',
        unit: '×',
        detail: `${a.toFixed(1)} against ${b.toFixed(1)} ms${many === few ? '' : `; ${many} rows against ${few}`}`,
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

/** How many rows an answer of the API has; undefined for what is no list. */
async function lengthOf({ url, headers }: Call) {
  const answer = await fetch(url, { headers })
  const body = answer.headers.get('content-type')?.includes('json') ? await answer.json() : undefined
  return Array.isArray(body) ? body.length : undefined
}

type Fresh = (path: string, headers?: Record<string, string>) => Call

/** Every list, page, search and admin call. The changing `t` bypasses the page cache. */
async function callsOf(shop: MeasuredShop) {
  let serial = 0
  const fresh: Fresh = (path, headers = {}) => ({
    get url() {
      return `${shop.origin}${path}${path.includes('?') ? '&' : '?'}t=${serial++}`
    },
    headers,
    status: 200,
  })
  return { ...(await publicCalls(shop, fresh)), ...(await ownCalls(shop, fresh)), ...(await adminCalls(shop, fresh)) }
}

async function publicCalls({ pool }: MeasuredShop, fresh: Fresh) {
  const product = await first<{ id: string }>(pool, 'select id from products order by id limit 1')
  const asked = await first<{ id: string }>(
    pool,
    'select product_id as id from questions group by 1 order by count(*) desc limit 1',
  )
  return {
    'GET /': fresh('/'),
    'GET /products': fresh('/products'),
    'GET /products?page=3': fresh('/products?page=3'),
    'GET /products?sort=price': fresh('/products?sort=price'),
    'GET /products?q=compressor': fresh('/products?q=compressor'),
    'GET /purcess/{id}': fresh(`/purcess/${product?.id}`),
    'GET /api/products?limit=48': fresh('/api/products?limit=48'),
    'GET /api/products?limit=12&sort=-name': fresh('/api/products?limit=12&sort=-name'),
    'GET /api/products?limit=12&sort=stock': fresh('/api/products?limit=12&sort=stock'),
    'GET /api/products?limit=12&q=fan': fresh('/api/products?limit=12&q=fan'),
    'GET /api/products?limit=12&q=HC-120': fresh('/api/products?limit=12&q=HC-120'),
    'GET /api/products?limit=12&q=no': fresh('/api/products?limit=12&q=no'),
    'GET /api/products?limit=12&q=zzz': fresh('/api/products?limit=12&q=zzz'),
    'GET /api/product/{id}': fresh(`/api/product/${product?.id}`),
    'GET /api/reviews': fresh('/api/reviews'),
    'GET /api/product/{id}/reviews of the part with most': fresh(`/api/product/${asked?.id}/reviews`),
    'GET /api/product/{id}/questions of the part with most': fresh(`/api/product/${asked?.id}/questions`),
  }
}

async function ownCalls({ pool }: MeasuredShop, fresh: Fresh) {
  const buyer = await first<Buyer>(pool, `${BUYERS} having count(*) between 4 and 8 order by 1 limit 1`)
  const most = await first<Buyer>(pool, `${BUYERS} order by count(*) desc, 1 limit 1`)
  const sent = await first<{ line: string; id: string }>(
    pool,
    `select id as line, order_id as id from order_lines where buyer_id = '${buyer?.id}' and status = 'delivered' limit 1`,
  )
  const own = bearer(await tokenFor(pool, buyer?.id ?? ''))
  const ofMost = bearer(await tokenFor(pool, most?.id ?? ''))
  return {
    'GET /api/orders?email=': fresh(`/api/orders?email=${buyer?.email}&limit=12`, own),
    'GET /api/orders?email= of the buyer with most': fresh(`/api/orders?email=${most?.email}&limit=4`, ofMost),
    'GET /api/checkouts of the buyer with most': fresh('/api/checkouts?limit=4', ofMost),
    'GET /api/checkouts/{id}': fresh(`/api/checkouts/${sent?.id}`, own),
    'GET /api/orders/{id}': fresh(`/api/orders/${sent?.line}`, own),
    'GET /api/orders/{id}/page, with events and parcels': fresh(`/api/orders/${sent?.line}/page`, own),
  }
}

type Buyer = { id: string; email: string }
const BUYERS = 'select buyer_id as id, buyer_email as email from orders group by 1, 2'

async function adminCalls({ pool }: MeasuredShop, fresh: Fresh) {
  const admin = bearer((await aPerson(pool, 'admin')).token)
  const paths = [
    '/api/allorders?limit=14',
    '/api/allorders?limit=14&page=5',
    '/api/allorders?limit=14&status=paid',
    '/api/allorders?limit=14&by=order',
    '/api/allorders?limit=14&by=order&status=paid',
    '/api/allorders?limit=14&by=order&q=fan',
    '/api/allorders?limit=14&q=buyer7',
    '/api/allorders?limit=14&q=fan',
    '/api/allorders?limit=14&q=zz',
    '/api/allorders/counts',
    '/api/allproducts?limit=14',
    '/api/allreviews?limit=14',
    '/api/questions?limit=14',
    '/api/questions?limit=14&state=answered',
    '/api/waiting',
    '/api/users?limit=12',
    '/api/users?limit=12&q=buyer1',
    '/api/users?limit=12&q=zz',
    '/api/audit?limit=20',
    '/api/audit?limit=20&action=order.paid',
    '/api/audit?limit=20&q=buyer7',
  ]
  return Object.fromEntries(paths.map((path) => [`GET ${path}`, fresh(path, admin)]))
}

const first = async <Row extends object>(pool: MeasuredShop['pool'], text: string) =>
  (await pool.query<Row>(text)).rows[0]
