import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: './open-shop.ts',
    // One shop serves all journeys. They wait for half of their time, so two cores carry three at a time.
    maxWorkers: 3,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
