// What a company chooses for itself, for its owner; and what the owner is emailed about, as long as it waits.

import * as z from 'zod'
import { NOTICE_TIMINGS } from '#domain/notices/notice.ts'
import { MAX_CHANGE_HOURS, PREFERENCE_SWITCHES } from '#domain/preferences/preferences.ts'
import { MAX_STATUS_UPDATE_DAYS } from '#domain/status-updates/status-update.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { done, email, uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const timing = z.enum(NOTICE_TIMINGS)

/** When the owner is emailed about what customers do. */
const noticeTimings = z.object({
  booking: timing,
  message: timing,
  /** An answer to an approval request. */
  approval: timing,
  /** A canceled or moved appointment. */
  appointment: timing,
  review: timing,
  dispute: timing,
})

/** See `PREFERENCE_SWITCHES`. */
const switches = Object.fromEntries(PREFERENCE_SWITCHES.map(name => [name, z.boolean()])) as {
  readonly [Name in (typeof PREFERENCE_SWITCHES)[number]]: z.ZodBoolean
}

const preferencesSchema = z.object({
  /** Until how many hours before it a customer may change an appointment; null: by phone only. */
  changeHours: z
    .number({ error: 'Enter a number of hours.' })
    .int({ error: 'Enter whole hours.' })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_CHANGE_HOURS, { error: `Enter ${MAX_CHANGE_HOURS} hours or less.` })
    .nullable(),
  /** After how many open days without a change a customer on hold is emailed, once; null: never. */
  statusUpdateDays: z
    .number({ error: 'Enter a number of days.' })
    .int({ error: 'Enter whole days.' })
    .min(1, { error: 'Enter 1 or more.' })
    .max(MAX_STATUS_UPDATE_DAYS, { error: `Enter ${MAX_STATUS_UPDATE_DAYS} days or less.` })
    .nullable(),
  /** The mailbox for customers' replies to emails in the company's name; null: none. */
  replyTo: email.nullable(),
  ...switches,
  notices: noticeTimings,
})

/** Omitted fields stay. */
const preferencesChange = preferencesSchema.extend({ notices: noticeTimings.partial() }).partial()

const notice = z.object({
  noticeId: uuid,
  at: z.date(),
  ticketId: z.number().int(),
  sentence: z.string(),
})

export const preferences = {
  get: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/preferences', summary: 'Get your company’s preferences' })
    .output(preferencesSchema),
  change: procedure({ permission: 'company.change', rateLimit: 'none' })
    .route({ method: 'PATCH', path: '/company/preferences', summary: 'Change your company’s preferences' })
    .input(preferencesChange)
    .output(done),
}

export const notices = {
  listWaiting: procedure({ permission: 'company.see-details', rateLimit: 'none' })
    .route({
      method: 'GET',
      path: '/company/notices',
      summary: 'List what waits for the owner’s email to be confirmed, newest first; at most 100',
    })
    .output(
      z.object({
        /** The email that the owner logs in with. */
        email: z.string(),
        /** Once it is confirmed, nothing waits for it. */
        isConfirmed: z.boolean(),
        notices: z.array(notice).readonly(),
        hasMore: z.boolean(),
        timeZone: z.string(),
      }),
    ),
}
