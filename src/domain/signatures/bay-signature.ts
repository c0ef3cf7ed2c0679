// What a technician has signed on their phone, with or without a connection: what was checked in, and the work that was
// done. Technicians see no money, so neither has an amount; invoices are signed at the desk and by link.

import { type Job, jobLabel } from '#domain/tickets/job.ts'

export const BAY_OCCASIONS = ['drop-off', 'work-done'] as const
export type BayOccasion = (typeof BAY_OCCASIONS)[number]

/** What was signed, without its amount. */
export const OCCASION_LABELS = {
  'drop-off': 'Drop-off',
  estimate: 'Estimate',
  'work-done': 'Work done',
  pickup: 'Pickup',
} as const

/** A job line as the signer read it. */
export type ShownJob = Pick<Job, 'jobNumber' | 'problem'>

type WorkedJob = ShownJob & Pick<Job, 'correction'> & { readonly sessions: readonly unknown[] }

/** The lines that are signed for: at drop-off all, and as work done those with time or a correction. */
export const jobsToSign = <J extends WorkedJob>(occasion: BayOccasion, jobs: readonly J[]): readonly J[] =>
  occasion === 'drop-off'
    ? jobs
    : jobs.filter(({ sessions, correction }) => sessions.length > 0 || correction !== '')

/** `1. Roof leak; 2. Slide-out` */
export const labelsOf = (jobs: readonly ShownJob[]): string => jobs.map(jobLabel).join('; ')

/**
 * Whether what was signed reads otherwise by now: at drop-off if any line was added, changed or deleted, as work done if
 * one of those shown was.
 */
export function isOutdated(
  occasion: BayOccasion,
  shown: readonly ShownJob[],
  now: readonly ShownJob[],
): boolean {
  if (occasion === 'drop-off') return labelsOf(shown) !== labelsOf(now)
  const labels = now.map(jobLabel)
  return shown.some(job => !labels.includes(jobLabel(job)))
}
