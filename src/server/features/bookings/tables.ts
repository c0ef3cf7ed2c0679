import * as z from 'zod'
import { day } from '#contract/shared-schemas.ts'
import { BOOKED_BY } from '#domain/bookings/booking.ts'
import { BOOKING_LIMITS, MAX_BOOKING_LIMIT } from '#domain/bookings/booking-rules.ts'
import { FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { customerErasure } from '#server/db/column-erasure.ts'
import { toCoordinateColumns } from '#server/db/coordinate-columns.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { uuid, words } from '#server/db/record-values.ts'

export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ closedDaysId: uuid, firstDay: day, lastDay: day, reason: words(60) }), {
    ...{ name: 'closedDays', fileName: 'closed-days', table: 'closedDays' },
    ...{ id: 'closedDaysId', key: ['closedDaysId'] },
  }),
  recordSet(z.object({ kind: z.enum(BOOKING_LIMITS), maximum: z.int().min(0).max(MAX_BOOKING_LIMIT) }), {
    ...{ name: 'bookingLimits', fileName: 'booking-limits', table: 'bookingLimit', id: null, key: ['kind'] },
  }),
]

export const FORGOTTEN_BOOKING = customerErasure({
  table: 'booking',
  retained: [
    ...(['companyId', 'bookingId', 'ticketId', ...RIG_FIELDS, 'place'] as const),
    ...([
      'wantedAt',
      'bookedAt',
      'payment',
      'emailConfirmedAt',
      'declineReason',
      'photos',
      'sequence',
    ] as const),
    ...(['rescheduledAt', 'remindedAt', 'arrivingAt', 'canceledAt', 'cancellationSeenAt'] as const),
  ],
  erased: {
    ...pickFields(FORMER_CUSTOMER_DETAILS, BOOKED_BY),
    ...{ problem: '', address: '', campground: '', siteNumber: '', ...toCoordinateColumns(null) },
  },
})
