import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, uuid, words } from '#server/db/record-values.ts'
import { saveCardsOf } from '#server/features/tickets/store.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ ticketId, employeeId: uuid, name: words(200), addedAt: at, addedBy: uuid }), {
    ...{ name: 'ticketHelpers', fileName: 'ticket-helpers', table: 'ticketHelper', id: null },
    ...{ key: ['ticketId', 'employeeId'], time: 'addedAt', refersTo: { employeeId: 'employee' } },
    whenWritten: work => saveCardsOf(work, 'ticketHelper'),
  }),
]
