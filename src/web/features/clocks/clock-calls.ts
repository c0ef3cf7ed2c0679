// Clock In and Clock Out with their time: a tap counts when it was made, also if it had to wait for a signal.

import { client } from '#web/api/client.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'

type JobKey = { readonly ticketId: number; readonly jobNumber: number }
type ClockCall<Output> = MutationCall<JobKey, Output>

export const clockIn: ClockCall<Awaited<ReturnType<typeof client.tickets.clockIn>>> = (job, options, tap) =>
  client.tickets.clockIn({ ...job, ...tap }, options)

export const clockOut: ClockCall<unknown> = (job, options, tap) =>
  client.tickets.clockOut({ ...job, ...tap }, options)
