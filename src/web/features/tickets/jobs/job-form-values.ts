// A job line as it is typed, on a new ticket and on one in work.

export type JobFormValues = { problem: string; estimatedTime: number | string; estimate: boolean }

export const EMPTY_JOB: JobFormValues = { problem: '', estimatedTime: 0, estimate: false }

/** What is sent of it: an emptied time is no estimate. */
export const toNewJob = ({ problem, estimatedTime, estimate }: JobFormValues) => ({
  problem,
  estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
  estimate,
})
