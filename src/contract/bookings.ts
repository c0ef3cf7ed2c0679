// Bookings, from a customer's form to the desk. `routes/bookings.ts` has the form with photos: the web loads this file
// without it.

import * as z from 'zod'
import { BOOKED_BY, BOOKING_LOCATIONS } from '#domain/bookings/booking.ts'
import { type BookingLimit, MAX_BOOKING_LIMIT } from '#domain/bookings/booking-rules.ts'
import { MAX_MINUTES_AWAY } from '#domain/bookings/stops.ts'
import { challengeDigits } from '#domain/customer-links/link.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { STATES } from '#domain/tickets/ticket.ts'
import { tap } from './clocks.ts'
import { customer, typedCustomer } from './customer.ts'
import { typedJob } from './job.ts'
import { photo } from './photos.ts'
import { HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import { axleAmount, rig, typedRig } from './rig.ts'
import {
  coordinates,
  day,
  daysOff,
  done,
  email,
  emailOutcome,
  estimatedTime,
  line,
  moneyOut,
  optionalEmail,
  optionalRigVin,
  phone,
  serviceBayNote,
  text,
  ticketId,
  uuid,
} from './shared-schemas.ts'

const TIME_24_HOUR = /^([01]\d|2[0-3]):[0-5]\d$/

const REQUIRED_WITHOUT_VIN = ['make', 'model', 'year'] as const

const customerRV = z.object({
  /** Empty if the customer is not at the RV. */
  vin: optionalRigVin,
  make: typedRig.shape.make.default(''),
  model: typedRig.shape.model.default(''),
  year: typedRig.shape.year.default(''),
  axleAmount: axleAmount.nullable().default(null),
})

const identifiedRV = customerRV.check(({ value, issues }) => {
  if (value.vin !== '') return
  for (const field of REQUIRED_WITHOUT_VIN)
    if (value[field] === '')
      issues.push({
        code: 'custom',
        path: [field],
        input: value[field],
        message: 'Enter this, or enter the VIN.',
      })
})

const serviceLocation = z
  .object({
    place: z.enum(BOOKING_LOCATIONS, { error: 'Select a location.' }),
    address: line(300).default(''),
    coordinates: coordinates.nullable().default(null),
    campground: line(120).default(''),
    siteNumber: line(40).default(''),
  })
  .check(({ value, issues }) => {
    if (value.place === 'site' && value.address === '' && value.campground === '')
      issues.push({
        code: 'custom',
        path: ['address'],
        input: value.address,
        message: 'Enter your RV’s location: an address or the campground.',
      })
  })

/** Its last four digits identify the customer at their ticket's link. */
const fullPhone = phone.refine(value => value === '' || challengeDigits(value) !== null, {
  error: 'Enter a 10-digit phone number.',
})

/** In the company's date and time. */
export const requestedTime = z.object({
  day,
  time: z.string({ error: 'Select a time.' }).regex(TIME_24_HOUR, { error: 'Select a time.' }),
})

export const newBooking = z.object({
  problem: typedJob.shape.problem,
  customerDetails: z.object({
    ...pickFields(typedCustomer.shape, BOOKED_BY),
    ...{ email, phone: fullPhone },
  }),
  customerRV: identifiedRV,
  where: serviceLocation,
  wanted: requestedTime,
  /** Hidden on the form: bots fill it in, people leave it empty. */
  website: z
    .string()
    .max(0, { error: 'Leave the “Website” field blank. It is there to catch bots.' })
    .default(''),
})

/** As the desk notes it on the phone: a name, a number, and of the RV what the caller knows. */
export const newAppointment = z.object({
  problem: typedJob.shape.problem,
  estimatedTime: estimatedTime.default(0),
  customerDetails: z.object({
    ...pickFields(typedCustomer.shape, BOOKED_BY),
    ...{ email: optionalEmail.default(''), phone: fullPhone },
  }),
  customerRV: customerRV.prefault({}),
  where: serviceLocation.prefault({ place: 'shop' }),
  /** Also a time that customers are not offered. */
  wanted: requestedTime,
  /** As in a new ticket. */
  customerId: uuid.optional(),
})

/** The outcome of booking. `mail`: an email says what comes next. `desk`: the company has it. */
export const bookingResult = z.object({
  next: z.enum(['mail', 'desk']),
  ticketId: z.number().int().nullable(),
  /** Where its customer follows it, `/follow/…`; null until the company has it. */
  followPath: z.string().nullable(),
})

/** A booking as seen by its emailed link. */
export const bookingPreview = z.object({
  /** `expired`: it was not confirmed in time. `taken`: others have booked the time, or the company is closed then. */
  status: z.enum(['unconfirmed', 'confirmed', 'expired', 'taken']),
  company: z.object({ companyUUID: z.string(), companyName: z.string(), companyPhone: z.string() }),
  /** Null once it has expired. */
  wanted: z.object({ at: z.coerce.date(), timeZone: z.string(), until: z.coerce.date() }).nullable(),
  ticketId: z.number().int().nullable(),
  /** Where they pay to hold the appointment, `/follow/…`; null unless they agreed to, and before it is confirmed. */
  payPath: z.string().nullable(),
})

/** What a day offers. */
export const offeredTimes = z.object({
  /** In the company's time zone, `HH:mm`. */
  times: z.array(z.string()).readonly(),
  /** Why there are none; null with some. */
  reason: z.string().nullable(),
  /** The next day with a free time, if this one has none; null if there is none. */
  nextDay: z.string().nullable(),
})

const bookingLimit = z
  .number({ error: 'Enter a number.' })
  .int({ error: 'Enter a whole number.' })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_BOOKING_LIMIT, { error: `Enter ${MAX_BOOKING_LIMIT} or less.` })
  .nullable()

