// A booking with its photos as a form, and its appointment as a calendar file.

import * as z from 'zod'
import { MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { bookingResult, newBooking } from '../bookings.ts'
import { linkToken } from '../customer-view.ts'
import { DAY, HOUR, limit, rateLimit } from '../procedure/procedure.ts'
import { IMAGE_TYPES, json, route, sharedLimit, UPLOAD_ERRORS } from '../procedure/route.ts'
import { strictInput } from '../procedure/strict-inputs.ts'
import { uuid } from '../shared-schemas.ts'

const MEGABYTE = 1024 ** 2

const bookingLimit = sharedLimit(
  'booking',
  rateLimit(
    'server',
    limit('address', 6, HOUR, 'A family with two RVs that changes its mind; each costs a shop time.'),
    limit('address', 20, DAY, 'Guests of a campground share one address.'),
    {
      ...limit('address', 320 * MEGABYTE, HOUR, 'Two bookings with eight photos of the maximum size.'),
      of: 'bytes',
    },
    limit('email', 5, DAY, 'Each sends an email; keeps one mailbox from being flooded.'),
  ),
)

export const bookingRoutes = {
  book: route({
    method: 'POST',
    path: '/companies/{companyId}/bookings',
    summary: 'Book an appointment with a company, without an account',
    tags: ['Bookings'],
    permission: 'ticket.book',
    rateLimit: bookingLimit,
    params: z.object({ companyId: uuid }),
    body: {
      description: `The booking as JSON, and up to ${MAX_BOOKING_PHOTOS} photos of the problem. \`customerRV\` needs a VIN, or make, model and year. ${IMAGE_TYPES}`,
      fields: z.object({
        booking: strictInput(newBooking),
        photos: z.array(z.file()).min(0).max(MAX_BOOKING_PHOTOS).optional(),
      }),
    },
    answers: { 201: json(bookingResult) },
    errors: UPLOAD_ERRORS.errors,
    describedErrors: {
      ...UPLOAD_ERRORS.describedErrors,
      404: 'The company does not exist.',
      409: 'This email already has an open booking.',
    },
  }),
  linkAppointment: route({
    method: 'GET',
    path: '/follow/{token}/appointment.ics',
    summary: 'Get the accepted appointment of a link as a calendar file, also once it is canceled',
    tags: ['Customer links'],
    permission: 'public',
    rateLimit: 'none',
    params: z.object({ token: linkToken }),
    answers: { 200: { description: 'The file (RFC 5545).', type: 'text/calendar' } },
    errors: [429],
    describedErrors: {
      404: 'The link does not exist, or its ticket has no accepted appointment.',
      409: 'The link’s question is not answered, or the link is turned off or expired.',
    },
  }),
}
