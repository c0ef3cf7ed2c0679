import { defineConfig } from 'vitest/config'

// `npm run test:chaos`: the same tests as in every run, longer, and what not every machine can do.
export default defineConfig({
  test: {
    root: '.',
    include: ['test/integration/chaos/**/*.test.ts', 'test/integration/chaos/**/*.chaos.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { CHAOS_ROUNDS: process.env.CHAOS_ROUNDS ?? '50' },
    // One after the other: each wants the whole machine.
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
})
