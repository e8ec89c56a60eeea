import { expect, test } from 'vitest'
import { apiContext } from '../document/api-context.ts'
import { aWorld } from '../security/world.ts'
import type { Shop } from '../shop.ts'
import type { Pages } from './app.ts'
import { pageContext } from './page-context.ts'

/** Every page asks for the same shared list, and has the status of the answer. */
const pages = (shop: Shop): Pages => ({
  kept: [],
  render: async (_, app, how) => {
    const client = pageContext(shop, app, how).get(apiContext)
    const param = { token: 'x'.repeat(43) }
    const { status } = await client['shared-lists'][':token'].$get({ param })
    return new Response(null, { status })
  },
})

const world = aWorld({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }, pages })

test('the calls of a page count for whoever looks at it, so that nobody uses up the pages of others', async () => {
  const lookAt = (address: string) => world().send({ path: '/lists/x', headers: { 'X-Forwarded-For': address } })
  const look = async (address: string) => (await lookAt(address)).status
  const looks = await Promise.all(Array.from({ length: 61 }, () => look('198.51.100.1')))
  expect(looks.filter((status) => status === 429)).toHaveLength(1)
  expect([await look('198.51.100.1'), await look('198.51.100.2')]).toEqual([429, 404])
  expect(Number((await lookAt('198.51.100.1')).headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await lookAt('198.51.100.2')).headers.has('retry-after')).toBe(false)
})
