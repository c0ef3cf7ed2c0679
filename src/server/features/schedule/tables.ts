import * as z from 'zod'
import { day, ticketId } from '#contract/shared-schemas.ts'
import { type RecordSet, type RecordSheet, recordSet } from '#server/db/record-set.ts'
import { at, uuid } from '#server/db/record-values.ts'

const PLANS = { name: 'plannedAssignments', table: 'plannedAssignment', key: ['ticketId', 'date'] } as const

export const PLANNED_ASSIGNMENTS: RecordSheet = {
  ...{ ...PLANS, fileName: 'planned-assignments' },
  columns: ['ticketId', 'date', 'uuid', 'plannedAt'],
}

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ ticketId, date: day, uuid, plannedAt: at }), {
    ...{ ...PLANS, id: null, time: 'plannedAt' },
    refersTo: { uuid: 'employee' },
  }),
]
