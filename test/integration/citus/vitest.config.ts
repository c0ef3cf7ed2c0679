import { defineConfig } from 'vitest/config'
import config from '../../../vitest.config.ts'

// `npm run test:citus`: the server's tests on the cluster of CITUS_URL, and where the rows are there.
export default defineConfig({
  test: {
    ...config.test,
    root: '.',
    include: [
      'src/server/**/*.test.ts',
      'test/integration/tenancy/*.test.ts',
      'test/integration/citus/*.citus.ts',
    ],
    // How one PostgreSQL plans, and what is a database of its own: an embedded one, a restored one.
    // Without the company in a query, Citus refuses to lock rows; that each shard shows nothing by itself is in
    // placement.citus.ts.
    exclude: [
      'src/server/**/*-plans.test.ts',
      'test/integration/tenancy/{rls-only,no-isolation-control}.test.ts',
      'src/server/db/embedded/**',
      'src/server/db/read-replica.long.test.ts',
      'src/server/db/{migrate,migrations,migration-rules,schema}.test.ts',
      'src/server/backup/**',
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
