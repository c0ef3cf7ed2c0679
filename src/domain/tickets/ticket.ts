// A ticket's life: booked or created, worked on, approved, finalized, and completed into the rig's history. Each step
// checks the ticket's state, so two people at once never move it twice, and a finalized ticket stays as the customer
// saw it.

import type { Signature } from '#domain/account/actor.ts'
import { isRunning } from '#domain/clocks/clock.ts'
import { type CustomerDetails, FORMER_CUSTOMER, FORMER_CUSTOMER_DETAILS } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { Hold, HoldReason } from '#domain/on-hold/hold.ts'
import type { SuppliesRule } from '#domain/pricing/supplies.ts'
import type { PageBlocker } from '#domain/refusals/page-blocker.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import type { Transition, Verb } from '#domain/tickets/state/transition.ts'
import {
  type Assignment,
  mainTechnicianOf,
  type Technician,
  technicianName,
  withAssignment,
} from './assignment.ts'
import type { ClosableState, Closing } from './closing.ts'
import { isConfirmed, isRequest, type WithConfirmation } from './confirmation.ts'
import { type Job, jobLabel, type NewJob, newJob } from './job.ts'
import { withSettledClock } from './labor.ts'
import { type Part, partLabel } from './part.ts'
import { NO_RIG_VISIT, type RigVisit } from './rig-visit-fields.ts'

export const STATES = [
  'pending',
  'active',
  'approval',
  'completed',
  'recorded',
  'declined',
  'closed',
] as const
export type State = (typeof STATES)[number]

/** The time that the customer asked for; once accepted, the one that both sides agreed on. */
type TicketAppointment = {
  readonly at: Date
  /** `YYYY-MM-DD`, the company's date. */
  readonly day: string
  /** Whether the company comes to the customer. */
  readonly isMobile: boolean
}

/** What the desk, or its technician, noted when the rig came. */
export type CheckIn = {
  readonly broughtBy: string
  readonly keys: string
  /** Where the rig stands. */
  readonly lot: string
}

export const MAX_CHECK_IN_LENGTH = 120

/** Works on a ticket besides its assigned technician. */
export type Helper = {
  readonly id: string
  /** As it was when they were added. */
  readonly name: string
}

/** Where a rig stands while it is worked on. */
export type ServiceBay = { readonly id: string; readonly name: string }

type TicketCore = {
  /** 100000 to 999999, random, unique within the company. */
  readonly ticketId: number
  readonly customerDetails: CustomerDetails
  readonly customerRV: CustomerRV
  readonly jobs: readonly Job[]
  readonly parts: readonly Part[]
  /** The company's own rule, copied at finalize like the labor rate; null for specification 9. */
  readonly suppliesRule: SuppliesRule | null
  readonly assignedTechnician: string | null
  /** Oldest first. */
  readonly assignedTechs: readonly Assignment[]
  /** In the order in which they were added; never the assigned technician. */
  readonly helpers: readonly Helper[]
  readonly pendingTimestamp: Date | null
  /** When the company agreed to a booking, which stays pending until Check In; null without one. */
  readonly confirmedAt: Date | null
  readonly activeTimestamp: Date | null
  /** Null before Check In, and for a ticket that was created at the desk. */
  readonly checkIn: CheckIn | null
  readonly rigVisit: RigVisit
  readonly lastTransition: Transition
  /** What the work waits for; null if it does not. */
  readonly hold: Hold | null
  /** The job lines that the customer was asked to approve and has not answered, in order. */
  readonly askedJobs: readonly number[]
  /** The days that technicians are planned for, in order: `YYYY-MM-DD`, the company's dates. */
  readonly plannedDays: readonly string[]
  /** When its customer's booking is for; null without one. */
  readonly appointment: TicketAppointment | null
  /** Where its rig is, or will be; null for no bay. */
  readonly serviceBay: ServiceBay | null
}

