import type pg from 'pg'
import { expect, vi } from 'vitest'

/** Waits until no export of a company is made, and every archive that ended before `now` is deleted. */
export const exportsEnd = (client: pg.Client, now: Date): Promise<void> =>
  vi.waitFor(
    async () => {
      const { rows } = await client.query(
        `select from company_export where state = 'running' or (state = 'ready' and expires_at <= $1)`,
        [now],
      )
      expect(rows).toEqual([])
    },
    { timeout: 60_000, interval: 250 },
  )
