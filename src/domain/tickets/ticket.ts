// A ticket's life: booked or created, worked on, approved, finalized, completed into the rig's
// history. Each step is a verb that checks where the ticket stands, so two people pressing at once
// never move it twice, and what has been finalized stays as the customer saw it.

import type { Signature } from '#domain/account/actor.ts'
import { isRunning } from '#domain/clocks/clock.ts'
import type { CustomerDetails } from '#domain/customers/customer.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { type Cents, sum, timesFraction } from '#domain/lib/money.ts'
import { type Obstacle, refuseIfAny } from '#domain/lib/refusal.ts'
import type { CustomerRV } from '#domain/rigs/rig.ts'
import { type Assignment, type Technician, technicianName } from './assignment.ts'
import { type Job, jobLabel, laborOf, type NewJob, newJob } from './job.ts'
import { type Part, partLabel, partTotal } from './part.ts'
import type { Move, Verb } from './transition.ts'

export const STATES = ['pending', 'active', 'approval', 'completed', 'recorded', 'declined'] as const
export type State = (typeof STATES)[number]

type Core = {
  /** 100000 to 999999, random, unique within the company. */
  readonly ticketId: number
  readonly customerDetails: CustomerDetails
  readonly customerRV: CustomerRV
  readonly jobs: readonly Job[]
  readonly parts: readonly Part[]
  readonly assignedTechnician: string | null
  /** Oldest first. */
  readonly assignedTechs: readonly Assignment[]
  readonly pendingTimestamp: Date | null
  readonly activeTimestamp: Date | null
  readonly lastMove: Move
}

export type PendingTicket = Core & { readonly state: 'pending' }
export type DeclinedTicket = Core & { readonly state: 'declined' }
export type ActiveTicket = Core & { readonly state: 'active' }
export type ApprovalTicket = Core & { readonly state: 'approval' }
/** The labor rate is copied at finalize: a later change never alters what was agreed. */
export type CompletedTicket = Core & { readonly state: 'completed'; readonly laborRate: Cents | null }
export type RecordedTicket = Core & {
  readonly state: 'recorded'
  readonly laborRate: Cents | null
  readonly completedTimestamp: Date
}

export type Ticket =
  | PendingTicket
  | DeclinedTicket
  | ActiveTicket
  | ApprovalTicket
  | CompletedTicket
  | RecordedTicket

export const LOWEST_TICKET_ID = 100_000
export const HIGHEST_TICKET_ID = 999_999

/** Which state each step needs. */
const NEEDS = {
  accept: 'pending',
  decline: 'pending',
  askApproval: 'active',
  approve: 'approval',
  finalize: 'active',
  complete: 'completed',
  reopen: 'completed',
} as const satisfies Partial<Record<Verb, State>>

export type Step = keyof typeof NEEDS

/** The state that a step leads out of; null for the one that makes the ticket. */
export const stateBefore = (verb: Verb): State | null =>
  verb === 'create' || verb === 'book' ? null : NEEDS[verb]

type Standing = { readonly state: State; readonly lastMove: Move }
type Workload = {
  readonly jobs: readonly {
    readonly jobNumber: number
    readonly problem: string
    readonly sessions: readonly { readonly clockOutTime: unknown }[]
  }[]
}
type WithParts = { readonly parts: readonly { description: string; perPartAmount: number | null }[] }
type WithCustomer = { readonly customerDetails: { readonly firstName: string } }
/** The job lines that the customer is asked about and has not answered. */
type Asked = ReadonlySet<number>
type WithRig = { readonly customerRV: { readonly vin: string } }

const standsElsewhere = (ticket: Standing, step: Step): Obstacle[] =>
  ticket.state === NEEDS[step] ? [] : [{ code: 'ticket.moved', lastMove: ticket.lastMove }]

function clocksRunning({ jobs }: Workload): Obstacle[] {
  const running = jobs.filter(job => job.sessions.some(isRunning)).map(jobLabel)
  return running.length === 0 ? [] : [{ code: 'clock.running', jobs: running }]
}

