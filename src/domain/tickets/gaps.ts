// What a ticket lacks that a shop usually wants before it is finalized or completed. None of it refuses the step: the page
// asks once.

import type { Cents } from '#domain/lib/money.ts'
import { joinNames } from '#domain/refusals/page-blocker.ts'

type JobFacts = {
  readonly jobNumber: number
  readonly cause: string
  readonly correction: string
  readonly answer: 'none' | 'approved' | 'declined'
  readonly isAsked: boolean
  readonly sessions: readonly unknown[]
  readonly photos: readonly { readonly moment: string }[]
}

type TicketFacts = {
  readonly assignedTechnician: string | null
  readonly customerDetails: { readonly firstName: string }
  readonly jobs: readonly JobFacts[]
  readonly parts: readonly unknown[]
}

/** The job lines that were to be done. */
const linesToDo = ({ jobs }: Pick<TicketFacts, 'jobs'>): readonly JobFacts[] =>
  jobs.filter(({ answer }) => answer !== 'declined')

/** By their numbers, which are on the page: `jobs 1 and 3`. */
const namesOf = (jobs: readonly JobFacts[]): string =>
  `${jobs.length === 1 ? 'job' : 'jobs'} ${joinNames(jobs.map(({ jobNumber }) => String(jobNumber)))}`

/** The job lines without a cause or a correction, a sentence for each that is missing. */
export function missingFindings(ticket: Pick<TicketFacts, 'jobs'>): string[] {
  const lines = linesToDo(ticket)
  const [both, cause, correction] = [
    lines.filter(job => job.cause === '' && job.correction === ''),
    lines.filter(job => job.cause === '' && job.correction !== ''),
    lines.filter(job => job.cause !== '' && job.correction === ''),
  ] as const
  return [
    ...(both.length === 0 ? [] : [`No cause or correction on ${namesOf(both)}.`]),
    ...(cause.length === 0 ? [] : [`No cause on ${namesOf(cause)}.`]),
    ...(correction.length === 0 ? [] : [`No correction on ${namesOf(correction)}.`]),
  ]
}

/** A customer who was asked about some lines expects to be asked about all of them. */
function neverAsked({ jobs, customerDetails }: TicketFacts): string[] {
  if (jobs.every(({ answer, isAsked }) => answer === 'none' && !isAsked)) return []
  const lines = jobs.filter(({ answer, isAsked }) => answer === 'none' && !isAsked)
  return lines.length === 0 ? [] : [`${customerDetails.firstName} was never asked about ${namesOf(lines)}.`]
}

/** What is missing before Finalize, a sentence for each. `total` is in cents, null without permission to see it. */
export function gapsBeforeFinalizing(ticket: TicketFacts, total: Cents | null): string[] {
  const wasClocked = ticket.jobs.some(({ sessions }) => sessions.length > 0)
  return [
    ...(ticket.assignedTechnician === null && !wasClocked ? ['No technician is assigned.'] : []),
    ...(wasClocked ? [] : ['No time was clocked.']),
    ...missingFindings(ticket),
    ...neverAsked(ticket),
    ...(total === 0 ? ['The total is $0.00.'] : []),
  ]
}

/**
 * Whether anything was done: time, a cause or a correction, a part, a photo of the work. Photos of before may be the
 * customer's.
 */
export const hasAnythingDone = ({ jobs, parts }: Pick<TicketFacts, 'jobs' | 'parts'>): boolean =>
  parts.length > 0 ||
  jobs.some(
    ({ sessions, cause, correction, photos }) =>
      sessions.length > 0 ||
      cause !== '' ||
      correction !== '' ||
      photos.some(({ moment }) => moment !== 'before'),
  )
