import * as z from 'zod'
import { day, ticketId } from '#contract/shared-schemas.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, uuid } from '#server/db/record-values.ts'
import { saveCardsOf } from '#server/features/tickets/store.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ ticketId, date: day, uuid, plannedAt: at }), {
    ...{ name: 'plannedAssignments', fileName: 'planned-assignments', table: 'plannedAssignment' },
    ...{ id: null, key: ['ticketId', 'date'], time: 'plannedAt', refersTo: { uuid: 'employee' } },
    whenWritten: work => saveCardsOf(work, 'plannedAssignment'),
  }),
]