function partsUnpriced({ parts }: WithParts): Obstacle[] {
  const unpriced = parts.filter(part => part.perPartAmount === null).map(partLabel)
  return unpriced.length === 0 ? [] : [{ code: 'part.unpriced', parts: unpriced }]
}

/** Nothing is done, or charged, without a yes: that is what the customer was told when they were asked. */
function questionsOpen({ jobs, customerDetails }: Workload & WithCustomer, asked: Asked): Obstacle[] {
  const open = jobs.filter(({ jobNumber }) => asked.has(jobNumber)).map(jobLabel)
  if (open.length === 0) return []
  return [{ code: 'approval.unanswered', customer: customerDetails.firstName, jobs: open }]
}

const vinMissing = ({ customerRV }: WithRig): Obstacle[] =>
  customerRV.vin === '' ? [{ code: 'ticket.no-vin' }] : []

/** What stands between an active ticket and its customer's approval screen. */
export function obstaclesToAskingApproval(ticket: Standing & Workload): Obstacle[] {
  const moved = standsElsewhere(ticket, 'askApproval')
  if (moved.length > 0) return moved
  return [
    ...(ticket.jobs.length === 0 ? [{ code: 'ticket.no-jobs' } as const] : []),
    ...clocksRunning(ticket),
  ]
}

/** What stands between a ticket and Finalize: asked by the button and again by the server. */
export function obstaclesToFinalizing(
  ticket: Standing & Workload & WithParts & WithRig & WithCustomer,
  asked: Asked,
): Obstacle[] {
  const moved = standsElsewhere(ticket, 'finalize')
  return moved.length > 0
    ? moved
    : [
        ...vinMissing(ticket),
        ...clocksRunning(ticket),
        ...partsUnpriced(ticket),
        ...questionsOpen(ticket, asked),
      ]
}

/** What stands between a finalized ticket and the rig's work history. */
export function obstaclesToCompleting(ticket: Standing & WithRig): Obstacle[] {
  const moved = standsElsewhere(ticket, 'complete')
  return moved.length > 0 ? moved : vinMissing(ticket)
}

const moved = (verb: Verb, { id, name }: Signature, at: Date): Move => ({ verb, by: { id, name }, at })

/** The parts every state shares; a state's own extras are dropped on the way. */
function core(ticket: Ticket): Core {
  const { ticketId, customerDetails, customerRV, jobs, parts, assignedTechnician, assignedTechs } = ticket
  const { pendingTimestamp, activeTimestamp, lastMove } = ticket
  return {
    ...{ ticketId, customerDetails, customerRV, jobs, parts, assignedTechnician, assignedTechs },
    ...{ pendingTimestamp, activeTimestamp, lastMove },
  }
}

export type NewTicket = {
  readonly ticketId: number
  readonly customerDetails: CustomerDetails
  readonly customerRV: CustomerRV
  readonly jobs: readonly NewJob[]
}

/** A new ticket goes straight to work (specification 4). */
export function create(fresh: NewTicket, by: Signature, now: Date): ActiveTicket {
  return {
    ...fresh,
    state: 'active',
    jobs: fresh.jobs.map((job, index) => newJob(job, index + 1)),
    parts: [],
    assignedTechnician: null,
    assignedTechs: [],
    pendingTimestamp: null,
    activeTimestamp: now,
    lastMove: moved('create', by, now),
  }
}

/** A booking waits for the desk. */
export function book(fresh: NewTicket, by: Signature, now: Date): PendingTicket {
  return {
    ...create(fresh, by, now),
    state: 'pending',
    pendingTimestamp: now,
    activeTimestamp: null,
    lastMove: moved('book', by, now),
  }
}

export function accept(ticket: Ticket, by: Signature, now: Date): ActiveTicket {
  refuseIfAny(standsElsewhere(ticket, 'accept'))
  return { ...core(ticket), state: 'active', activeTimestamp: now, lastMove: moved('accept', by, now) }
}

