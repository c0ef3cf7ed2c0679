// The two live streams. Both are server-sent events: `id` is the version, `data` one of these.
// `Last-Event-ID` resumes after any break without a gap. Besides, there is an event `ready` at the beginning and `here`
// as a heartbeat (heartbeat.ts).

import * as z from 'zod'
import { publicCompany } from './companies.ts'
import { ticketSummary } from './tickets.ts'

/** `/api/live`: what changed in my company. A null card means: no longer in your view. */
/** A ticket's card; and what its customer has answered, or that they wrote, where that is what changed. */
const ticketChangeCard = ticketSummary.extend({
  answered: z
    .object({ job: z.string(), answer: z.enum(['approved', 'declined']), open: z.number().int() })
    .optional(),
  wrote: z.literal(true).optional(),
})

const companyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ticket'), id: z.string(), card: ticketChangeCard.nullable() }),
  z.object({ kind: z.literal('company'), id: z.string(), card: z.null() }),
  z.object({ kind: z.literal('employee'), id: z.string(), card: z.null() }),
  // Too much has happened since `Last-Event-ID`: look at everything again.
  z.object({ kind: z.literal('reset'), id: z.string(), card: z.null() }),
])

export type CompanyChange = z.infer<typeof companyChange>

/** `/api/live/directory`: what changed in the public list. A null card means: no longer in it. */
const directoryChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('directory'), id: z.string(), card: publicCompany.nullable() }),
  z.object({ kind: z.literal('reset'), id: z.string(), card: z.null() }),
])

export type DirectoryChange = z.infer<typeof directoryChange>
