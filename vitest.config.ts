import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx'],
    globalSetup: 'src/testing/postgres.ts',
    maxWorkers: 2,
    // The libraries are read once a worker and the shop's own modules once a file: no test mocks a module.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
