import { FORMER_CUSTOMER } from '#domain/customers/customer.ts'
import { customerErasure } from '#server/db/column-erasure.ts'

export const FORGOTTEN_BOOKING = customerErasure({
  table: 'booking',
  retained: [
    ...([
      'companyId',
      'bookingId',
      'ticketId',
      'vin',
      'make',
      'model',
      'year',
      'axleAmount',
      'place',
    ] as const),
    ...(['wantedAt', 'bookedAt', 'emailConfirmedAt', 'declineReason', 'photos', 'sequence'] as const),
    ...(['rescheduledAt', 'remindedAt', 'canceledAt', 'cancellationSeenAt'] as const),
  ],
  erased: {
    ...{ firstName: FORMER_CUSTOMER, lastName: '', email: '', phone: '', problem: '' },
    ...{ address: '', campground: '', siteNumber: '', latitude: null, longitude: null },
  },
})
