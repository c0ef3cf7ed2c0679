// Optimistic changes of a ticket: the expected state until the server responds. Only for what can be rolled back;
// totals come from the server.

import { fullName, type Technician, withAssignment } from '#domain/tickets/assignment.ts'
import { removeHelper } from '#domain/tickets/ticket.ts'
import { randomUuid } from '#web/api/browser/uuid.ts'
import type { JobView, TicketView } from '#web/features/tickets/ticket-view.ts'

export const withJob = (
  ticket: TicketView,
  jobNumber: unknown,
  change: (job: JobView) => JobView,
): TicketView => ({
  ...ticket,
  jobs: ticket.jobs.map(job => (job.jobNumber === jobNumber ? change(job) : job)),
})

/** As sent: a number, which the contract also parses from paths. */
export type JobReference = { readonly jobNumber: unknown }
type Person = { readonly id: string; readonly name: string }

/** A person's clock on a job line has started; their previous one on this ticket has ended. */
export function clockedIn(
  ticket: TicketView,
  { jobNumber }: JobReference,
  { id, name }: Person,
  now: Date,
  sessionId: string = randomUuid(),
): TicketView {
  const session = {
    sessionId,
    technicianId: id,
    technician: name,
    clockInTime: now,
    clockOutTime: null,
    isClockInReported: false,
    isClockOutReported: false,
    isCorrected: false,
  }
  return withJob(clocksStopped(ticket, id, now), jobNumber, job => ({
    ...job,
    sessions: [...job.sessions, session],
  }))
}

/** A person has no running clock on this ticket: it has started on another. */
export const clocksStopped = (ticket: TicketView, id: string, now: Date): TicketView => ({
  ...ticket,
  jobs: ticket.jobs.map(job => withoutClock(job, id, now)),
})

export const clockedOut = (
  ticket: TicketView,
  { jobNumber }: JobReference,
  { id }: Person,
  now: Date,
): TicketView => withJob(ticket, jobNumber, job => withoutClock(job, id, now))

function withoutClock(job: JobView, id: string, now: Date): JobView {
  const isTheirs = ({ technicianId, clockOutTime }: JobView['sessions'][number]) =>
    technicianId === id && clockOutTime === null
  if (!job.sessions.some(isTheirs)) return job
  const sessions = job.sessions.map(session =>
    isTheirs(session) ? { ...session, clockOutTime: now } : session,
  )
  return { ...job, sessions }
}

export const timeSuggested = (
  ticket: TicketView,
  { jobNumber, suggestedTime = null }: JobReference & { readonly suggestedTime?: number | null | undefined },
): TicketView => withJob(ticket, jobNumber, job => ({ ...job, suggestedTime }))

export const timeApproved = (ticket: TicketView, { jobNumber }: JobReference): TicketView =>
  withJob(ticket, jobNumber, job =>
    job.suggestedTime === null || !job.estimate
      ? job
      : { ...job, estimatedTime: job.suggestedTime, estimate: false, suggestedTime: null },
  )

/** Assigned from now on. */
export function assigned(ticket: TicketView, technician: Technician, date: string, now: Date): TicketView {
  const assignedTechs = withAssignment(ticket.assignedTechs, technician, date, now)
  return { ...removeHelper(ticket, technician.id), assignedTechnician: technician.id, assignedTechs }
}

/** With one more helper. */
export const helperAdded = (ticket: TicketView, technician: Technician): TicketView => ({
  ...ticket,
  helpers: [
    ...removeHelper(ticket, technician.id).helpers,
    { id: technician.id, name: fullName(technician) },
  ],
})

/** Planned for a later day, replacing an earlier plan. */
export function planned(ticket: TicketView, employeeId: string, date: string): TicketView {
  const others = ticket.plannedTechs.filter(plan => plan.date !== date)
  const plans = [...others, { date, uuid: employeeId }]
  return { ...ticket, plannedTechs: plans.toSorted((one, other) => (one.date < other.date ? -1 : 1)) }
}

/** Released; or, for a later day, the plan is removed. */
export const released = (ticket: TicketView, { date }: { readonly date?: string | undefined }): TicketView =>
  date === undefined
    ? { ...ticket, assignedTechnician: null }
    : { ...ticket, plannedTechs: ticket.plannedTechs.filter(plan => plan.date !== date) }

export const photoRemoved = (
  ticket: TicketView,
  { jobNumber, photoId }: JobReference & { readonly photoId: string },
): TicketView =>
  withJob(ticket, jobNumber, job => ({
    ...job,
    photos: job.photos.filter(photo => photo.photoId !== photoId),
  }))

type PartialFields<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | undefined }
type DetailChanges = {
  readonly customerDetails?: PartialFields<TicketView['customerDetails']> | undefined
  readonly customerRV?: PartialFields<TicketView['customerRV']> | undefined
}

const applyChanges = <Fields extends object>(before: Fields, changes: PartialFields<Fields>): Fields => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

export const detailsChanged = (
  ticket: TicketView,
  { customerDetails = {}, customerRV = {} }: DetailChanges,
): TicketView => ({
  ...ticket,
  customerDetails: applyChanges(ticket.customerDetails, customerDetails),
  customerRV: applyChanges(ticket.customerRV, customerRV),
})
