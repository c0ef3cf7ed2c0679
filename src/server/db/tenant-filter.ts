// The first layer of tenant isolation: the filter added to every query of a unit of work. It has its own file so that
// a test can replace it and see that row-level security holds without it.

import { type RawBuilder, sql } from 'kysely'

/** Whether a row of `table` belongs to this company. */
export const belongsToCompany = (table: string, companyId: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${table}.companyId`)} = ${companyId}`
