// A job line: problem, cause, correction and estimated time. An estimate line's time is a suggestion until approved;
// a declined line stays listed and costs nothing.

import { type ClockSession, hasTimesOf, isRunning } from '#domain/clocks/clock.ts'
import type { LineComponent } from '#domain/components/line-component.ts'
import { formatHours } from '#domain/lib/hours.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { Photo, PhotoStage } from '#domain/photos/photo.ts'
import type { LineClockRule } from '#domain/pricing/clock-rule.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import type { ApprovedSupplies } from '#domain/pricing/supplies.ts'
import type { PageBlocker } from '#domain/refusals/page-blocker.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { Blocker } from '#domain/refusals/refusal-sentence.ts'

export type Answer = 'none' | 'approved' | 'declined'

/** What an invoice charges for a line that was billed before its ticket was finalized. It stays while that invoice stands. */
export type BilledLine = {
  /** The invoice's number, as it is printed. */
  readonly invoice: string
  readonly labor: Cents
  /** Its share of the ticket's shop supplies. */
  readonly supplies: Cents
}

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
  /** The labor rate chosen for it; null for the ticket's. */
  readonly namedRate: NamedRate | null
  /** What its labor costs, in place of hours times a rate; null without a flat price. */
  readonly flatPrice: Cents | null
  /** Its labor is what was clocked by this rule, in place of estimated hours; null without one. Never with a flat price. */
  readonly clockRule: LineClockRule | null
  /** Decimal hours that the clock charges; null without a rule, and until someone has clocked out: then the estimate counts. */
  readonly clockedHours: number | null
  /** Which of those who work on the ticket is to do it; null for any. */
  readonly namedTechnician: string | null
  /** The component of the RV that it is on; null for none. */
  readonly component: LineComponent | null
  /** Its share of shop supplies as the customer approved it; null without an approval. */
  readonly approvedSupplies: ApprovedSupplies | null
  /** Null as long as no invoice has it, and for a line that was billed after Finalize. */
  readonly billed: BilledLine | null
  readonly sessions: readonly ClockSession[]
  /** In the order they were added. */
  readonly photos: readonly Photo[]
}

/** The job lines of a new ticket. */
export const MAX_JOBS = 200
/** The largest number of a job line that a row can hold: of a line that is gone, only that is checked. */
export const MAX_JOB_NUMBER = 2 ** 31 - 1
/** The texts of a job line that are saved while typed. */
export type Finding = 'cause' | 'correction'
/** Characters of a cause or a correction. */
export const MAX_FINDING_LENGTH = 4000

export type NewJob = Pick<Job, 'problem' | 'estimatedTime' | 'estimate'> & {
  readonly namedRate?: NamedRate | null
  readonly flatPrice?: Cents | null | undefined
  readonly clockRule?: LineClockRule | null
}

export const newJob = (
  { problem, estimatedTime, estimate, namedRate = null, flatPrice = null, clockRule = null }: NewJob,
  jobNumber: number,
): Job => ({
  jobNumber,
  problem,
  cause: '',
  correction: '',
  estimatedTime,
  estimate,
  suggestedTime: null,
  answer: 'none',
  namedRate,
  flatPrice,
  clockRule,
  clockedHours: null,
  namedTechnician: null,
  component: null,
  approvedSupplies: null,
  billed: null,
  sessions: [],
  photos: [],
})

/**
 * The number of the ticket's next job line. `highestDeleted` is 0 if none was deleted: its number is not used again,
 * because a phone may still send what was tapped on it.
 */
export const nextJobNumber = (jobs: readonly Pick<Job, 'jobNumber'>[], highestDeleted = 0): number =>
  1 + jobs.reduce((highest, { jobNumber }) => Math.max(highest, jobNumber), highestDeleted)

/** A job line's name in sentences: `2. Roof leak`. */
export const jobLabel = ({ jobNumber, problem }: { jobNumber: number; problem: string }): string =>
  `${jobNumber}. ${problem.length > 60 ? `${problem.slice(0, 59)}…` : problem}`

export type JobProgress = 'to-do' | 'running' | 'started' | 'done'

/**
 * How far the work on a line is: running while anyone is clocked in, done once it has a correction, and started in between.
 */
export function jobProgress({
  sessions,
  correction,
}: {
  readonly sessions: readonly Pick<ClockSession, 'clockOutTime'>[]
  readonly correction: string
}): JobProgress {
  if (sessions.some(isRunning)) return 'running'
  if (correction !== '') return 'done'
  return sessions.length === 0 ? 'to-do' : 'started'
}

