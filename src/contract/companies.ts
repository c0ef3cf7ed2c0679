// Companies: registration, the public list, and one's own.

import * as z from 'zod'
import {
  DAYS,
  HOURS,
  isSpanWithin,
  MAX_APPROVAL_TOLERANCE,
  normalizeTimeZone,
  type Span,
} from '#domain/companies/company.ts'
import { type HoursOf, type WeekdayHours, weekdayHoursError } from '#domain/companies/opening-times.ts'
import { MAX_LOCATION_LENGTH, MAX_QUERY_LENGTH, SORTS } from '#domain/companies/search-params.ts'
import { DAY, HOUR, limit, proceduresTagged, rateLimit } from './procedure/procedure.ts'
import {
  bookingPaymentOut,
  coordinates,
  currentPassword,
  done,
  email,
  line,
  money,
  moneyOut,
  newPassword,
  numberError,
  phone,
  requiredName,
  text,
  tripRulesOut,
  uuid,
} from './shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const span = (limits: Span) =>
  z.tuple([z.number().int(), z.number().int()]).refine(ends => isSpanWithin(ends, limits), {
    error: `Choose from ${limits[0]} to ${limits[1]}, at least 1 apart.`,
  })

const mobileRange = z
  .number({ error: numberError })
  .min(0, { error: 'Enter 0 or more.' })
  .max(5000, { error: 'Enter 5,000 miles or less.' })

/** Whole percent that a line's price may rise above what its customer approved, before they are asked again. */
const approvalTolerance = z
  .number({ error: numberError })
  .int({ error: 'Enter a whole number.' })
  .min(0, { error: 'Enter 0 or more.' })
  .max(MAX_APPROVAL_TOLERANCE, { error: `Enter ${MAX_APPROVAL_TOLERANCE} or less.` })

/** The browser's IANA time zone, for companies without coordinates. */
const browserTimeZone = text(60)

/** An IANA time zone. */
const timeZone = text(60)
  .refine(name => normalizeTimeZone(name) !== null, { error: 'Enter a time zone, such as America/Chicago.' })
  .overwrite(name => normalizeTimeZone(name) ?? name)

/** The registration form; all but the first four are optional (specification 5). */
export const registration = z.object({
  companyName: requiredName(120),
  email,
  password: newPassword,
  companyPhone: phone,
  companyAddress: line(300).optional(),
  coordinates: coordinates.optional(),
  laborRate: money.optional(),
  mobileRange: mobileRange.optional(),
  daysOfOperation: span(DAYS).optional(),
  hoursOfOperation: span(HOURS).optional(),
  timeZone: browserTimeZone.optional(),
  /** Of the emailed link that freed this email from another account; it confirms the email. */
  emailToken: text(100).optional(),
})

/** Omitted fields stay; null clears an optional one. */
export const companyChange = z
  .object({
    companyName: requiredName(120),
    companyPhone: phone,
    /** A new address without coordinates gets those of its ZIP code or its city and state, if they are known. */
    companyAddress: line(300).nullable(),
    coordinates: coordinates.nullable(),
    laborRate: money.nullable(),
    mobileRange: mobileRange.nullable(),
    approvalTolerance,
    mobileBusiness: z.boolean(),
    daysOfOperation: span(DAYS),
    hoursOfOperation: span(HOURS),
    /** New coordinates set it, and then this one counts only near the border of a zone. */
    timeZone,
  })
  .partial()

/** A company as anyone may see it. */
export const publicCompany = z.object({
  companyUUID: uuid,
  companyName: z.string(),
  companyAddress: z.string().nullable(),
  companyPhone: z.string(),
  imageURL: z.string().nullable(),
  trusted: z.boolean(),
  verified: z.boolean(),
})

