// What a company chooses for itself, for its owner.

import * as z from 'zod'
import { MAX_CHANGE_HOURS } from '#domain/preferences/preferences.ts'
import { base, done, email } from './shared-schemas.ts'

const tags = ['Companies']

const preferencesSchema = z.object({
  /** Until how many hours before it a customer may change an appointment; null: by phone only. */
  changeHours: z
    .number({ error: 'Enter a number of hours.' })
    .int({ error: 'Enter whole hours.' })
    .min(0, { error: 'Enter 0 or more.' })
    .max(MAX_CHANGE_HOURS, { error: `Enter ${MAX_CHANGE_HOURS} hours or less.` })
    .nullable(),
  /** The mailbox for customers' replies to emails in the company's name; null: none. */
  replyTo: email.nullable(),
})

/** Omitted fields stay. */
const preferencesChange = preferencesSchema.partial()

export const preferences = {
  get: base
    .route({ method: 'GET', path: '/company/preferences', summary: 'Get your company’s preferences', tags })
    .output(preferencesSchema),
  change: base
    .route({
      method: 'PATCH',
      path: '/company/preferences',
      summary: 'Change your company’s preferences',
      tags,
    })
    .input(preferencesChange)
    .output(done),
}
