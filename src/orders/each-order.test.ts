import { expect, test } from 'vitest'
import { eachOrder } from './each-order.ts'

const ORDERS = Array.from({ length: 9 }, (_, at) => ({ number: `PH-${at}`, lines: [] }))

test('of orders that are delivered together each is asked for once, and one that is refused keeps back no other', async () => {
  const asked: string[] = []
  const errors = await eachOrder(ORDERS, async ({ number }) => {
    asked.push(number)
    if (number === 'PH-3') throw new Error('It was refunded.')
  })
  expect(asked.sort()).toEqual(ORDERS.map(({ number }) => number))
  expect([...errors].map(([{ number }, error]) => `${number} ${error}`)).toEqual(['PH-3 Error: It was refunded.'])
})

test('a few calls are under way at once, since the first delivery can be taken back for ten seconds alone', async () => {
  const open: (() => void)[] = []
  const all = eachOrder(ORDERS, () => new Promise((resolve) => open.push(() => resolve(undefined))))
  expect(open).toHaveLength(4)
  for (let done = 0; done < ORDERS.length; done++) {
    await expect.poll(() => open.length).toBeGreaterThan(done)
    open[done]?.()
  }
  expect((await all).size).toBe(0)
})
