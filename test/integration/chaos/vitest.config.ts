import { defineConfig } from 'vitest/config'

// `npm run test:chaos`: the same tests as in every run, longer, plus some that not every machine allows.
export default defineConfig({
  test: {
    root: '.',
    include: ['test/integration/chaos/**/*.test.ts', 'test/integration/chaos/**/*.chaos.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { CHAOS_ROUNDS: process.env.CHAOS_ROUNDS ?? '50' },
    // One after the other: each uses the whole machine.
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
})
