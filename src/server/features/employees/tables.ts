import * as z from 'zod'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { uuid, words } from '#server/db/record-values.ts'

/** Also of deleted employees: their names are still on tickets. */
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ employeeId: uuid, firstName: words(80) }), {
    ...{ name: 'firstNameOnly', fileName: 'first-name-only', table: 'firstNameOnly' },
    ...{ id: null, key: ['employeeId'] },
  }),
]
