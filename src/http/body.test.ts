import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'

test('a body of many short lists is refused before its values are looked at, one of 500 whole lines is taken', async () => {
  const { origin, product } = await openTestShop()
  const send = async (lines: unknown[]) => {
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${origin}/api/quick-order`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ lines }),
    })
    return [answer.status, await answer.text()]
  }
  const line = { number: product.number, quantity: 4, reference: 'Job 2117' }
  expect(await send(Array(500).fill(line))).toEqual([200, expect.anything()])
  expect(await send(Array.from({ length: 45 }, () => Array(1000).fill(0)))).toEqual([
    400,
    expect.stringContaining('too long a list'),
  ])
})
