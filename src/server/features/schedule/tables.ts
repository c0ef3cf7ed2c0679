import type { RecordSheet } from '#server/db/record-set.ts'

export const PLANNED_ASSIGNMENTS: RecordSheet = {
  ...{ name: 'plannedAssignments', fileName: 'planned-assignments' },
  ...{ table: 'plannedAssignment', key: ['ticketId', 'date'] },
  columns: ['ticketId', 'date', 'uuid', 'plannedAt'],
}