export type PendingTicket = TicketCore & { readonly state: 'pending' }
type DeclinedTicket = TicketCore & { readonly state: 'declined' }
/** Ended without work. */
export type ClosedTicket = TicketCore & { readonly state: 'closed'; readonly closing: Closing }
type ActiveTicket = TicketCore & { readonly state: 'active' }
type ApprovalTicket = TicketCore & { readonly state: 'approval' }
/** The labor rate is copied at finalize, so later changes do not affect it. */
type CompletedTicket = TicketCore & { readonly state: 'completed'; readonly laborRate: Cents | null }
export type RecordedTicket = TicketCore & {
  readonly state: 'recorded'
  readonly laborRate: Cents | null
  readonly completedTimestamp: Date
  /** The total that it was imported with, whatever its lines add up to; null for a ticket completed here. */
  readonly importedBalance: Cents | null
}

export type Ticket =
  | PendingTicket
  | DeclinedTicket
  | ClosedTicket
  | ActiveTicket
  | ApprovalTicket
  | CompletedTicket
  | RecordedTicket

export const MIN_TICKET_ID = 100_000
export const MAX_TICKET_ID = 999_999

/** The state each step requires. */
const REQUIRED_STATE = {
  accept: 'pending',
  decline: 'pending',
  checkIn: 'pending',
  cancel: 'pending',
  askApproval: 'active',
  approve: 'approval',
  finalize: 'active',
  complete: 'completed',
  reopen: 'completed',
} as const satisfies Partial<Record<Verb, State>>

export type TransitionName = keyof typeof REQUIRED_STATE
type RequiredState = (typeof REQUIRED_STATE)[TransitionName]

/** The state before the ticket's last step; null for creating it. A reopened ticket no longer says if it was closed. */
export function stateBefore(ticket: Ticket): State | null {
  if (ticket.state === 'closed') return ticket.closing.stateBefore
  const { verb } = ticket.lastTransition
  return verb === 'create' || verb === 'book' || verb === 'close' ? null : REQUIRED_STATE[verb]
}

type TicketStatus = WithConfirmation & { readonly state: State; readonly lastTransition: Transition }
type Workload = {
  readonly jobs: readonly {
    readonly jobNumber: number
    readonly problem: string
    readonly sessions: readonly { readonly clockOutTime: unknown }[]
  }[]
}
type WithParts = { readonly parts: readonly { description: string; perPartAmount: number | null }[] }
type WithCustomer = { readonly customerDetails: { readonly firstName: string } }
/** An approved line whose price rose so far that the customer has to answer again: all-in, as approved and now. */
export type RaisedLine = { readonly jobNumber: number; readonly was: Cents; readonly is: Cents }
/** What the customer still has to say before the ticket is finalized. */
export type MissingAnswers = {
  /** The job lines with an unanswered request. */
  readonly asked: ReadonlySet<number>
  readonly raised: readonly RaisedLine[]
}
type WithRig = { readonly customerRV: { readonly vin: string } }

/** The order of a ticket's states. */
const RANK: Readonly<Record<State, number>> = {
  pending: 0,
  active: 1,
  approval: 2,
  completed: 3,
  recorded: 4,
  declined: 4,
  closed: 4,
}

/** The steps into and back out of states. */
const STEPS = {
  active: { into: 'checkIn', back: null },
  approval: { into: 'askApproval', back: 'approve' },
  completed: { into: 'finalize', back: 'reopen' },
} as const satisfies Record<
  Exclude<RequiredState, 'pending'>,
  { readonly into: Verb; readonly back: Verb | null }
>

/** What happened to a ticket that is not in the `required` state, or what has to happen first. */
function wrongStateBlocker(ticket: TicketStatus, required: RequiredState): PageBlocker {
  const { state, lastTransition } = ticket
  const steps = required === 'pending' ? null : STEPS[required]
  const isBefore = steps !== null && RANK[state] < RANK[required] && lastTransition.verb !== steps.back
  const isUnanswered = steps?.into === 'checkIn' && isRequest(ticket)
  return isBefore
    ? { code: 'ticket.not-yet', step: isUnanswered ? 'accept' : steps.into }
    : { code: 'ticket.transitioned', lastTransition }
}

