import { sql } from 'kysely'
import { afterAll, vi } from 'vitest'

const TENANT_FILTER = '#server/db/tenant-filter.ts'

/**
 * Imports a module anew, with every query of every unit of work without its company filter. Modules are shared by the
 * files that run in one process, so the others get theirs anew as well.
 */
export function importWithoutTenantFilter<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules()
  vi.doMock(TENANT_FILTER, () => ({ belongsToCompany: () => sql`true` }))
  afterAll(() => {
    vi.doUnmock(TENANT_FILTER)
    vi.resetModules()
  })
  return load()
}
