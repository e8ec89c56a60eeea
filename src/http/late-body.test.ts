import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'

const ADDRESS = JSON.stringify({ name: 'Workshop', street: '14 Quay Road', country: 'Norway' })

/** Sends an address whose body is held back until `meanwhile` is done. */
async function heldBack(meanwhile: (here: Awaited<ReturnType<typeof openTestShop>>) => Promise<unknown>) {
  const here = await openTestShop()
  const { app, buyer } = here
  const body = new ReadableStream(
    {
      async pull(controller) {
        await meanwhile(here)
        controller.enqueue(new TextEncoder().encode(ADDRESS))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    Authorization: `Bearer ${buyer.token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(ADDRESS.length),
  }
  const answer = await app.request('/api/addresses', { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  return { status: answer.status, kept: await (await here.as.buyer.addresses.$get()).text() }
}

test('a body that was held back until its session ended stores nothing', async () => {
  const { status, kept } = await heldBack(({ shop: { db }, buyer }) =>
    db.execute(sql`delete from sessions where user_id = ${buyer.id}`),
  )
  expect(status).toBe(401)
  expect(kept).not.toContain('Quay Road')
})

test('one that is only slow is taken', async () => {
  const { status, kept } = await heldBack(async () => undefined)
  expect(status).toBe(201)
  expect(kept).toContain('Quay Road')
})
