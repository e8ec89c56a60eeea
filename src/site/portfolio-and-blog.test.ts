import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { portfolio } from './portfolio-and-blog.ts'

test('the portfolio leads to two real sites outside the shop, and no name that is kept for examples', () => {
  const hosts = portfolio.sites.map(({ url }) => new URL(url).host)
  expect(new Set(hosts).size).toBe(2)
  for (const host of hosts) expect(host).not.toMatch(/(^|\.)(example(\.\w+)?|test|invalid|localhost)$/)
  for (const { url, image } of portfolio.sites) {
    expect(url).toMatch(/^https:/)
    expect(existsSync(`public${image}`), image).toBe(true)
  }
})
