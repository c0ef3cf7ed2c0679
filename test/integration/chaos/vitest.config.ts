import { defineConfig } from 'vitest/config'

// `npm run torture`: the same tests as in every run, longer, and what not every machine can do.
export default defineConfig({
  test: {
    root: '.',
    include: ['test/integration/chaos/**/*.test.ts', 'test/integration/chaos/**/*.chaos.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    env: { TORTURE_ROUNDS: process.env.TORTURE_ROUNDS ?? '50' },
    // One after the other: each wants the whole machine.
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
})
