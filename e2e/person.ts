import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'

export const PHONE = { viewport: { width: 375, height: 812 }, isMobile: true, hasTouch: true }
export const DESK = { viewport: { width: 1280, height: 900 } }
export type Size = typeof PHONE | typeof DESK
/** For journeys whose way is another on a phone. Of the others, a buyer's go by phone and an admin's at a desk. */
export const SIZES = [
  { at: 'a phone', size: PHONE },
  { at: 'a desk', size: DESK },
] as const

const CHROMIUMS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The headless shell would round the width of each letter to whole pixels.
  '--font-render-hinting=none',
  // Each journey asks for many small files, so the network and the pixels cost more between processes than within one.
  '--enable-features=NetworkServiceInProcess2',
  '--in-process-gpu',
  // V8’s compilers of what runs often. In journeys a page lives for seconds, too short for them to pay.
  '--js-flags=--no-maglev --no-opt',
]
const WAIT = 30_000

let browser: Promise<Browser> | undefined

function theBrowser() {
  browser ??= chromium.launch({ executablePath: CHROMIUMS.find((path) => path && existsSync(path)), args: FLAGS })
  return browser
}

afterAll(async () => {
  await (await browser)?.close()
  // The next file of the same worker starts its own.
  browser = undefined
})

type Options = BrowserContextOptions & {
  /** Console lines that this journey provokes, such as a lost connection. */
  provokes?: RegExp
}
export type Person = { page: Page; context: BrowserContext; origin: string }

/**
 * A person with a browser of their own at the shop of all journeys, or at that of `baseURL`; the test fails when any page
 * or window wrote to the console.
 */
export async function aPerson({
  provokes,
  baseURL: origin = inject('origin'),
  ...options
}: Options = {}): Promise<Person> {
  const context = await (await theBrowser()).newContext({
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'en-US',
    ...DESK,
    ...options,
  })
  context.setDefaultTimeout(WAIT)
  context.on('page', watchScripts)
  const said: string[] = []
  listen(context, said, provokes)
  const page = await context.newPage()
  onTestFinished(async () => {
    await context.close()
    expect(said.join('\n'), 'nothing is written to the console').toBe('')
  })
  return { page, context, origin }
}

const scriptsOnTheWay = new WeakMap<Page, Set<Request>>()

function watchScripts(page: Page) {
  const onTheWay = new Set<Request>()
  scriptsOnTheWay.set(page, onTheWay)
  page.on('request', (request) => request.resourceType() === 'script' && onTheWay.add(request))
  page.on('requestfinished', (request) => onTheWay.delete(request))
  page.on('requestfailed', (request) => onTheWay.delete(request))
}

/** A refused call shows in Chromium's console by itself; everything else that is written there is a fault. */
function listen(context: BrowserContext, said: string[], provokes?: RegExp) {
  context.on('console', (message) => {
    const text = `${message.type()}: ${message.text()} (${message.location().url})`
    if (!isRefusedCall(text, message.location().url) && !provokes?.test(text)) said.push(text)
  })
  context.on('weberror', (failed) => said.push(`${failed.page()?.url()}: ${failed.error()}`))
}

const isRefusedCall = (text: string, url: string) =>
  /the server responded with a status of (401|402|403|404|409|422|429)/.test(text) &&
  (/\/(api|stripe-sandbox)\//.test(url) || !/\.\w+$/.test(new URL(url).pathname))

/** Opens a page and waits until all of it answers and knows who is here. */
export async function visit(page: Page, path: string) {
  const answer = await page.goto(path)
  await untilWhole(page)
  return answer
}

export async function reload(page: Page) {
  await page.reload()
  await untilWhole(page)
}

/** Waits for the scripts that come after the page's own, too, and until they have run: a press before them does nothing. */
export async function untilWhole(page: Page) {
  await untilReady(page)
  const onTheWay = scriptsOnTheWay.get(page)
  do {
    await expect.poll(() => onTheWay?.size).toBe(0)
    // What has run by the time that the page is idle has asked for the scripts it needs.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 15_000 })))
  } while (onTheWay?.size)
}

/** Waits until the page's own script answers and knows who is here. */
export async function untilReady(page: Page) {
  // On a phone it turns unseen, behind the menu.
  const asking = page.getByRole('status', { name: 'Finding out who you are', includeHidden: true })
  await asking.waitFor({ state: 'detached' })
}

/** Keeps a script of the shop on its way until it is let through by what this answers with. */
export async function holdScript(context: BrowserContext, name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route(`**/assets/${name}-*.js`, (route) => promise.then(() => route.continue()))
  return resolve
}

/** Holds the calls of a path until they are let through; `asked` resolves with the first. */
export async function holdAnswers(page: Page, path: string, method: string) {
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(path, async (route) => {
    if (route.request().method() === method) {
      asked.resolve()
      await held.promise
    }
    await route.continue()
  })
  return { asked: asked.promise, letThrough: held.resolve }
}

/** The shop may close a connection just as it is used again, where a browser sends once more by itself. */
export const ONCE_MORE = { maxRetries: 1 }

/** The slip at the top right. */
export const toast = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor()

/** Whether the keyboard stands on it. */
export const getsFocus = (where: Locator) =>
  expect.poll(() => where.evaluate((it) => it === document.activeElement)).toBe(true)

/** Whether the first and the last of it stand in the window, with nothing over them. */
export const isSeen = (where: Locator) =>
  where.evaluate((it) => {
    const { left, top, bottom } = it.getBoundingClientRect()
    return [top + 4, bottom - 4].every((y) => it.contains(document.elementFromPoint(left + 40, y)))
  })

export async function fillLogin(page: Page, who: { email: string; password: string }) {
  await page.getByLabel('Email', { exact: true }).fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
}

export async function signIn(page: Page, who: { email: string; password: string }, from = '/') {
  await visit(page, `/login?${new URLSearchParams({ from })}`)
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await toast(page, 'Login Success.')
}

/** Presses Logout in the bar. */
export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Logout' }).click()
  await toast(page, 'Logout Success')
}

/** Logs in by the bar's link, in the same document. */
export async function logIn(page: Page, who: { email: string; password: string }) {
  await page.getByRole('link', { name: 'Login' }).first().click()
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await untilWhole(page)
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await toast(page, 'Login Success.')
}

/** On a phone the bar's links stand in the menu. */
export async function openMenu(page: Page) {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (!(await menu.isVisible())) return
  await menu.click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
}