/** How many appointments may begin; null for any number. Omitted ones stay. */
export const bookingLimits = z.object({
  dropOffsPerHour: bookingLimit,
  dropOffsPerDay: bookingLimit,
  visitsPerDay: bookingLimit,
} satisfies Record<BookingLimit, z.ZodType>)

/** What the desk sees before it answers. */
const booking = z.object({
  ticketId: z.number().int(),
  problem: z.string(),
  photos: z.array(photo).readonly(),
  customerDetails: z.object(pickFields(customer.shape, BOOKED_BY)),
  /** Empty if the customer typed none. */
  vin: z.string(),
  place: z.enum(BOOKING_LOCATIONS),
  address: z.string(),
  campground: z.string(),
  siteNumber: z.string(),
  /** Great-circle distance; null if either location is unknown. */
  miles: z.number().nullable(),
  reach: z.enum(['within', 'beyond', 'unknown', 'not-mobile']),
  wantedAt: z.date(),
  timeZone: z.string(),
  bookedAt: z.date(),
  /** When its technician said they would arrive; null before they set out. */
  arrivingAt: z.date().nullable(),
  /** Whether the shop made it, for someone who called. */
  isByShop: z.boolean(),
  /** Null: the email is unconfirmed. */
  emailConfirmedAt: z.date().nullable(),
  declineReason: z.string().nullable(),
  /** What became of what its customer agreed to pay when booking, as a sentence; null for nothing. */
  payment: z.string().nullable(),
  /** Why the time would not be offered today: the company is closed then, or fully booked. Null if it would. */
  conflict: z.string().nullable(),
})

/** A visit as its technician needs it on the road. */
const stop = z.object({
  ticketId: z.number().int(),
  /** `pending` until they have arrived. */
  state: z.enum(STATES),
  at: z.date(),
  /** When they said they would arrive; null before they set out. */
  arrivingAt: z.date().nullable(),
  ...customer.pick({ firstName: true, lastName: true, phone: true }).shape,
  ...rig.pick({ make: true, model: true, year: true }).shape,
  /** In one line, and what of it a map finds. */
  site: z.string(),
  address: z.string(),
  /** Great-circle distance from the stop before, of the first one from the shop; null if either location is unknown. */
  miles: z.number().nullable(),
  /** Of its job lines that were not declined. */
  estimatedHours: z.number(),
  /** Of the components that its lines are on: the parts on those lines, and what fitted the same model before. */
  loads: z
    .array(
      z.object({
        componentId: uuid,
        component: z.string(),
        parts: z.array(z.string()).readonly(),
        fittedBefore: z.array(z.string()).readonly(),
      }),
    )
    .readonly(),
})

export const stops = z.object({
  /** The company's. */
  day,
  timeZone: z.string(),
  stops: z.array(stop).readonly(),
})

const procedure = proceduresTagged('Bookings')
const byToken = z.object({ token: text(200) })

