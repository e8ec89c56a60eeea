import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['**/*.e2e.ts'],
    globalSetup: './open-shop.ts',
    // One shop and one browser serve all journeys; two at a time is what two cores carry.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
