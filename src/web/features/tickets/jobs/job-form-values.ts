// A job line as it is typed, on a new ticket and on one in work.

export type TypedJob = { problem: string; estimatedTime: number | string; estimate: boolean }

export const NO_JOB: TypedJob = { problem: '', estimatedTime: 0, estimate: false }

/** What is sent of it: an emptied time is no estimate. */
export const typedJob = ({ problem, estimatedTime, estimate }: TypedJob) => ({
  problem,
  estimatedTime: estimatedTime === '' ? 0 : estimatedTime,
  estimate,
})
