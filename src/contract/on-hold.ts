// What the work on a ticket waits for, as the desk says it and its customer reads it.

import * as z from 'zod'
import { REASONS } from '#domain/on-hold/hold.ts'
import { base, day, done, letterFate, text, ticketId } from './schema.ts'

const tags = ['Customer']
const id = z.object({ ticketId })

export const newWait = id.extend({
  reason: z.enum(REASONS, { error: 'Choose what it waits for.' }),
  note: text(500).default(''),
  /** `YYYY-MM-DD` in the company's days. */
  until: day.optional(),
})

/** What the work waits for; null for nothing. */
export const wait = z
  .object({
    reason: z.enum(REASONS),
    note: z.string(),
    since: z.date(),
    /** `YYYY-MM-DD` in the company's days; null when nobody knows. */
    until: z.string().nullable(),
  })
  .nullable()

export const waiting = {
  get: base
    .route({
      method: 'GET',
      path: '/tickets/{ticketId}/waiting',
      summary: 'Read what the work on a ticket waits for',
      tags,
    })
    .input(id)
    .output(z.object({ waiting: wait })),
  set: base
    .route({
      method: 'PUT',
      path: '/tickets/{ticketId}/waiting',
      summary: 'Say what the work on a ticket waits for; its customer is told',
      tags,
    })
    .input(newWait)
    .output(done.extend({ letter: letterFate.optional() })),
  clear: base
    .route({
      method: 'DELETE',
      path: '/tickets/{ticketId}/waiting',
      summary: 'Say that the work on a ticket goes on',
      tags,
    })
    .input(id)
    .output(done),
}
