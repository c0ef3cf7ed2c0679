// The job lines of a ticket as they will be (see foreseen.ts).

import { newJob, nextJobNumber } from '#domain/tickets/job.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-queries.ts'
import { type JobReference, timeApproved, withJob } from './optimistic-ticket.ts'

type NewJob = {
  readonly problem: string
  readonly estimatedTime?: number | undefined
  readonly estimate?: boolean | undefined
}

/** The number is the one it should get; it is none to work with before the server has given it. */
export function jobAdded(ticket: TicketView, added: NewJob): TicketView {
  const { problem, estimatedTime = 0, estimate = false } = added
  const job: JobView = {
    ...newJob({ problem: problem.trim(), estimatedTime, estimate }, nextJobNumber(ticket.jobs)),
    sessions: [],
    photos: [],
    isAsked: false,
    totalBalance: null,
    optimistic: 'adding',
  }
  return { ...ticket, jobs: [...ticket.jobs, job] }
}

type JobChanges = JobReference & {
  readonly problem?: string | undefined
  readonly estimatedTime?: number | undefined
}

export const jobChanged = (
  ticket: TicketView,
  { jobNumber, problem, estimatedTime }: JobChanges,
): TicketView =>
  withJob(ticket, jobNumber, job => ({
    ...job,
    problem: problem?.trim() ?? job.problem,
    estimatedTime: estimatedTime ?? job.estimatedTime,
  }))

/** Out of sight, and not gone before the server says so: what was typed into it, or is on its way from it, stays. */
export const jobRemoved = (ticket: TicketView, { jobNumber }: JobReference): TicketView =>
  withJob(ticket, jobNumber, job => ({ ...job, optimistic: 'removing' }))

/** What the customer said on the phone. A yes to a proposed time approves it. */
export function jobAnswered(
  ticket: TicketView,
  { jobNumber, answer }: JobReference & { readonly answer: 'approved' | 'declined' },
): TicketView {
  const timed = answer === 'approved' ? timeApproved(ticket, { jobNumber }) : ticket
  return withJob(timed, jobNumber, job => ({ ...job, answer, isAsked: false }))
}

export const approvalRequestWithdrawn = (ticket: TicketView, { jobNumber }: JobReference): TicketView =>
  withJob(ticket, jobNumber, job => ({ ...job, isAsked: false }))
