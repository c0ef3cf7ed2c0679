import { describe } from 'vitest'
import { importWithoutTenantFilter } from './import-without-tenant-filter.ts'

// Only the database isolates companies. `no-isolation-control.test.ts` shows that this does disable the filter.
const { testEveryEndpoint } = await importWithoutTenantFilter(() => import('./endpoint-matrix.ts'))

describe('with row-level security alone', () => testEveryEndpoint())
