// Live streams, as server-sent events: `id` is the version, `data` one of these. `Last-Event-ID` resumes
// after a break without a gap. There is also an event `ready` at the start, and `heartbeat` (heartbeat.ts).

import * as z from 'zod'
import { publicCompany } from './companies.ts'
import { linkToken } from './customer-view.ts'
import { noParams, route } from './procedure/route.ts'
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

const stream = { method: 'GET', tags: ['Live'], rateLimit: 'none', errors: [401, 429] } as const

const answersWith = (event: 'CompanyChange' | 'DirectoryChange') => ({
  200: {
    description: `Server-sent events: \`id\` is a version, \`data\` a ${event} as JSON. First comes \`ready\`, and \`heartbeat\` every 15 seconds, both without such data; \`Last-Event-ID\` resumes.`,
    type: 'text/event-stream',
    event,
  },
})

const withoutIds = {
  200: {
    description: 'Server-sent events without ids, `heartbeat` every 15 seconds.',
    type: 'text/event-stream',
  },
}

/** Who a stream is not for is asked to log in. */
export const liveRoutes = {
  live: route({
    ...stream,
    path: '/live',
    summary: 'Stream the changes in your company',
    permission: 'profile.see',
    params: noParams,
    resumes: true,
    answers: answersWith('CompanyChange'),
  }),
  liveDirectory: route({
    ...stream,
    path: '/live/directory',
    summary: 'Stream the changes in the public list of companies',
    permission: 'public',
    params: noParams,
    resumes: true,
    answers: answersWith('DirectoryChange'),
    errors: [429],
  }),
  liveAccount: route({
    ...stream,
    path: '/live/account',
    summary: 'Stream the changes of your rigs: each event says only that something changed',
    permission: 'rv-owner.see',
    params: noParams,
    answers: withoutIds,
  }),
  liveFollow: route({
    ...stream,
    path: '/live/follow/{token}',
    summary: 'Stream the changes of a link’s ticket: each event says only that something changed',
    permission: 'public',
    params: z.object({ token: linkToken }),
    answers: withoutIds,
    errors: [429],
    describedErrors: {
      404: 'The link does not exist.',
      409: 'The link’s question is not answered, or the link is turned off or expired.',
    },
  }),
}
