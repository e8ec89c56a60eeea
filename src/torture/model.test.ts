import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws } from '../testing/orders.ts'
import { SEED } from '../testing/seed.ts'
import { figure, isLong, long } from './figures.ts'
import { COMMANDS } from './shop-commands.ts'
import { aScene, expectSame, MOST_UNPAID } from './shop-model.ts'

const SEQUENCES = long(2000, 200)
const LONGEST = 14

test(`whatever people do, in whatever order, the shop is what the model says (SEED=${SEED})`, {
  timeout: isLong ? 1_800_000 : 300_000,
}, async () => {
  // The newcomers of the model are not verified, and it knows one limit.
  const most = String(MOST_UNPAID)
  const opened = await openTestShop({ fullPools: true, env: { MAX_UNPAID_ORDERS: most, MAX_UNPAID_UNVERIFIED: most } })
  let steps = 0
  const sequence = fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: LONGEST, size: 'max' }), async (commands) => {
    const { model, real } = await aScene(opened)
    await fc.asyncModelRun(() => ({ model, real }), commands)
    await expectSame(model, real)
    steps += [...commands].length
  })
  const begin = performance.now()
  await fc.assert(sequence, { numRuns: SEQUENCES, seed: SEED, endOnFailure: true })
  figure('model', { sequences: SEQUENCES, steps, seed: SEED, s: Math.round((performance.now() - begin) / 1000) })
  await expectLaws(opened.shop)
  expect(steps).toBeGreaterThan(SEQUENCES)
})
