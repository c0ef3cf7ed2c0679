import type { ColumnErasure } from '#server/db/column-erasure.ts'

/** All stays but who added it. */
export const ADDENDUM_ERASURE: ColumnErasure<'addendum'> = {
  retained: ['companyId', 'ticketId', 'addendumId', 'addedAt', 'text'],
  erased: { addedBy: '', addedByName: '' },
}
