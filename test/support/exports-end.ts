import { expect } from 'vitest'
import type { Database } from '#server/db/database.ts'

/** Waits until no export of a company is made, and every archive that ended before `now` is deleted. */
export const exportsEnd = (database: Database, now: Date): Promise<void> =>
  expect
    .poll(
      () =>
        database
          .selectFrom('companyExport')
          .select('exportId')
          .where(({ or, and, eb }) =>
            or([eb('state', '=', 'running'), and([eb('state', '=', 'ready'), eb('expiresAt', '<=', now)])]),
          )
          .execute(),
      { timeout: 60_000, interval: 250 },
    )
    .toEqual([])