export const bookings = {
  times: procedure({
    permission: 'ticket.book',
    rateLimit: rateLimit(
      'server',
      limit('address', 600, HOUR, 'Someone who looks for a free day tries one after the other.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/bookable-times',
      summary: 'List the times that a company offers on a day',
    })
    .input(z.object({ companyId: uuid, day, place: z.enum(BOOKING_LOCATIONS).default('shop') }))
    .output(offeredTimes),
  getRules: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/booking-rules',
      summary: 'Get when your company takes no bookings, and how many it takes',
    })
    .output(
      z.object({
        limits: bookingLimits,
        /** Those that are not over, by date. */
        closedDays: z.array(daysOff.extend({ closedDaysId: uuid })).readonly(),
        /** Those ahead on closed days or outside the company's hours, by time. */
        appointmentsWhenClosed: z
          .array(
            z.object({
              ticketId: z.number().int(),
              /** Their name. */
              customer: z.string(),
              wantedAt: z.date(),
            }),
          )
          .readonly(),
        /** Today in the company's time zone. */
        today: day,
        timeZone: z.string(),
      }),
    ),
  changeLimits: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'PATCH',
      path: '/company/booking-limits',
      summary: 'Change how many bookings your company takes',
    })
    .input(bookingLimits.partial())
    .output(done),
  addClosedDays: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'POST', path: '/company/closed-days', summary: 'Close your company on some days' })
    .input(daysOff)
    .output(z.object({ closedDaysId: uuid })),
  removeClosedDays: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/company/closed-days/{closedDaysId}',
      summary: 'Open your company again on closed days',
    })
    .input(z.object({ closedDaysId: uuid }))
    .output(done),
  get: procedure({ permission: 'ticket.accept', rateLimit: 'none' })
    .route({ method: 'GET', path: '/tickets/{ticketId}/booking', summary: 'Get a booking' })
    .input(z.object({ ticketId }))
    .output(booking),
  create: procedure({ permission: 'ticket.create', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/appointments',
      summary: 'Make an appointment for a customer, who is emailed',
      successStatus: 201,
    })
    .input(newAppointment)
    .output(z.object({ ticketId: z.number().int(), email: emailOutcome })),
  timesForMoving: procedure({ permission: 'ticket.accept', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/appointment/times',
      summary: 'List the times that customers would be offered on a day without this appointment',
    })
    .input(z.object({ ticketId, day }))
    .output(offeredTimes),
  move: procedure({ permission: 'ticket.accept', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/appointment/move',
      summary: 'Move an appointment to another time, and tell the customer',
    })
    .input(z.object({ ticketId, wanted: requestedTime }))
    .output(z.object({ email: emailOutcome.nullable(), serviceBayNote })),
  listStops: procedure({ permission: 'bay.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/stops', summary: 'List your visits of today, in order' })
    .output(stops),
  // Also of the desk, for a technician who drives.
  setOut: procedure({ permission: 'ticket.check-in', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/appointment/set-out',
      summary: 'Tell the customer of a visit that its technician has set out, and when they arrive',
    })
    .input(
      tap.extend({
        ticketId,
        minutes: z
          .number({ error: 'Enter a number.' })
          .int({ error: 'Enter a whole number.' })
          .min(1, { error: 'Enter 1 or more.' })
          .max(MAX_MINUTES_AWAY, { error: `Enter ${MAX_MINUTES_AWAY} or less.` }),
      }),
    )
    .output(
      z.object({
        arrivingAt: z.date(),
        /** Null for a tap that was sent too late to tell anyone, or again. */
        email: emailOutcome.nullable(),
        /** How many of the customer's phones are notified. */
        phones: z.number().int(),
      }),
    ),
  listCancellations: procedure({ permission: 'ticket.accept', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/cancellations',
      summary: 'List appointments that customers canceled and nobody has dismissed',
    })
    .output(
      z.object({
        cancellations: z
          .array(
            z.object({
              ticketId: z.number().int(),
              ...customer.pick({ firstName: true, lastName: true, phone: true }).shape,
              /** When the appointment would have been. */
              wantedAt: z.date(),
              canceledAt: z.date(),
              /** What the company still holds of the customer's money. */
              held: moneyOut,
            }),
          )
          .readonly(),
      }),
    ),
  dismissCancellation: procedure({ permission: 'ticket.accept', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/tickets/{ticketId}/cancellation/dismiss',
      summary: 'Dismiss a canceled appointment',
    })
    .input(z.object({ ticketId }))
    .output(done),
  preview: procedure({
    permission: 'ticket.book',
    rateLimit: rateLimit(
      'server',
      limit('address', 300, HOUR, 'A link can’t be guessed; this only limits the load.'),
    ),
  })
    .route({
      method: 'GET',
      path: '/bookings/{token}',
      summary: 'Get the state of a booking by its emailed link',
    })
    .input(byToken)
    .output(bookingPreview),
  confirm: procedure({
    permission: 'ticket.book',
    rateLimit: rateLimit(
      'server',
      limit('address', 60, HOUR, 'Once is enough; a lost response means a few retries.'),
    ),
  })
    .route({
      method: 'POST',
      path: '/bookings/{token}/confirm',
      summary: 'Confirm a booking by its emailed link',
    })
    .input(byToken)
    .output(bookingPreview),
}
