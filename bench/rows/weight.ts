import { brotliCompressSync } from 'node:zlib'
import { wireAnswer } from '../load.ts'
import type { Row } from '../row.ts'
import { openMeasuredShop } from '../shop.ts'

const KB = 1000

/** The bytes a first visit brings over the wire, by what the document names: script and its preloads, styles, fonts. */
export async function firstLoad(): Promise<Row[]> {
  const shop = await openMeasuredShop()
  try {
    const [{ _id: id, slug }] = await (await fetch(`${shop.origin}/api/products?limit=1`)).json()
    const pages = [
      {
        kind: 'public',
        floor: 115,
        paths: ['/', '/blog', '/portfolio', '/login', '/regester', '/forgot-password'],
      },
      {
        kind: 'counter',
        floor: 120,
        paths: [
          '/products',
          `/products/${slug}`,
          `/purcess/${id}`,
          '/models',
          '/models/bkg36-401-02',
          '/models/bkg36-401-02/symptoms/not-cooling',
        ],
      },
      {
        kind: 'dashboard',
        floor: 140,
        paths: ['profile', 'myorders', 'review', 'orders', 'addProduct', 'manageProducts', 'makeAdmin', 'audit'].map(
          (name) => `/dashboard/${name}`,
        ),
      },
      { kind: 'payment', floor: 140, paths: [`/dashboard/payment/${id}`] },
    ]
    const rows: Row[] = []
    let [styles, fonts] = [0, 0]
    for (const { kind, floor, paths } of pages) {
      for (const path of paths) {
        const weights = await weightsOf(shop.origin, path)
        styles = Math.max(styles, weights.styles)
        fonts = Math.max(fonts, weights.fonts)
        const what = `First-load script of the ${kind} page ${path.replace(id, '{id}').replace(slug, '{slug}')}, brotli`
        rows.push(row({ what, bytes: weights.script, floor, detail: `${weights.files} files` }))
      }
    }
    return [
      ...rows,
      row({ what: 'Styles, brotli', bytes: styles, floor: 20, detail: 'the heaviest page' }),
      row({ what: 'Fonts', bytes: fonts, floor: 60, detail: 'what every page preloads' }),
    ]
  } finally {
    await shop.stop()
  }
}

type Weighed = { what: string; bytes: number; floor: number; detail: string }

const row = ({ bytes, ...said }: Weighed): Row => ({ ...said, measured: bytes / KB, is: 'at most', unit: 'kB' })

async function weightsOf(origin: string, path: string) {
  const html = await (await fetch(origin + path, { redirect: 'manual' })).text()
  const named = (rule: RegExp) => new Set([...html.matchAll(rule)].map(([, url = '']) => url))
  const scripts = named(/["'](\/assets\/[\w.-]+\.js)["']/g)
  const styles = named(/<link rel="stylesheet" href="([^"]+)"/g)
  const fonts = named(/href="(\/fonts\/[^"]+)"/g)
  const sum = async (urls: Set<string>) => {
    let bytes = 0
    for (const url of urls) bytes += (await wireAnswer(origin + url)).body.length
    return bytes
  }
  const [, within = ''] = /<style id="styles">([\s\S]*?)<\/style>/.exec(html) ?? []
  return {
    script: await sum(scripts),
    files: scripts.size,
    styles: (await sum(styles)) + (within ? brotliCompressSync(within).length : 0),
    fonts: await sum(fonts),
  }
}
