import type { Browser, Page } from 'playwright-core'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../src/config/demo-accounts.ts'
import { openBrowser } from '../browser.ts'
import { MODEL_PAGE, PART_PAGE } from '../counter-pages.ts'
import { phoneOf } from '../phone.ts'
import { median, type Row } from '../row.ts'
import { type MeasuredShop, openMeasuredShop } from '../shop.ts'

const ROUNDS = 5
const SLOW = { bytesASecond: 1_600_000 / 8, latency: 150 }
const SETTLE_MS = 2500
const CUSTOMER = { email: DEMO_ACCOUNTS[1].email, password: DEMO_PASSWORD }

type Vitals = { lcp: number; cls: number; tbt: number }

/** A first visit on a slow phone: largest contentful paint, layout shift and blocking time. */
export async function vitals(): Promise<Row[]> {
  const shop = await openMeasuredShop()
  const { browser, port } = await openBrowser()
  try {
    const id = (await (await fetch(`${shop.origin}/api/products?limit=1`)).json())[0]._id
    const phone = await phoneOf(shop.origin, port)
    const rows: Row[] = []
    for (const [path, who] of [
      ['/', undefined],
      ['/products', undefined],
      [PART_PAGE, undefined],
      [MODEL_PAGE, undefined],
      [`/purcess/${id}`, CUSTOMER],
    ] as const) {
      const visits: Vitals[] = []
      for (let round = 0; round < ROUNDS; round++)
        visits.push(await visit(browser, { origin: shop.origin, slower: phone.slower, path, who }))
      const at = (name: keyof Vitals) => median(visits.map((one) => one[name]))
      const page = path.replace(id, '{id}')
      const detail = `${phone.detail}, 1.6 Mbit/s, 150 ms, 412 × 823`
      rows.push({
        what: `Largest contentful paint of ${page}`,
        measured: at('lcp') / 1000,
        floor: 1.2,
        is: 'at most',
        unit: 's',
        detail,
      })
      rows.push({ what: `Layout shift of ${page}`, measured: at('cls'), floor: 0.02, is: 'at most', unit: '', detail })
      rows.push({
        what: `Blocking time of ${page}`,
        measured: at('tbt'),
        floor: 100,
        is: 'at most',
        unit: 'ms',
        detail,
      })
    }
    rows.push(await nextPage(browser, shop))
    return rows
  } finally {
    await browser.close()
    await shop.stop()
  }
}

type Visit = { origin: string; slower: number; path: string; who?: typeof CUSTOMER | undefined }

/** The browser's cache is empty; a signed-in browser brings only its cookie. */
async function visit(browser: Browser, { origin, slower, path, who }: Visit): Promise<Vitals> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  if (who) await context.request.post(`${origin}/api/auth/sign-in/email`, { data: who, headers: { origin } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latency,
    downloadThroughput: SLOW.bytesASecond,
    uploadThroughput: SLOW.bytesASecond,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.addInitScript(watch)
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLE_MS)
  const seen = await page.evaluate(() => (window as unknown as { seen: Vitals }).seen)
  await context.close()
  return seen
}

/** Runs in the page: adds up what the browser reports, as Lighthouse does. */
function watch() {
  const seen = { lcp: 0, cls: 0, tbt: 0 }
  let painted = Number.POSITIVE_INFINITY
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  on('layout-shift', ({ value = 0, hadRecentInput }) => {
    if (!hadRecentInput) seen.cls += value
  })
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted = startTime
  })
  // Before the first paint nothing can be blocked.
  on('longtask', ({ startTime, duration }) => {
    if (startTime > painted) seen.tbt += Math.max(0, duration - 50)
  })
}

/** From the click to the next page's heading, after the pointer rested on the link. */
async function nextPage(browser: Browser, { origin }: MeasuredShop): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.goto(origin, { waitUntil: 'networkidle' })
    times.push(await timeToNext(page))
    await context.close()
  }
  return {
    what: 'Next page after hover, local',
    measured: median(times),
    floor: 200,
    is: 'at most',
    unit: 'ms',
    detail: 'Home to Products, 500 ms after the pointer came',
  }
}

async function timeToNext(page: Page) {
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' })
  await link.hover()
  await page.waitForTimeout(500)
  return link.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const began = performance.now()
        const isThere = () => document.querySelector('h1')?.textContent === 'This is Our Product'
        const look = () => (isThere() ? resolve(performance.now() - began) : requestAnimationFrame(look))
        ;(element as HTMLElement).click()
        look()
      }),
  )
}