/** What a photo taken now most likely shows: the repair, once there is a correction. */
export const guessedStage = ({ correction }: Pick<Job, 'correction'>): PhotoStage =>
  correction === '' ? 'before' : 'after'

type Proposal = Pick<Job, 'estimatedTime' | 'estimate' | 'suggestedTime'>

/** The suggested hours that the customer is asked about and that totals do not count yet; null without any. */
export const waitingTime = ({ estimatedTime, estimate, suggestedTime }: Proposal): number | null =>
  estimate && suggestedTime !== estimatedTime ? suggestedTime : null

/** Said beside the price of a line, in decimal hours. */
export const countsSuggestedTime = (suggestedTime: number, estimatedTime: number): string =>
  `This counts the suggested ${formatHours(suggestedTime)}. The ticket’s total counts ${formatHours(estimatedTime)} until that is approved.`

/** The hours that totals count while others are suggested; null if they are the same, or do not change what is charged. */
export const hoursInTotals = (job: Proposal & Pick<Job, 'flatPrice' | 'clockedHours'>): number | null =>
  waitingTime(job) === null || job.flatPrice !== null || job.clockedHours !== null ? null : job.estimatedTime

/** The same beside a total: a sentence for each line whose suggested time waits. */
export const countsEstimatedTime = (
  jobs: readonly (Proposal & Pick<Job, 'jobNumber' | 'answer' | 'flatPrice' | 'clockedHours'>)[],
): string[] =>
  jobs
    .filter(job => hoursInTotals(job) !== null && job.answer !== 'declined')
    .map(
      ({ jobNumber, estimatedTime, suggestedTime }) =>
        `Job ${jobNumber} counts ${formatHours(estimatedTime)} here, until the suggested ${formatHours(suggestedTime ?? 0)} is approved.`,
    )

/** The job line with this number; refuses if it is gone. */
export function jobOf(ticket: { readonly jobs: readonly Job[] }, jobNumber: number): Job {
  const job = ticket.jobs.find(candidate => candidate.jobNumber === jobNumber)
  if (job === undefined) throw new Refusal([{ code: 'job.unknown' }])
  return job
}

type BillableJob = Pick<Job, 'jobNumber' | 'problem' | 'billed'>

/** Why a job line cannot be worked on: the customer declined it, or an invoice has the time on it. */
export function blockersForClockingIn(job: BillableJob & Pick<Job, 'answer' | 'clockRule'>): PageBlocker[] {
  if (job.answer === 'declined') return [{ code: 'clock.declined', job: jobLabel(job) }]
  return job.billed && job.clockRule !== null ? [{ code: 'clock.billed', job: jobLabel(job) }] : []
}

/** Why the times of a session on a job line cannot change: an invoice charges them. They can be confirmed. */
export const blockersForCorrectingTime = (
  { billed, clockRule }: Pick<Job, 'billed' | 'clockRule'>,
  before: ClockSession,
  after: ClockSession,
): Blocker[] =>
  billed && clockRule !== null && !hasTimesOf(before, after)
    ? [{ code: 'invoice.has-time', invoice: billed.invoice }]
    : []

/** Why the hours, the rate, the parts and the answer of a job line cannot change: an invoice has it. */
export const blockersForRepricing = (job: BillableJob): PageBlocker[] =>
  job.billed ? [{ code: 'job.billed', job: jobLabel(job), invoice: job.billed.invoice }] : []

type JobWithWork = BillableJob & {
  readonly answer: Answer
  readonly sessions: readonly unknown[]
  readonly photos: readonly unknown[]
}

/** Why a job line cannot be deleted: an invoice, time, photos, parts, and the customer's answer. */
export function blockersForRemovingJob(
  job: JobWithWork,
  parts: readonly { readonly jobNumber: number | null }[],
): PageBlocker[] {
  const { jobNumber, answer, sessions, photos } = job
  const billed = blockersForRepricing(job)
  if (billed.length > 0) return billed
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

/** Approve Time (specification 4). Refused for a line that is no estimate, or without a suggestion. */
export function approveTime(job: Job): Job {
  if (!job.estimate) throw new Refusal([{ code: 'job.no-estimate' }])
  if (job.suggestedTime === null) throw new Refusal([{ code: 'job.no-suggestion' }])
  return { ...job, estimatedTime: job.suggestedTime, estimate: false, suggestedTime: null }
}
