import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { MAX_ADDENDUM_LENGTH } from '#domain/tickets/addendum.ts'
import type { ColumnErasure } from '#server/db/column-erasure.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, words } from '#server/db/record-values.ts'

/** Their photos are with their tickets. */
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(
    z.object({
      ticketId,
      addedAt: at,
      addedBy: words(200),
      addedByName: words(200),
      text: words(MAX_ADDENDUM_LENGTH).min(1),
    }),
    {
      ...{ name: 'addenda', table: 'addendum', id: 'addendumId', key: ['ticketId', 'addendumId'] },
      ...{ time: 'addedAt', refersTo: { ticketId: 'visit' } },
    },
  ),
]

/** All stays but who added it. */
export const ADDENDUM_ERASURE: ColumnErasure<'addendum'> = {
  retained: ['companyId', 'ticketId', 'addendumId', 'addedAt', 'text'],
  erased: { addedBy: '', addedByName: '' },
}
