import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { testEveryEndpoint } from './endpoint-matrix.ts'

// Every query of every piece of work as if somebody had forgotten its filter: the database alone has
// to keep companies apart. `without-a-wall.test.ts` shows that this does take the filter away.
vi.mock('#server/db/tenant-filter.ts', () => ({ belongsToCompany: () => sql`true` }))

describe('with row-level security alone', () => testEveryEndpoint())
