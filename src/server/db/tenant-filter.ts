// The first wall: what every query of a piece of work is narrowed to. It stands alone in its file so
// that a test can take it away and see that the second one, row-level security, holds without it.

import { type RawBuilder, sql } from 'kysely'

/** Whether a row of `table` belongs to this company. */
export const belongsToCompany = (table: string, companyId: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.companyId`)} = ${companyId}`
