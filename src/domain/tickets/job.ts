// A job line: problem, cause, correction and estimated time. An estimate line's time is a suggestion until approved;
// a declined line stays listed and costs nothing.

import type { ClockSession } from '#domain/clocks/clock.ts'
import { toHundredths } from '#domain/lib/hours.ts'
import { type Cents, NO_MONEY, timesFraction } from '#domain/lib/money.ts'
import type { Photo } from '#domain/photos/photo.ts'
import { type Blocker, Refusal } from '#domain/refusals/refusal.ts'

export type Answer = 'none' | 'approved' | 'declined'

export type Job = {
  /** Counted from 1 within the ticket. */
  readonly jobNumber: number
  readonly problem: string
  readonly cause: string
  readonly correction: string
  /** Decimal hours; 0 means no estimate. */
  readonly estimatedTime: number
  readonly estimate: boolean
  readonly suggestedTime: number | null
  readonly answer: Answer
  readonly sessions: readonly ClockSession[]
  /** In the order they were added. */
  readonly photos: readonly Photo[]
}

export type NewJob = Pick<Job, 'problem' | 'estimatedTime' | 'estimate'>

export const newJob = ({ problem, estimatedTime, estimate }: NewJob, jobNumber: number): Job => ({
  jobNumber,
  problem,
  cause: '',
  correction: '',
  estimatedTime,
  estimate,
  suggestedTime: null,
  answer: 'none',
  sessions: [],
  photos: [],
})

/** The number of the ticket's next job line. */
export const nextJobNumber = (jobs: readonly Pick<Job, 'jobNumber'>[]): number =>
  1 + jobs.reduce((highest, { jobNumber }) => Math.max(highest, jobNumber), 0)

/** A job line's name in sentences: `2. Roof leak`. */
export const jobLabel = ({ jobNumber, problem }: { jobNumber: number; problem: string }): string =>
  `${jobNumber}. ${problem.length > 60 ? `${problem.slice(0, 59)}…` : problem}`

/** Specification 9: labor = estimatedTime × laborRate, half up to a cent. No rate or no estimate is $0. */
export const laborOf = (job: Pick<Job, 'estimatedTime' | 'answer'>, laborRate: Cents | null): Cents =>
  laborRate === null || job.answer === 'declined'
    ? NO_MONEY
    : timesFraction(laborRate, toHundredths(job.estimatedTime), 100)

/** The hours that labor is charged for, two decimals: without declined lines. */
export const billedHours = (jobs: readonly Pick<Job, 'estimatedTime' | 'answer'>[]): number =>
  jobs
    .filter(({ answer }) => answer !== 'declined')
    .reduce((total, { estimatedTime }) => total + toHundredths(estimatedTime), 0) / 100

/** The job line with this number; refuses if it is gone. */
export function jobOf(ticket: { readonly jobs: readonly Job[] }, jobNumber: number): Job {
  const job = ticket.jobs.find(candidate => candidate.jobNumber === jobNumber)
  if (job === undefined) throw new Refusal([{ code: 'job.unknown' }])
  return job
}

type JobWithWork = {
  readonly jobNumber: number
  readonly answer: Answer
  readonly sessions: readonly unknown[]
  readonly photos: readonly unknown[]
}

/** Why a job line cannot be deleted: time, photos, parts, and the customer's answer. */
export function blockersForRemovingJob(
  { jobNumber, answer, sessions, photos }: JobWithWork,
  parts: readonly { readonly jobNumber: number | null }[],
): Blocker[] {
  if (sessions.length > 0 || photos.length > 0 || parts.some(part => part.jobNumber === jobNumber))
    return [{ code: 'job.has-work' }]
  return answer === 'none' ? [] : [{ code: 'job.answered' }]
}

type CauseAndCorrection = { readonly cause?: string | undefined; readonly correction?: string | undefined }

/** Why text cannot be saved: the field no longer has the text in `base`, which the user saw while writing. */
export function blockersForRewording(
  job: CauseAndCorrection,
  wanted: CauseAndCorrection,
  base: CauseAndCorrection = {},
): Blocker[] {
  const isReworded = (['cause', 'correction'] as const).some(
    field =>
      wanted[field] !== undefined &&
      base[field] !== undefined &&
      job[field] !== base[field] &&
      job[field] !== wanted[field],
  )
  return isReworded ? [{ code: 'job.reworded' }] : []
}

/** Approve Time (specification 4). Refused without a suggestion. */
export function approveTime(job: Job): Job {
  if (!job.estimate || job.suggestedTime === null) throw new Refusal([{ code: 'job.no-suggestion' }])
  return { ...job, estimatedTime: job.suggestedTime, estimate: false, suggestedTime: null }
}
