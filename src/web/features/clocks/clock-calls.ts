// Clock In and Clock Out with their time: a press counts when it was made, also if it had to wait for a signal.

import { client } from '#web/api/client.ts'
import type { MutationCall } from '#web/api/use-mutation-once.ts'

type JobKey = { readonly ticketId: number; readonly jobNumber: number }
type ClockCall<Output> = MutationCall<JobKey, Output>

export const clockIn: ClockCall<Awaited<ReturnType<typeof client.tickets.clockIn>>> = (job, options, press) =>
  client.tickets.clockIn({ ...job, ...press }, options)

export const clockOut: ClockCall<unknown> = (job, options, press) =>
  client.tickets.clockOut({ ...job, ...press }, options)
