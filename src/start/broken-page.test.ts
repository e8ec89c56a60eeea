import { expect, test } from 'vitest'
import { sharedTestShop } from '../testing/open-test-shop.ts'
import { shopIsBusy, tooMany, unavailable } from '../wire/refusal.ts'
import { createApp } from './app.ts'

const shopOfAll = sharedTestShop()
const AS_A_BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

/** The shop while no page can be made, for this reason. */
async function whileBroken(reason: Error) {
  const { shop } = await shopOfAll()
  return createApp(shop, [], { kept: [], render: () => Promise.reject(reason) })
}

test.each(['/dashboard/myorders', '/verify-email?token=x', '/nothing-here'])(
  'without a database, %s tells a person in words, with the way to try again',
  async (path) => {
    const answer = await (await whileBroken(shopIsBusy())).request(path, AS_A_BROWSER)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(answer.headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+';/)
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const page = await answer.text()
    expect(page).toContain('The shop is busy. Try again in a few seconds.')
    expect(page).toContain('<a href="">Try again</a>')
  },
)

test('a bug is told of by its number alone', async () => {
  const answer = await (await whileBroken(new Error('a secret'))).request('/products', AS_A_BROWSER)
  const page = await answer.text()
  expect(answer.status).toBe(500)
  expect(page).toContain(`Its number is ${answer.headers.get('X-Request-Id')}.`)
  expect(page).not.toContain('a secret')
})

test('who comes too often is not told that it is nothing they did', async () => {
  const answer = await (await whileBroken(tooMany('Too many tries.', 5))).request('/products', AS_A_BROWSER)
  const page = await answer.text()
  expect(answer.status).toBe(429)
  expect(page).toContain('<h1>That did not work.</h1><p>Too many tries.</p>')
})

test('what a refusal says is no markup', async () => {
  const answer = await (await whileBroken(unavailable('<b>Later</b>', 5))).request('/products', AS_A_BROWSER)
  expect(await answer.text()).toContain('&lt;b&gt;Later&lt;/b&gt;')
})

test('a call and what is no browser read JSON all the same', async () => {
  const app = await whileBroken(shopIsBusy())
  const call = await app.request('/api/nothing', AS_A_BROWSER)
  const feed = await app.request('/products')
  expect([call.status, (await call.json()).code]).toEqual([404, 'not_found'])
  expect([feed.status, (await feed.json()).code]).toEqual([503, 'unavailable'])
})