function wrongStateBlockers(ticket: TicketStatus, transition: TransitionName): PageBlocker[] {
  const required = REQUIRED_STATE[transition]
  return ticket.state === required ? [] : [wrongStateBlocker(ticket, required)]
}

function runningClockBlockers({ jobs }: Workload): PageBlocker[] {
  const running = jobs.filter(job => job.sessions.some(isRunning)).map(jobLabel)
  return running.length === 0 ? [] : [{ code: 'clock.running', jobs: running }]
}

function unpricedPartBlockers({ parts }: WithParts): PageBlocker[] {
  const unpriced = parts.filter(part => part.perPartAmount === null).map(partLabel)
  return unpriced.length === 0 ? [] : [{ code: 'part.unpriced', parts: unpriced }]
}

/** Work that awaits the customer's approval must not be charged before they answer, nor at a price they did not see. */
function missingAnswerBlockers(
  { jobs, customerDetails: { firstName: customer } }: Workload & WithCustomer,
  { asked, raised }: MissingAnswers,
): PageBlocker[] {
  const open = jobs.filter(({ jobNumber }) => asked.has(jobNumber)).map(jobLabel)
  return [
    ...(open.length === 0 ? [] : [{ code: 'approval.unanswered', customer, jobs: open } as const]),
    ...jobs.flatMap(job =>
      raised
        .filter(({ jobNumber }) => jobNumber === job.jobNumber && !asked.has(jobNumber))
        .map(({ was, is }) => ({ code: 'approval.raised', customer, job: jobLabel(job), was, is }) as const),
    ),
  ]
}

const missingVinBlockers = ({ customerRV }: WithRig): PageBlocker[] =>
  customerRV.vin === '' ? [{ code: 'ticket.no-vin' }] : []

/** Why an active ticket cannot be sent for approval. */
export function blockersForAskingApproval(ticket: TicketStatus & Workload): PageBlocker[] {
  const wrongState = wrongStateBlockers(ticket, 'askApproval')
  if (wrongState.length > 0) return wrongState
  return [
    ...(ticket.jobs.length === 0 ? [{ code: 'ticket.no-jobs' } as const] : []),
    ...runningClockBlockers(ticket),
  ]
}

/** Why a ticket cannot be finalized: checked by the button and by the server. */
export function blockersForFinalizing(
  ticket: TicketStatus & Workload & WithParts & WithRig & WithCustomer,
  missing: MissingAnswers,
): PageBlocker[] {
  const wrongState = wrongStateBlockers(ticket, 'finalize')
  return wrongState.length > 0
    ? wrongState
    : [
        ...missingVinBlockers(ticket),
        ...runningClockBlockers(ticket),
        ...unpricedPartBlockers(ticket),
        ...missingAnswerBlockers(ticket, missing),
      ]
}

/** Why these of a ticket's job lines cannot be charged before it is finalized: what Finalize asks of them too. */
export const blockersForCharging = (
  chosen: Workload & WithCustomer,
  missing: MissingAnswers,
): PageBlocker[] => [...runningClockBlockers(chosen), ...missingAnswerBlockers(chosen, missing)]

/** Why a finalized ticket cannot be completed into the work history. */
export function blockersForCompleting(ticket: TicketStatus & WithRig): PageBlocker[] {
  const wrongState = wrongStateBlockers(ticket, 'complete')
  return wrongState.length > 0 ? wrongState : missingVinBlockers(ticket)
}

/** Why a ticket cannot be closed without work. */
export function blockersForClosing(ticket: TicketStatus & Workload): PageBlocker[] {
  if (!isOpen(ticket)) return [{ code: 'ticket.transitioned', lastTransition: ticket.lastTransition }]
  return runningClockBlockers(ticket)
}

const transitionOf = (verb: Verb, { id, name }: Signature, at: Date): Transition => ({
  verb,
  by: { id, name },
  at,
})

