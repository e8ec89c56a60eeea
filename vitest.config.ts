import { defineConfig } from 'vitest/config'
import { longestFirst } from './src/testing/longest-first.ts'

const LONGEST = ['start', 'outage', 'soak', 'crash', 'slow-clients', 'database-trouble', 'stock-races', 'stripe-faults']

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    globalSetup: 'src/testing/postgres.ts',
    // Many tests wait for a deadline, a restart or a slow server, so two cores carry four workers.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(LONGEST.map((name) => `torture/${name}.test.ts`)) },
    // The libraries are read once a worker and the shop's own modules once a file: no test mocks a module.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
