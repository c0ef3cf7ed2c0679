import { defineConfig } from 'vitest/config'

// `npm run test:cluster`: several real servers on one PostgreSQL, behind real proxies.
export default defineConfig({
  test: {
    root: '.',
    include: ['test/integration/cluster/**/*.cluster.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // One after the other: each starts several servers.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    disableConsoleIntercept: true,
  },
})
