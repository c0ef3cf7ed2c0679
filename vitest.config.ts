import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    globalSetup: ['test/support/global-setup.ts'],
    // Tests often wait for the database or for a time to pass. Its connections are in test/support/global-setup.ts.
    maxWorkers: Math.min(6, availableParallelism() + 1),
    // Files that share a process share its modules: importing them took a quarter of the time.
    isolate: false,
    // For `--changed`: what tests depend on without importing it.
    forceRerunTriggers: [
      '**/package.json',
      '**/vitest.config.ts',
      'src/server/db/migrations/*.sql',
      'test/support/**',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
