import { setTimeout as wait } from 'node:timers/promises'
import { openBareLookup } from '../bare.ts'
import { filledFolder } from '../large.ts'
import { wireAnswer } from '../load.ts'
import { percentile, type Row } from '../row.ts'
import { type MeasuredShop, openMeasuredShop } from '../shop.ts'

const QUERIES = 2000
const WARM = 300

/** What is looked for at 100,000 parts and 20,000 models, against a bare look-up and against the demonstration. */
export async function finding(): Promise<Row[]> {
  const large = await openMeasuredShop(filledFolder('counter'))
  const demo = await openMeasuredShop()
  try {
    await isRead(large)
    await isRead(demo)
    return [
      ...(await exactNumbers(large)),
      ...(await grown({ large, demo }, 'Suggestions while typing', suggestions)),
      ...(await grown({ large, demo }, 'Page of results with every count', resultPages)),
    ]
  } finally {
    await large.stop()
    await demo.stop()
  }
}

/** Waits until all parts are in memory; before that the counts beside a list lack the category's facts. */
async function isRead({ origin }: MeasuredShop) {
  while ((await (await fetch(`${origin}/api/products/facets?category=fan-motors`)).json()).attributes.length === 0)
    await wait(100)
}

type Numbered = { kind: 'part' | 'model'; number: string; key: string; answer: string }

/** Every number of a part or model, any spelling, over HTTP; against the row by its key, sent by node:http over the driver. */
async function exactNumbers(shop: MeasuredShop): Promise<Row[]> {
  const bare = await openBareLookup(shop.databaseUrl)
  try {
    const numbers = await numbersOf(shop)
    let first = 0
    const ask = async (at: number, isCounted: boolean) => {
      const { kind, number, key, answer } = numbers[at % numbers.length] as Numbered
      const found = await timed(`${shop.origin}/api/search?limit=5&q=${encodeURIComponent(spelt(number, at))}`)
      if (isCounted && firstOf(found.body, kind) === answer) first++
      const { ms } = await timed(`${bare.url}${kind}/${encodeURIComponent(key)}`)
      return { a: found.ms, b: ms }
    }
    const times = await inTurns(ask)
    const what = 'Exact number, any spelling, of 100,000 parts and 20,000 models'
    const share = first / QUERIES
    const detail = `${first} of ${QUERIES}: four parts to a model, five spellings`
    return [
      { what: `${what}, first in rank`, measured: share, floor: 1, is: 'at least', unit: '', detail },
      ...ratios(`${what}, against a bare look-up by key`, times, { median: 3, p95: 5 }),
    ]
  } finally {
    await bare.stop()
  }
}

/** Numbers spread over the shop: of each five, four of parts and one of a model. */
async function numbersOf({ pool }: MeasuredShop) {
  const { rows: parts } = await pool.query<Numbered>(`
    select 'part' as kind, part_numbers.number, key, product_id as answer from part_numbers
    join products on products.id = product_id where removed_at is null and not is_old order by hashtext(key) limit 1600`)
  const { rows: models } = await pool.query<Numbered>(`
    select 'model' as kind, number, squeezed(number) as key, number as answer from models order by hashtext(number) limit 400`)
  return models.flatMap((model, at) => [...parts.slice(at * 4, at * 4 + 4), model])
}

/** As it is printed, in small letters without signs, with spaces or hyphens for signs, or in wide letters. */
function spelt(number: string, at: number) {
  const spellings = [
    number,
    number.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    number.replace(/[^\p{L}\p{N}]+/gu, ' '),
    number.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'),
    number.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  ]
  return spellings[Math.floor(at / 5) % spellings.length] ?? number
}

function firstOf(body: Buffer, kind: Numbered['kind']): string | undefined {
  const { parts, models } = JSON.parse(body.toString())
  return kind === 'part' ? parts[0]?._id : models[0]?.number
}

type Both = { large: MeasuredShop; demo: MeasuredShop }

/** The same paths on both, in turns; all calls of one turn are sent at once. */
async function grown({ large, demo }: Both, what: string, turns: string[][]): Promise<Row[]> {
  let serial = 0
  const all = async (shop: MeasuredShop, paths: string[]) => {
    const t = serial++
    const began = performance.now()
    await Promise.all(paths.map((path) => timed(`${shop.origin}${path}&t=${t}`)))
    return performance.now() - began
  }
  const times = await inTurns(async (at) => {
    const paths = turns[at % turns.length] ?? []
    return { a: await all(large, paths), b: await all(demo, paths) }
  })
  return ratios(`${what}, at 100,000 parts against the demonstration`, times, { median: 2, p95: 4 })
}

async function inTurns(ask: (at: number, isCounted: boolean) => Promise<{ a: number; b: number }>) {
  for (let at = 0; at < WARM; at++) await ask(at, false)
  const [a, b]: [number[], number[]] = [[], []]
  for (let at = 0; at < QUERIES; at++) {
    const pair = await ask(at, true)
    a.push(pair.a)
    b.push(pair.b)
  }
  return { a, b }
}

type Times = { a: number[]; b: number[] }

const ratios = (what: string, { a, b }: Times, floors: { median: number; p95: number }): Row[] =>
  (['median', 'p95'] as const).map((name) => {
    const part = name === 'median' ? 0.5 : 0.95
    const [one, other] = [percentile(a, part), percentile(b, part)]
    const detail = `${one.toFixed(2)} against ${other.toFixed(2)} ms, ${QUERIES} each in turns`
    return { what: `${what}, ${name}`, measured: one / other, floor: floors[name], is: 'at most', unit: '×', detail }
  })

async function timed(url: string) {
  const began = performance.now()
  const { status, body } = await wireAnswer(url, { 'accept-encoding': 'identity' })
  if (status !== 200) throw new Error(`${url}: ${status}`)
  return { ms: performance.now() - began, body }
}

/** What is typed, letter by letter: names, measures, misspelt words, beginnings of numbers, complaints. */
const TYPED = [
  'fan motor 12v',
  'thermostat',
  'compresor r600a',
  'door gasket 1120',
  'defrost heater 320mm',
  'run capacitor 4uf 450v',
  'evaperator fan',
  'hcx-01',
  'BKG36-4',
  'clicks and does not start',
  'crisper draw',
  'water valve 24v',
]
const suggestions = TYPED.flatMap((text) =>
  Array.from(text, (_, at) => [`/api/search?limit=3&q=${encodeURIComponent(text.slice(0, at + 1))}`]),
)

/** Pages of results as people narrow them: by category, maker, fact, price, stock, words and pages. */
const NARROWED = [
  '',
  'category=fans',
  'category=fan-motors',
  'category=fan-motors&attr.voltage=230',
  'category=compressors&inStock=1',
  'maker=Ventrik',
  'maker=Koldra,Isental&inStock=1',
  'q=fan',
  'q=thermostat&inStock=1',
  'q=230v&category=defrost-heaters',
  'q=compresor',
  'category=door-gaskets&attr.height.min=500',
  'price.max=20',
  'inStock=1&sort=price',
  'fits=BKG36-401/02',
]
const resultPages = NARROWED.map((filters) => [
  `/api/products?limit=12&page=1&${filters}`,
  `/api/products/facets?${filters}`,
])
