// Optimistic changes of a ticket's job lines (see optimistic-ticket.ts).

import type { Cents } from '#domain/lib/money.ts'
import { newJob, nextJobNumber } from '#domain/tickets/job.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { type JobReference, timeApproved, withJob } from './optimistic-ticket.ts'

type NewJob = {
  readonly problem: string
  readonly estimatedTime?: number | undefined
  readonly estimate?: boolean | undefined
  readonly flatPrice?: Cents | undefined
}

/** With the expected number; it is not editable before the server has confirmed it. */
export function jobAdded(ticket: TicketView, added: NewJob): TicketView {
  const { problem, estimatedTime = 0, estimate = false, flatPrice } = added
  const job: JobView = {
    ...newJob({ problem: problem.trim(), estimatedTime, estimate, flatPrice }, nextJobNumber(ticket.jobs)),
    sessions: [],
    photos: [],
    isAsked: false,
    approval: null,
    raisedTo: null,
    clockDetails: [],
    component: null,
    totalBalance: null,
    price: null,
    optimistic: 'adding',
  }
  return { ...ticket, jobs: [...ticket.jobs, job] }
}

type JobChanges = JobReference & {
  readonly problem?: string | undefined
  readonly estimatedTime?: number | undefined
  readonly flatPrice?: Cents | null | undefined
  readonly isByClock?: boolean | undefined
  readonly namedTechnician?: string | null | undefined
  readonly componentId?: string | null | undefined
}

export const jobChanged = (
  ticket: TicketView,
  { jobNumber, problem, estimatedTime, flatPrice, isByClock, namedTechnician, componentId }: JobChanges,
): TicketView =>
  withJob(ticket, jobNumber, job => ({
    ...job,
    namedTechnician: namedTechnician === undefined ? job.namedTechnician : namedTechnician,
    problem: problem?.trim() ?? job.problem,
    estimatedTime: estimatedTime ?? job.estimatedTime,
    flatPrice: flatPrice === undefined ? job.flatPrice : flatPrice,
    // What is known of another component comes with the answer.
    ...(componentId === null && { component: null }),
    // The company's rule, too.
    ...(isByClock === false && { clockRule: null, clockedHours: null, clockDetails: [] }),
  }))

/** Hidden, but mounted until the server has deleted it: typed text and uploads stay. */
export const jobRemoved = (ticket: TicketView, { jobNumber }: JobReference): TicketView =>
  withJob(ticket, jobNumber, job => ({ ...job, optimistic: 'removing' }))

/** The customer's phone answer. Approving a suggested time applies it. */
export function jobAnswered(
  ticket: TicketView,
  { jobNumber, answer }: JobReference & { readonly answer: 'approved' | 'declined' },
): TicketView {
  const timed = answer === 'approved' ? timeApproved(ticket, { jobNumber }) : ticket
  return withJob(timed, jobNumber, job => ({ ...job, answer, isAsked: false, raisedTo: null }))
}

export const approvalRequestWithdrawn = (ticket: TicketView, { jobNumber }: JobReference): TicketView =>
  withJob(ticket, jobNumber, job => ({ ...job, isAsked: false }))
