import { openBare } from '../bare.ts'
import { MODEL_PAGE, PART_PAGE } from '../counter-pages.ts'
import { answersASecond } from '../load.ts'
import { openOrdering } from '../ordering.ts'
import { inTurns, type Row, whole } from '../row.ts'
import { openMeasuredShop } from '../shop.ts'

const ROUNDS = 5

/** Kept answers against a server that does nothing but send the same bytes. */
export async function keptPages(): Promise<Row[]> {
  const shop = await openMeasuredShop()
  const rows: Row[] = []
  try {
    const id = (await (await fetch(`${shop.origin}/api/products?limit=1`)).json())[0]._id
    for (const [path, floor] of [
      ['/api/products', 0.85],
      ['/', 0.8],
      ['/products', 0.8],
      [`/purcess/${id}`, 0.8],
      [PART_PAGE, 0.8],
      [MODEL_PAGE, 0.8],
    ] as const) {
      const url = shop.origin + path
      await answersASecond(url, { seconds: 1 })
      const bare = await openBare(url)
      await answersASecond(bare.url, { seconds: 1 })
      const { ratio, a, b } = await inTurns(
        ROUNDS,
        () => answersASecond(url),
        () => answersASecond(bare.url),
      )
      await bare.stop()
      const what = `GET ${path.replace(id, '{id}')}, against node:http with the same bytes and headers`
      rows.push({
        what,
        measured: ratio,
        floor,
        is: 'at least',
        unit: '×',
        detail: `${whole(a)} against ${whole(b)} answers/s`,
      })
    }
  } finally {
    await shop.stop()
  }
  return rows
}

/** The same pages while a hundred orders a second are placed beside them. */
export async function pagesWhileOrdering(): Promise<Row[]> {
  const shop = await openMeasuredShop(undefined, { MAX_UNPAID_ORDERS: '1000' })
  const rows: Row[] = []
  try {
    const ordering = await openOrdering(shop)
    const { id } = ordering.product
    for (const path of ['/', '/products', `/purcess/${id}`]) {
      const url = shop.origin + path
      await answersASecond(url, { seconds: 1 })
      let placed = 0
      const busy = async () => {
        const stop = ordering.atPace(100)
        const rate = await answersASecond(url, { seconds: 3 })
        placed = await stop()
        return rate
      }
      const { ratio, a, b } = await inTurns(ROUNDS, busy, () => answersASecond(url, { seconds: 3 }))
      const what = `GET ${path.replace(id, '{id}')} while 100 orders a second are placed, against idle`
      const detail = `${whole(a)} against ${whole(b)} answers/s; ${whole(placed / 3)} orders/s placed`
      rows.push({ what, measured: ratio, floor: 0.7, is: 'at least', unit: '×', detail })
    }
  } finally {
    await shop.stop()
  }
  return rows
}
