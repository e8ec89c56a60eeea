import { openBrowser } from '../browser.ts'
import { MODEL_PAGE, PART_PAGE } from '../counter-pages.ts'
import { lighthouseOf, phoneOf } from '../phone.ts'
import { median, type Row } from '../row.ts'
import { openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
const OTHERS = ['/portfolio', '/blog', '/login', '/regester']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

/** Lighthouse's mobile run of every public screen. */
export async function lighthouseScores(): Promise<Row[]> {
  const shop = await openMeasuredShop()
  const { browser, port } = await openBrowser()
  try {
    const id = (await (await fetch(`${shop.origin}/api/products?limit=1`)).json())[0]._id
    const phone = await phoneOf(shop.origin, port)
    const rows: Row[] = []
    for (const path of ['/', '/products', PART_PAGE, MODEL_PAGE, `/purcess/${id}`, ...OTHERS]) {
      const runs: Record<Category, number>[] = []
      for (let round = 0; round < ROUNDS; round++) runs.push(await scoresOf(shop.origin + path, port, phone.slower))
      for (const category of CATEGORIES) {
        const measured = median(runs.map((run) => run[category]))
        const floor = category === 'performance' ? 97 : 100
        const what = `Lighthouse mobile, ${category}, ${path.replace(id, '{id}')}`
        rows.push({
          what,
          measured,
          floor,
          is: 'at least',
          unit: 'points',
          detail: `${runs.map((run) => run[category]).join(' ')}; ${phone.detail}`,
        })
      }
    }
    return rows
  } finally {
    await browser.close()
    await shop.stop()
  }
}

async function scoresOf(url: string, port: number, cpuSlowdownMultiplier: number) {
  const { categories } = await lighthouseOf(url, {
    port,
    onlyCategories: [...CATEGORIES],
    throttling: { cpuSlowdownMultiplier },
  })
  return Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round(100 * (categories[name]?.score ?? 0))]),
  ) as Record<Category, number>
}
