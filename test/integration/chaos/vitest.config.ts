import { defineConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

// `npm run test:chaos`: the same tests as in every run, longer, plus some that not every machine allows.
export default defineConfig({
  test: {
    ...config.test,
    root: '.',
    include: ['test/integration/chaos/**/*.test.ts', 'test/integration/chaos/**/*.chaos.ts'],
    env: { CHAOS_ROUNDS: process.env.CHAOS_ROUNDS ?? '50' },
    // One after the other: each uses the whole machine.
    maxWorkers: 1,
    disableConsoleIntercept: true,
  },
})