/** A company in the list: with map coordinates, and its distance for a search by location. */
const listedCompany = publicCompany.extend({
  coordinates: coordinates.nullable(),
  /** By great circle; null for a company without a location. */
  miles: z.number().nullable().optional(),
  /** Of the last 24 months; null without a review. */
  rating: z.object({ average: z.number(), count: z.number().int() }).nullable(),
})

const INVALID_COORDINATES = 'Enter a valid location.'
// Numbers and booleans in a URL arrive as text.
const coordinateParam = (maxDegrees: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
          .transform(Number),
      ],
      { error: INVALID_COORDINATES },
    )
    .pipe(
      z
        .number()
        .min(-maxDegrees, { error: INVALID_COORDINATES })
        .max(maxDegrees, { error: INVALID_COORDINATES }),
    )
const booleanParam = z.union([z.boolean(), z.enum(['true', 'false']).transform(value => value === 'true')], {
  error: 'Use true or false.',
})

/** A search of the public list. */
const searchParams = z.object({
  q: text(MAX_QUERY_LENGTH).optional(),
  place: text(MAX_LOCATION_LENGTH).optional(),
  /** Takes precedence over `place`. */
  near: z.object({ latitude: coordinateParam(90), longitude: coordinateParam(180) }).optional(),
  comesToYou: booleanParam.optional(),
  openNow: booleanParam.optional(),
  trusted: booleanParam.optional(),
  verified: booleanParam.optional(),
  sort: z.enum(SORTS, { error: 'Sort by name, by distance or by rating.' }).optional(),
})

const hourOfDay = (earliest: number, latest: number) =>
  z
    .int({ error: 'Choose an hour.' })
    .min(earliest, { error: `Choose an hour from ${earliest} to ${latest}.` })
    .max(latest, { error: `Choose an hour from ${earliest} to ${latest}.` })
    .nullable()

/** Whole hours of the day; both null for closed. */
const openHours = { opens: hourOfDay(0, 23), closes: hourOfDay(1, 24) }

const checkHours =
  (whose: HoursOf): z.core.CheckFn<Omit<WeekdayHours, 'weekday'>> =>
  ({ value, issues }) => {
    const error = weekdayHoursError(value, whose)
    if (error !== null)
      issues.push({ code: 'custom', path: [error.field], input: value[error.field], message: error.sentence })
  }

/** 1 is Monday. */
const weekday = z.int({ error: 'Choose a weekday.' }).min(1).max(7)
export const weekdayInPath = z.coerce.number().pipe(weekday)

/** Hours of weekdays that differ from the hours of operation. */
export const newWeekdayHours = (whose: HoursOf) =>
  z
    .object({ weekdays: z.array(weekday).min(1, { error: 'Choose a weekday.' }).max(7), ...openHours })
    .check(checkHours(whose))

/** The hours of a weekday that differ from the hours of operation. */
export const weekdayHours = z.object({ weekday, ...openHours }).check(checkHours('company'))

const openingSpan = z.tuple([z.number(), z.number()]).readonly()

/** Details for customers who want to book. */
const companyProfile = publicCompany.extend({
  /** For the distance to the RV. */
  coordinates: coordinates.nullable(),
  /** Miles; null without one. */
  mobileRange: z.number().nullable(),
  mobileBusiness: z.boolean(),
  daysOfOperation: openingSpan,
  hoursOfOperation: openingSpan,
  weekdayHours: z.array(weekdayHours).readonly(),
  timeZone: z.string(),
  /** What they charge for coming to the RV; null if they do not say. */
  tripRules: tripRulesOut.nullable(),
  /** What customers pay by card when booking; null for nothing. */
  bookingPayment: bookingPaymentOut.nullable(),
  /** What On Time rests on, see `OnTimeCount`; null unless it is. */
  onTime: z.object({ promised: z.number().int(), onTime: z.number().int() }).nullable(),
  /** The month with the founders behind Verified, `YYYY-MM-DD`, both days included. */
  verifiedSpan: z.object({ from: z.string(), until: z.string() }).nullable(),
})