/** The fields of every state; a state's extra fields are dropped. */
function coreOf(ticket: Ticket): TicketCore {
  const { ticketId, customerDetails, customerRV, jobs, parts, suppliesRule } = ticket
  const { assignedTechnician, assignedTechs, helpers } = ticket
  const { pendingTimestamp, confirmedAt, activeTimestamp, checkIn, rigVisit } = ticket
  const { lastTransition, hold, askedJobs, plannedDays, appointment, serviceBay } = ticket
  return {
    ticketId,
    customerDetails,
    customerRV,
    jobs,
    parts,
    suppliesRule,
    assignedTechnician,
    assignedTechs,
    helpers,
    pendingTimestamp,
    confirmedAt,
    activeTimestamp,
    checkIn,
    rigVisit,
    lastTransition,
    hold,
    askedJobs,
    plannedDays,
    appointment,
    serviceBay,
  }
}

type NewTicket = {
  readonly ticketId: number
  readonly customerDetails: CustomerDetails
  readonly customerRV: CustomerRV
  /** Each with its parts. */
  readonly jobs: readonly (NewJob & { readonly parts?: readonly Omit<Part, 'jobNumber'>[] })[]
}

/** A new ticket is active at once (specification 4). */
export function create(newTicket: NewTicket, by: Signature, now: Date): ActiveTicket {
  return {
    ...newTicket,
    state: 'active',
    jobs: newTicket.jobs.map((job, index) => newJob(job, index + 1)),
    parts: newTicket.jobs.flatMap(({ parts = [] }, index) =>
      parts.map(part => ({ ...part, jobNumber: index + 1 })),
    ),
    assignedTechnician: null,
    assignedTechs: [],
    helpers: [],
    pendingTimestamp: null,
    confirmedAt: null,
    activeTimestamp: now,
    checkIn: null,
    rigVisit: NO_RIG_VISIT,
    lastTransition: transitionOf('create', by, now),
    hold: null,
    suppliesRule: null,
    askedJobs: [],
    plannedDays: [],
    appointment: null,
    serviceBay: null,
  }
}

/** A booking is pending until the desk answers. */
export function book(newTicket: NewTicket, by: Signature, now: Date): PendingTicket {
  return {
    ...create(newTicket, by, now),
    state: 'pending',
    pendingTimestamp: now,
    activeTimestamp: null,
    lastTransition: transitionOf('book', by, now),
  }
}

/** By the desk, for someone who called: both sides have agreed. */
export const bookConfirmed = (newTicket: NewTicket, by: Signature, now: Date): PendingTicket => ({
  ...book(newTicket, by, now),
  confirmedAt: now,
})

/** Refuses an answer to a booking that has one. */
function assertRequest(ticket: Ticket): void {
  if (!isRequest(ticket)) throw new Refusal([wrongStateBlocker(ticket, 'pending')])
}

export function accept(ticket: Ticket, by: Signature, now: Date): PendingTicket {
  assertRequest(ticket)
  return {
    ...coreOf(ticket),
    state: 'pending',
    confirmedAt: now,
    lastTransition: transitionOf('accept', by, now),
  }
}

/** The rig is at the shop since `at`, or its technician at the rig: work may start. A phone's time may be earlier than possible. */
export function checkIn(ticket: Ticket, noted: CheckIn, by: Signature, at: Date): ActiveTicket {
  assertConfirmed(ticket)
  const { confirmedAt } = ticket
  const since = confirmedAt !== null && at < confirmedAt ? confirmedAt : at
  return {
    ...coreOf(ticket),
    state: 'active',
    activeTimestamp: since,
    checkIn: noted,
    lastTransition: transitionOf('checkIn', by, since),
  }
}

/** Refuses a step of an appointment that nobody has agreed to, or that is over. */
function assertConfirmed(ticket: Ticket): void {
  if (isRequest(ticket)) assertInWork(ticket)
  if (!isConfirmed(ticket)) throw new Refusal([wrongStateBlocker(ticket, 'pending')])
}

export function decline(ticket: Ticket, by: Signature, now: Date): DeclinedTicket {
  assertRequest(ticket)
  return { ...coreOf(ticket), state: 'declined', lastTransition: transitionOf('decline', by, now) }
}