export function decline(ticket: Ticket, by: Signature, now: Date): DeclinedTicket {
  refuseIfAny(standsElsewhere(ticket, 'decline'))
  return { ...core(ticket), state: 'declined', lastMove: moved('decline', by, now) }
}

export function askApproval(ticket: Ticket, by: Signature, now: Date): ApprovalTicket {
  refuseIfAny(obstaclesToAskingApproval(ticket))
  return { ...core(ticket), state: 'approval', lastMove: moved('askApproval', by, now) }
}

export function approve(ticket: Ticket, by: Signature, now: Date): ActiveTicket {
  refuseIfAny(standsElsewhere(ticket, 'approve'))
  return { ...core(ticket), state: 'active', lastMove: moved('approve', by, now) }
}

/** `laborRate` is the company's rate at this moment; the ticket keeps it. */
export function finalize(
  ticket: Ticket,
  laborRate: Cents | null,
  by: Signature,
  now: Date,
  asked: Asked = new Set(),
): CompletedTicket {
  refuseIfAny(obstaclesToFinalizing(ticket, asked))
  return { ...core(ticket), state: 'completed', laborRate, lastMove: moved('finalize', by, now) }
}

export function complete(ticket: Ticket, by: Signature, now: Date): RecordedTicket {
  refuseIfAny(obstaclesToCompleting(ticket))
  return {
    ...core(ticket),
    state: 'recorded',
    laborRate: ticket.state === 'completed' ? ticket.laborRate : null,
    completedTimestamp: now,
    lastMove: moved('complete', by, now),
  }
}

/** Back to work; the copied labor rate is dropped. */
export function reopen(ticket: Ticket, by: Signature, now: Date): ActiveTicket {
  refuseIfAny(standsElsewhere(ticket, 'reopen'))
  return { ...core(ticket), state: 'active', lastMove: moved('reopen', by, now) }
}

/** Whether jobs, parts and technician may still change: only while the ticket is in work. */
export const isInWork = ({ state }: { readonly state: State }): boolean =>
  state === 'active' || state === 'approval'

/** Refuses any change to a ticket that is not in work, with what happened to it. */
export function refuseUnlessInWork(ticket: Standing): void {
  if (!isInWork(ticket))
    refuseIfAny([{ code: 'ticket.moved', lastMove: ticket.lastMove }, { code: 'ticket.closed' }])
}

/** Refuses the bay on a ticket that waits for approval: what the desk is looking at stays as it is. */
export function refuseUnlessOpenTo(who: 'bay' | 'desk', ticket: Standing): void {
  refuseUnlessInWork(ticket)
  if (who === 'bay' && ticket.state === 'approval')
    refuseIfAny([{ code: 'ticket.moved', lastMove: ticket.lastMove }])
}

/** Refuses a clock on a ticket that is not active: in approval nobody works on it. */
export function refuseUnlessActive(ticket: Standing): void {
  if (ticket.state !== 'active') refuseIfAny([{ code: 'ticket.moved', lastMove: ticket.lastMove }])
}

/** Makes `technician` the ticket's own today; the day keeps only its last assignment. */
export function assign<T extends Ticket>(ticket: T, technician: Technician, now: Date, timeZone: string): T {
  refuseUnlessInWork(ticket)
  const date = dayOf(now, timeZone)
  const { id: uuid, firstName, lastName } = technician
  const others = ticket.assignedTechs.filter(assignment => assignment.date !== date)
  return {
    ...ticket,
    assignedTechnician: uuid,
    assignedTechs: [...others, { date, uuid, firstName, lastName, assignedAt: now }],
  }
}

/** Takes the technician off; the days they were assigned stay listed. */
export function release<T extends Ticket>(ticket: T): T {
  refuseUnlessInWork(ticket)
  return { ...ticket, assignedTechnician: null }
}

type Changes<T> = { readonly [K in keyof T]?: T[K] | undefined }

