import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { customerErasure } from '#server/db/column-erasure.ts'
import { toCoordinateColumns } from '#server/db/coordinate-columns.ts'

export const FORGOTTEN_BOOKING = customerErasure({
  table: 'booking',
  retained: [
    ...(['companyId', 'bookingId', 'ticketId', ...RIG_FIELDS, 'place'] as const),
    ...(['wantedAt', 'bookedAt', 'emailConfirmedAt', 'declineReason', 'photos', 'sequence'] as const),
    ...(['rescheduledAt', 'remindedAt', 'canceledAt', 'cancellationSeenAt'] as const),
  ],
  erased: {
    ...pickFields(FORMER_CUSTOMER_DETAILS, BOOKED_BY),
    ...{ problem: '', address: '', campground: '', siteNumber: '', ...toCoordinateColumns(null) },
  },
})