/** Nothing is waited for or asked any more, and it is in no bay. */
const closedAs = (ticket: Ticket, closing: Closing, lastTransition: Transition): ClosedTicket => ({
  ...coreOf(ticket),
  state: 'closed',
  closing,
  lastTransition,
  hold: null,
  askedJobs: [],
  serviceBay: null,
})

/** By the customer, before their appointment; change-appointment.ts says until when. */
export function cancel(ticket: Ticket, by: Signature, now: Date): ClosedTicket {
  assertConfirmed(ticket)
  const closing: Closing = { reason: 'customer', note: '', stateBefore: 'pending' }
  return closedAs(ticket, closing, transitionOf('cancel', by, now))
}

/** Ends the ticket without work, by the desk. */
export function close(
  ticket: Ticket,
  { reason, note }: Omit<Closing, 'stateBefore'>,
  by: Signature,
  now: Date,
): ClosedTicket {
  assertNoBlockers(blockersForClosing(ticket))
  // The blockers leave no other state.
  const stateBefore = ticket.state as ClosableState
  return closedAs(ticket, { reason, note, stateBefore }, transitionOf('close', by, now))
}

export function askApproval(ticket: Ticket, by: Signature, now: Date): ApprovalTicket {
  assertNoBlockers(blockersForAskingApproval(ticket))
  return { ...coreOf(ticket), state: 'approval', lastTransition: transitionOf('askApproval', by, now) }
}

export function approve(ticket: Ticket, by: Signature, now: Date): ActiveTicket {
  assertNoBlockers(wrongStateBlockers(ticket, 'approve'))
  return { ...coreOf(ticket), state: 'active', lastTransition: transitionOf('approve', by, now) }
}

/** `laborRate` is the company's current rate; the ticket keeps it, and what was clocked. A hold ends. */
export function finalize(
  ticket: Ticket,
  laborRate: Cents | null,
  by: Signature,
  now: Date,
  missing: MissingAnswers = { asked: new Set(), raised: [] },
): CompletedTicket {
  assertNoBlockers(blockersForFinalizing(ticket, missing))
  const lastTransition = transitionOf('finalize', by, now)
  const jobs = withSettledClock(ticket.jobs)
  return { ...coreOf(ticket), jobs, state: 'completed', laborRate, lastTransition, hold: null }
}

/** Its assigned technician becomes the one who did most of the work: the work history names one. */
export function complete(ticket: Ticket, by: Signature, now: Date): RecordedTicket {
  assertNoBlockers(blockersForCompleting(ticket))
  return {
    ...withTechnician(coreOf(ticket), mainTechnicianOf(ticket)),
    state: 'recorded',
    laborRate: ticket.state === 'completed' ? ticket.laborRate : null,
    completedTimestamp: now,
    importedBalance: null,
    serviceBay: null,
    lastTransition: transitionOf('complete', by, now),
  }
}

/** A closed ticket back to where it was, a finalized one to active; then the copied labor rate is dropped. */
export function reopen(
  ticket: Ticket,
  by: Signature,
  now: Date,
): PendingTicket | ActiveTicket | ApprovalTicket {
  if (ticket.state !== 'closed') assertNoBlockers(wrongStateBlockers(ticket, 'reopen'))
  const state = ticket.state === 'closed' ? ticket.closing.stateBefore : 'active'
  return { ...coreOf(ticket), state, lastTransition: transitionOf('reopen', by, now) }
}

/** The ticket with this job line in place of its earlier version. */
export const withJob = <T extends Ticket>(ticket: T, job: Job): T => ({
  ...ticket,
  jobs: ticket.jobs.map(other => (other.jobNumber === job.jobNumber ? job : other)),
})

/** The ticket with the customer asked about these job lines. */
export const withAsked = <T extends Ticket>(ticket: T, jobNumbers: readonly number[]): T => ({
  ...ticket,
  askedJobs: [...new Set([...ticket.askedJobs, ...jobNumbers])].sort((one, other) => one - other),
})

/** The ticket without an open request for this job line. */
export const withoutAsked = <T extends Ticket>(ticket: T, jobNumber: number): T => ({
  ...ticket,
  askedJobs: ticket.askedJobs.filter(asked => asked !== jobNumber),
})

