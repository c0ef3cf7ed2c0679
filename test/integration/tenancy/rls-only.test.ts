import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { testEveryEndpoint } from './endpoint-matrix.ts'

// Every query of every unit of work without its company filter: only the database isolates companies.
// `no-isolation-control.test.ts` shows that this does disable the filter.
vi.mock('#server/db/tenant-filter.ts', () => ({ belongsToCompany: () => sql`true` }))

describe('with row-level security alone', () => testEveryEndpoint())
