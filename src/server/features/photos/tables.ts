import type { ColumnErasure } from '#server/db/column-erasure.ts'

/** Of a photo of completed work, all stays but who added it. */
export const PHOTO_ERASURE: ColumnErasure<'photo'> = {
  retained: [
    'companyId',
    'ticketId',
    'jobNumber',
    'photoId',
    'moment',
    'position',
    'width',
    'height',
    'addedAt',
    'bookingId',
    'addendumId',
  ],
  erased: { addedBy: '', addedByName: '' },
}