/** Whether jobs, parts and technician may still change: while the ticket is in progress, or agreed to and yet to come. */
export const isInWork = (ticket: WithConfirmation): boolean =>
  ticket.state === 'active' || ticket.state === 'approval' || isConfirmed(ticket)

/** Whether it was declined, or closed, before the company accepted it. */
export const wasNeverAccepted = (ticket: Ticket): boolean =>
  ticket.confirmedAt === null &&
  (ticket.state === 'closed'
    ? ticket.closing.stateBefore === 'pending'
    : ticket.state === 'pending' || ticket.state === 'declined')

/** Whether the company still needs to reach the customer. */
export const isOpen = ({ state }: { readonly state: State }): boolean =>
  state === 'pending' || state === 'active' || state === 'approval'

/** Refuses any change to a ticket that is not in progress, with what happened to it. */
export function assertInWork(ticket: TicketStatus): void {
  if (isInWork(ticket)) return
  const why = wrongStateBlocker(ticket, 'active')
  if (ticket.state === 'pending') throw new Refusal([why])
  const canReopen = ticket.state === 'completed' || ticket.state === 'closed'
  throw new Refusal([why, { code: canReopen ? 'ticket.closed' : 'ticket.ended' }])
}

/** Refuses technicians' changes during approval, which the desk is reviewing, and before Check In. */
export function assertEditableBy(who: 'bay' | 'desk', ticket: TicketStatus): void {
  assertInWork(ticket)
  if (who === 'bay') assertActive(ticket)
}

/** Refuses a clock on a ticket that is not active: no work is done during approval. */
export function assertActive(ticket: TicketStatus): void {
  if (ticket.state !== 'active') throw new Refusal([wrongStateBlocker(ticket, 'active')])
}

/** Without this helper. */
export const removeHelper = <T extends Pick<TicketCore, 'helpers'>>(ticket: T, id: string | null): T => ({
  ...ticket,
  helpers: ticket.helpers.filter(helper => helper.id !== id),
})

/** Assigned to `technician`, who helps no longer. */
const withTechnician = <T extends TicketCore>(ticket: T, technician: string | null): T => ({
  ...removeHelper(ticket, technician),
  assignedTechnician: technician,
})

/** Assigns `technician` today; a day keeps only its last assignment. Helpers stay. */
export function assign<T extends Ticket>(ticket: T, technician: Technician, now: Date, timeZone: string): T {
  assertInWork(ticket)
  const date = dayOf(now, timeZone)
  return {
    ...withTechnician(ticket, technician.id),
    assignedTechs: withAssignment(ticket.assignedTechs, technician, date, now),
  }
}

/** Removes the technician; earlier assignments stay listed, and helpers stay. */
export function release<T extends Ticket>(ticket: T): T {
  assertInWork(ticket)
  return { ...ticket, assignedTechnician: null }
}

type PartialChanges<T> = { readonly [K in keyof T]?: T[K] | undefined }

type DetailChanges = {
  readonly customerDetails?: PartialChanges<CustomerDetails> | undefined
  readonly customerRV?: PartialChanges<CustomerRV> | undefined
}

const applyChanges = <T extends object>(before: T, changes: PartialChanges<T>): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

/**
 * Corrects details of customer and rig; omitted fields stay. A new address clears the coordinates, unless it has its
 * own.
 */
export function changeDetails<T extends Ticket>(ticket: T, changes: DetailChanges): T {
  assertInWork(ticket)
  const { customerDetails: customer = {}, customerRV: rig = {} } = changes
  const hasNewAddress = customer.address !== undefined && customer.address !== ticket.customerDetails.address
  const clearedCoordinates = hasNewAddress && customer.coordinates === undefined ? { coordinates: null } : {}
  return {
    ...ticket,
    customerDetails: applyChanges(ticket.customerDetails, { ...customer, ...clearedCoordinates }),
    customerRV: applyChanges(ticket.customerRV, rig),
  }
}

/**
 * Removes who the customer was; the rig and the work stay. Refused while the ticket is open: the company still needs to
 * reach its customer.
 */
