import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { type ColumnErasure, customerErasure } from '#server/db/column-erasure.ts'

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

export const FORGOTTEN_PHOTO = customerErasure({
  table: 'photo',
  retained: [...PHOTO_ERASURE.retained, 'addedBy', 'addedByName'],
  erased: {},
  ofCustomer: { by: 'addedBy', erased: { addedByName: FORMER_CUSTOMER } },
})