export type DetailChanges = {
  readonly customerDetails?: Changes<CustomerDetails> | undefined
  readonly customerRV?: Changes<CustomerRV> | undefined
}

const changed = <T extends object>(before: T, changes: Changes<T>): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
})

/**
 * Mends what stands about the customer and the rig; what is not named stays. Another address drops
 * the coordinates of the one before, unless it comes with its own.
 */
export function changeDetails<T extends Ticket>(ticket: T, changes: DetailChanges): T {
  refuseUnlessInWork(ticket)
  const { customerDetails: customer = {}, customerRV: rig = {} } = changes
  const moves = customer.address !== undefined && customer.address !== ticket.customerDetails.address
  const place = moves && customer.coordinates === undefined ? { coordinates: null } : {}
  return {
    ...ticket,
    customerDetails: changed(ticket.customerDetails, { ...customer, ...place }),
    customerRV: changed(ticket.customerRV, rig),
  }
}

export type Totals = {
  readonly totalPartsAmount: Cents
  readonly shopSupplies: Cents
  readonly totalLaborBalance: Cents
  readonly totalBalance: Cents
}

const SHOP_SUPPLIES_PERCENT = 10

/** As much of a ticket as its amounts come from. */
type Charged = {
  readonly jobs: readonly Pick<Job, 'jobNumber' | 'estimatedTime' | 'answer'>[]
  readonly parts: readonly Pick<Part, 'jobNumber' | 'quantity' | 'perPartAmount'>[]
}

/** Specification 9: 10 % of what parts cost, half up to a cent. */
export const shopSuppliesOf = (partsAmount: Cents): Cents =>
  timesFraction(partsAmount, SHOP_SUPPLIES_PERCENT, 100)

/**
 * Specification 9: parts total = Σ quantity × price; shop supplies = 10 % of it; labor = Σ hours ×
 * rate; balance = all three. Declined job lines and their parts, and parts without a price, count
 * for nothing. `laborRate` in cents an hour; without one labor is $0.00.
 */
export function totals(ticket: Charged, laborRate: Cents | null): Totals {
  const declined = new Set(ticket.jobs.filter(job => job.answer === 'declined').map(job => job.jobNumber))
  const billed = ticket.parts.filter(({ jobNumber }) => jobNumber === null || !declined.has(jobNumber))
  const totalPartsAmount = sum(billed.map(partTotal).filter(total => total !== null))
  const shopSupplies = shopSuppliesOf(totalPartsAmount)
  const totalLaborBalance = sum(ticket.jobs.map(job => laborOf(job, laborRate)))
  const totalBalance = sum([totalPartsAmount, shopSupplies, totalLaborBalance])
  return { totalPartsAmount, shopSupplies, totalLaborBalance, totalBalance }
}

/** The small picture of a ticket for lists and the live feed: no money, no contact. */
export type TicketCard = {
  readonly ticketId: number
  readonly state: State
  readonly firstName: string
  readonly lastName: string
  readonly make: string
  readonly model: string
  readonly year: string
  readonly assignedTechnician: string | null
  readonly technician: string | null
  readonly jobCount: number
  /** When it entered the state it is in. */
  readonly since: Date
}

export const cardOf = (ticket: Ticket): TicketCard => ({
  ticketId: ticket.ticketId,
  state: ticket.state,
  firstName: ticket.customerDetails.firstName,
  lastName: ticket.customerDetails.lastName,
  make: ticket.customerRV.make,
  model: ticket.customerRV.model,
  year: ticket.customerRV.year,
  assignedTechnician: ticket.assignedTechnician,
  technician: technicianName(ticket),
  jobCount: ticket.jobs.length,
  since: ticket.lastMove.at,
})

/** The rate a ticket is priced at: its own copy once finalized, the company's before. */
export const rateOf = (ticket: Ticket, companyRate: Cents | null): Cents | null =>
  ticket.state === 'completed' || ticket.state === 'recorded' ? ticket.laborRate : companyRate