/** The company as its employees see it; what only the owner may see is in `details`, otherwise null. */
const ownCompany = publicCompany.extend({
  /** The owner's, for logging in; null for technicians. */
  email: z.string().nullable(),
  timeZone: z.string(),
  /** When it is deleted because its owner closed it; null if they did not. */
  closesAt: z.date().nullable(),
  /** Whether it bills here, for those who may see what is owed. */
  isBillingOn: z.boolean(),
  details: z
    .object({
      /** Whether the owner has confirmed the email. */
      isEmailConfirmed: z.boolean(),
      /** Whether the owner still goes by the company's name, and was not asked for their own. */
      asksOwnerName: z.boolean(),
      coordinates: coordinates.nullable(),
      laborRate: moneyOut.nullable(),
      mobileRange: z.number().nullable(),
      approvalTolerance: z.number().int(),
      numberOfEmployees: z.number().int(),
      companySettings: z.object({
        mobileBusiness: z.boolean(),
        onTimeStatus: z.boolean(),
        pendingStatus: z.boolean(),
        trusted: z.boolean(),
        verified: z.boolean(),
        daysOfOperation: openingSpan,
        hoursOfOperation: openingSpan,
      }),
      weekdayHours: z.array(weekdayHours).readonly(),
    })
    .nullable(),
})

export const companies = {
  register: procedure({
    permission: 'company.register',
    rateLimit: rateLimit(
      'server',
      limit('address', 10, HOUR, 'Each appears in the public list and costs a slow hash.'),
      limit('address', 30, DAY, 'A trade show where companies register on one computer.'),
    ),
  })
    .route({ method: 'POST', path: '/companies', successStatus: 201, summary: 'Register a company' })
    .input(registration)
    .output(z.object({ companyUUID: uuid })),
  list: procedure({
    permission: 'directory.see',
    rateLimit: rateLimit(
      'scraping',
      limit(
        'address',
        600,
        HOUR,
        'The home page sends one, typing a search sends ten: sixty searches from one campground’s address.',
      ),
    ),
  })
    .route({ method: 'GET', path: '/companies', summary: 'List the registered companies, or search them' })
    .input(
      searchParams.extend({
        after: z.string().max(1000).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(60),
      }),
    )
    .output(
      z.object({
        companies: z.array(listedCompany).readonly(),
        next: z.string().nullable(),
        /** The resolved location. */
        place: z.object({ name: z.string().nullable(), coordinates }).optional(),
      }),
    ),
  get: procedure({
    permission: 'directory.see',
    rateLimit: rateLimit('server', limit('address', 1200, HOUR, 'Thirty people view forty companies each.')),
  })
    .route({ method: 'GET', path: '/companies/{companyId}', summary: 'Get the public profile of a company' })
    .input(z.object({ companyId: uuid }))
    .output(companyProfile),
  mine: procedure({ permission: 'company.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company', summary: 'Get your own company' })
    .output(ownCompany),
  change: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/company', summary: 'Update your own company' })
    .input(companyChange)
    .output(done),
  changeWeekdayHours: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'PUT',
      path: '/company/weekday-hours',
      summary: 'Set the hours of some weekdays of your own company, or close it on them',
    })
    .input(newWeekdayHours('company'))
    .output(done),
  resetWeekdayHours: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({
      method: 'DELETE',
      path: '/company/weekday-hours/{weekday}',
      summary: 'Give a weekday the hours of operation again',
    })
    .input(z.object({ weekday: weekdayInPath }))
    .output(done),
  close: procedure({ permission: 'company.close', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/close',
      summary: 'Close your own company; it is deleted 30 days later, unless it is kept open',
    })
    .input(currentPassword)
    .output(z.object({ closesAt: z.date() })),
  keepOpen: procedure({ permission: 'company.close', rateLimit: 'none' })
    .route({
      method: 'POST',
      path: '/company/keep-open',
      summary: 'Keep your own company open after you closed it',
    })
    .output(done),
}
