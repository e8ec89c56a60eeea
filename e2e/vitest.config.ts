import { defineConfig } from 'vitest/config'
import { longestFirst } from '../src/testing/longest-first.ts'

const LONGEST = ['a11y', 'a11y-buying', 'a11y-dashboard', 'tax-shown', 'sums', 'ended-session', 'models', 'ship']

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: './open-shop.ts',
    // One shop serves all journeys. Journeys wait half of the time, so two cores run three at once.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST.map((name) => `${name}.e2e.ts`)) },
    // The modules are read once a worker: no journey mocks one.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
