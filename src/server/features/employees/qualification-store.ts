// What technicians' names rest on, in the database.

import type { Qualification } from '#domain/employees/qualification.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const allQualifications = statement(scope =>
  scope.from('qualification').select(['employeeId', 'sinceYear', 'certificates']).orderBy('employeeId'),
)

/** Of everyone in the company who entered one. */
export const listQualifications = (
  work: UnitOfWork,
): Promise<(Qualification & { readonly employeeId: string })[]> => allQualifications(work).execute()

/** An employee's; null if they entered none. */
export const findQualification = async (
  work: UnitOfWork,
  employeeId: string,
): Promise<Qualification | null> =>
  (await work
    .from('qualification')
    .select(['sinceYear', 'certificates'])
    .where('employeeId', '=', employeeId)
    .executeTakeFirst()) ?? null

/** Saves it; null removes it. */
export function saveQualification(
  work: UnitOfWork,
  employeeId: string,
  qualification: Qualification | null,
): void {
  if (qualification === null) work.write(work.remove('qualification').where('employeeId', '=', employeeId))
  else work.upsert('qualification', { employeeId, ...qualification }, { key: ['employeeId'] })
}
