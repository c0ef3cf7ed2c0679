// The two live streams, as server-sent events: `id` is the version, `data` one of these. `Last-Event-ID` resumes
// after a break without a gap. There is also an event `ready` at the start, and `heartbeat` (heartbeat.ts).

import * as z from 'zod'
import { publicCompany } from './companies.ts'
import { ticketSummary } from './tickets.ts'

/** A ticket's card; and the customer's answer, message or appointment, if that changed. */
const ticketChangeCard = ticketSummary.extend({
  answered: z
    .object({ job: z.string(), answer: z.enum(['approved', 'declined']), open: z.number().int() })
    .optional(),
  wrote: z.literal(true).optional(),
  /** The job line that the message is about, if it is about one. */
  about: z.string().optional(),
  appointment: z.enum(['moved', 'canceled']).optional(),
})

/** `/api/live`: a change in the user's company. A null card: no longer visible to them. */
export const companyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ticket'), id: z.string(), card: ticketChangeCard.nullable() }),
  z.object({ kind: z.literal('company'), id: z.string(), card: z.null() }),
  z.object({ kind: z.literal('employee'), id: z.string(), card: z.null() }),
  // Too many changes since `Last-Event-ID`: refetch everything.
  z.object({ kind: z.literal('reset'), id: z.string(), card: z.null() }),
])

export type CompanyChange = z.infer<typeof companyChange>

/** `/api/live/directory`: changes in the public list. A null card means: no longer listed. */
export const directoryChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), id: z.string(), card: publicCompany.nullable() }),
  z.object({ kind: z.literal('reset'), id: z.string(), card: z.null() }),
])

export type DirectoryChange = z.infer<typeof directoryChange>