export function forgetCustomer<T extends Ticket>(ticket: T): T {
  const { lastTransition } = ticket
  if (isOpen(ticket)) assertNoBlockers([{ code: 'ticket.open', tickets: [`ticket ${ticket.ticketId}`] }])
  return {
    ...ticket,
    ...(ticket.state === 'closed' && { closing: { ...ticket.closing, note: '' } }),
    customerDetails: FORMER_CUSTOMER_DETAILS,
    // The only step of a closed ticket that is the customer's own.
    lastTransition:
      lastTransition.verb === 'cancel'
        ? { ...lastTransition, by: { id: 'public', name: FORMER_CUSTOMER } }
        : lastTransition,
  }
}

/** A ticket's card for lists and live feeds: no money, no contact details. */
export type TicketSummary = {
  readonly ticketId: number
  readonly state: State
  readonly firstName: string
  readonly lastName: string
  readonly make: string
  readonly model: string
  readonly year: string
  readonly assignedTechnician: string | null
  readonly technician: string | null
  readonly helpers: readonly Helper[]
  readonly jobCount: number
  /** When it entered its state. */
  readonly since: Date
  /** `since` is ISO 8601 text. */
  readonly hold: { readonly reason: HoldReason; readonly since: string; readonly until: string | null } | null
  readonly isClockRunning: boolean
  /** The job lines with an unanswered request, and with each answer. */
  readonly askedCount: number
  readonly approvedCount: number
  readonly declinedCount: number
  /** The day of the appointment or, without one, the next planned day; null without either. */
  readonly bookedDay: string | null
  /** When the appointment is, ISO 8601 text; null without one. */
  readonly appointmentAt: string | null
  /** When the company agreed to it, likewise. */
  readonly confirmedAt: string | null
  /** The next day that a technician is planned for, unless it is that of the appointment. */
  readonly plannedDay: string | null
  readonly serviceBay: ServiceBay | null
}

const countAnswers = ({ jobs }: Pick<Ticket, 'jobs'>, answer: Job['answer']): number =>
  jobs.filter(job => job.answer === answer).length

/** The next day that a technician is planned for, other than the day of the appointment; null without one. */
export const plannedDayOf = ({
  plannedDays,
  appointment,
}: Pick<TicketCore, 'plannedDays'> & {
  readonly appointment: Pick<TicketAppointment, 'day'> | null
}): string | null => plannedDays.find(day => day !== appointment?.day) ?? null

export const summaryOf = (ticket: Ticket): TicketSummary => ({
  ticketId: ticket.ticketId,
  state: ticket.state,
  firstName: ticket.customerDetails.firstName,
  lastName: ticket.customerDetails.lastName,
  make: ticket.customerRV.make,
  model: ticket.customerRV.model,
  year: ticket.customerRV.year,
  assignedTechnician: ticket.assignedTechnician,
  technician: technicianName(ticket),
  helpers: ticket.helpers,
  jobCount: ticket.jobs.length,
  since: ticket.lastTransition.at,
  hold: ticket.hold && {
    reason: ticket.hold.reason,
    since: ticket.hold.since.toISOString(),
    until: ticket.hold.until,
  },
  isClockRunning: ticket.jobs.some(job => job.sessions.some(isRunning)),
  askedCount: ticket.askedJobs.length,
  approvedCount: countAnswers(ticket, 'approved'),
  declinedCount: countAnswers(ticket, 'declined'),
  bookedDay: ticket.appointment?.day ?? ticket.plannedDays[0] ?? null,
  appointmentAt: ticket.appointment?.at.toISOString() ?? null,
  confirmedAt: ticket.confirmedAt?.toISOString() ?? null,
  plannedDay: plannedDayOf(ticket),
  serviceBay: ticket.serviceBay,
})

/** The ticket's labor rate: its own copy once finalized, the company's before. */
export const rateOf = (
  ticket: { readonly state: State; readonly laborRate?: Cents | null },
  companyRate: Cents | null,
): Cents | null =>
  ticket.state === 'completed' || ticket.state === 'recorded' ? (ticket.laborRate ?? null) : companyRate
