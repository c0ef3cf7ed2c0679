// A job line as typed, on a new or an active ticket.

export type JobFormValues = { problem: string; estimatedTime: number | string; estimate: boolean }

export const EMPTY_JOB: JobFormValues = { problem: '', estimatedTime: 0, estimate: false }

/** The input to send: an empty time means no estimate. */
export const toNewJob = ({ problem, estimatedTime, estimate }: JobFormValues) => ({
  problem,
  estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
  estimate,
})
