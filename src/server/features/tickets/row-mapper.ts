// Builds a ticket from its rows, and rows of it. Inside PostgreSQL's JSON, times are text.

import { type TicketTechnicians, worksOn } from '#domain/account/permission.ts'
import type { ClockSession } from '#domain/clocks/clock.ts'
import type { LineComponent } from '#domain/components/line-component.ts'
import { pickFields } from '#domain/lib/pick-fields.ts'
import { currentRate, type NamedRate } from '#domain/pricing/labor-rate.ts'
import type { ApprovedSupplies, SuppliesRule } from '#domain/pricing/supplies.ts'
import { RIG_FIELDS } from '#domain/rigs/rig-fields.ts'
import { arrivalOf, type ClockedLine, withClockedHours } from '#domain/tickets/clocked-hours.ts'
import type { BilledLine, Job } from '#domain/tickets/job.ts'
import { RIG_VISIT_FIELDS } from '#domain/tickets/rig-visit-fields.ts'
import type { Sublet } from '#domain/tickets/sublet.ts'
import { type Helper, type ServiceBay, summaryOf, type Ticket } from '#domain/tickets/ticket.ts'
import { CUSTOMER_COLUMNS, fromCustomerColumns, toCustomerColumns } from '#server/db/customer-columns.ts'
import type { NewRow, Row } from '#server/db/schema.ts'

type SessionJson = Omit<Row<'clockSession'>, 'clockInTime' | 'clockOutTime' | 'checkedAt'> & {
  clockInTime: string
  clockOutTime: string | null
  checkedAt: string | null
}
type PhotoJson = Omit<Row<'photo'>, 'addedAt'> & { addedAt: string }
type HoldJson = Omit<NonNullable<Ticket['hold']>, 'since'> & { since: string }
type AppointmentJson = Omit<NonNullable<Ticket['appointment']>, 'at'> & { at: string }
type AssignmentJson = Omit<Row<'assignment'>, 'assignedAt' | 'replaced'> & {
  assignedAt: string
  replaced: string[]
}

/** The rule of the ticket that bears it: its own copy, or the company's as long as it has none. */
export type SuppliesOnTicket = {
  readonly suppliesRule: SuppliesRule | null
  readonly companySupplies: SuppliesRule | null
}

/** The job lines of a ticket, with what decides their prices. */
export type RatesOnTicket = {
  readonly jobs: Row<'job'>[]
  /** Null as long as the company does not bill. */
  readonly companyRates: readonly NamedRate[] | null
  /** The lines that were billed before Finalize, of the invoices that stand. */
  readonly billedLines: readonly (BilledLine & { readonly jobNumber: number })[]
}

const isFinal = ({ state }: Pick<Row<'ticket'>, 'state'>): boolean =>
  state === 'completed' || state === 'recorded'

/** The labor rate chosen for a line, as it counts now; null for the ticket's. */
export function namedRateOf(
  job: Row<'job'>,
  ticket: Pick<Row<'ticket'>, 'state'> & RatesOnTicket,
): NamedRate | null {
  const { laborRateId, laborRateName: name, laborRate: amount } = job
  const chosen =
    laborRateId === null || name === null || amount === null ? null : { laborRateId, name, amount }
  return currentRate(chosen, job.answer === 'approved' || isFinal(ticket), ticket.companyRates ?? [])
}

const lineComponentOf = ({
  componentId,
  componentModel: model,
  componentAt: at,
}: Row<'job'>): LineComponent | null =>
  componentId === null || model === null || at === null ? null : { componentId, model, at: new Date(at) }

/** What an invoice that stands charges for a line that was billed before Finalize; null without one. */
export function billedLineOf(
  { jobNumber }: Row<'job'>,
  { billedLines }: Pick<RatesOnTicket, 'billedLines'>,
): BilledLine | null {
  const line = billedLines.find(each => each.jobNumber === jobNumber)
  return line === undefined ? null : { invoice: line.invoice, labor: line.labor, supplies: line.supplies }
}

/** A part as its row; for a ticket, with where it stands there. */
export const toPartRow = <P extends { readonly sublet: Sublet | null }>(part: P) => ({
  ...part,
  sublet: part.sublet && JSON.stringify(part.sublet),
})

/** What the customer approved of a line's parts and supplies; null without an approval. */
export const approvedSuppliesOf = ({
  approvedParts: parts,
  approvedSupplies: supplies,
}: Pick<Row<'job'>, 'approvedParts' | 'approvedSupplies'>): ApprovedSupplies | null =>
  parts === null || supplies === null ? null : { parts, supplies }

/** The rule for a ticket's shop supplies: its own copy once finalized, the company's before. */
export const suppliesRuleOf = ({
  state,
  suppliesRule,
  companySupplies,
}: SuppliesOnTicket & Pick<Row<'ticket'>, 'state'>): SuppliesRule | null =>
  isFinal({ state }) ? suppliesRule : companySupplies

/** The rows of other tables that make up a ticket. */
export type TicketChildren = SuppliesOnTicket &
  RatesOnTicket & {
    readonly sessions: SessionJson[]
    readonly photos: PhotoJson[]
    readonly parts: Row<'part'>[]
    readonly assignedTechs: AssignmentJson[]
    readonly helpers: Helper[]
    readonly serviceBay: ServiceBay | null
    readonly hold: HoldJson | null
    readonly askedJobs: number[]
    readonly plannedDays: string[]
    readonly appointment: AppointmentJson | null
  }

export const toSession = (session: SessionJson): ClockSession => ({
  sessionId: session.sessionId,
  technicianId: session.technicianId,
  technician: session.technician,
  clockInTime: new Date(session.clockInTime),
  clockOutTime: session.clockOutTime === null ? null : new Date(session.clockOutTime),
  isClockInReported: session.isClockInReported,
  isClockOutReported: session.isClockOutReported,
  isCorrected: session.isCorrected,
  checkedAt: session.checkedAt === null ? null : new Date(session.checkedAt),
})

const toPhoto = ({ photoId, moment, addedAt, width, height }: PhotoJson) => ({
  photoId,
  moment,
  width,
  height,
  addedAt: new Date(addedAt),
})

type JobChildren = { readonly sessions: readonly SessionJson[]; readonly photos: readonly PhotoJson[] }

/** Of an open ticket with what its sessions come to; of a finalized one with what they came to then. */
export const clockedJobs = <Line extends ClockedLine>(
  jobs: readonly Line[],
  ticket: Parameters<typeof arrivalOf>[0] & Pick<Row<'ticket'>, 'state'>,
): readonly Line[] => (isFinal(ticket) ? jobs : withClockedHours(jobs, arrivalOf(ticket)))

const toJob = (
  row: Row<'job'>,
  ticket: Pick<Row<'ticket'>, 'state'> & RatesOnTicket & JobChildren & TicketTechnicians,
): Job => ({
  jobNumber: row.jobNumber,
  problem: row.problem,
  cause: row.cause,
  correction: row.correction,
  estimatedTime: row.estimatedTime,
  estimate: row.estimate,
  suggestedTime: row.suggestedTime,
  answer: row.answer,
  namedRate: namedRateOf(row, ticket),
  flatPrice: row.flatPrice,
  clockRule: row.clockRule,
  clockedHours: row.clockedHours,
  namedTechnician:
    row.namedTechnician !== null && worksOn(row.namedTechnician, ticket) ? row.namedTechnician : null,
  component: lineComponentOf(row),
  approvedSupplies: approvedSuppliesOf(row),
  billed: billedLineOf(row, ticket),
  sessions: ticket.sessions.filter(({ jobNumber }) => jobNumber === row.jobNumber).map(toSession),
  photos: ticket.photos
    .filter(({ jobNumber, addendumId }) => jobNumber === row.jobNumber && addendumId === null)
    .map(toPhoto),
})

/** The complete ticket; throws if a row contradicts its state. */
export function toTicket(
  row: Omit<Row<'ticket'>, 'card' | 'bookedDay' | 'suppliesRule'> & TicketChildren,
): Ticket {
  const { completedTimestamp, laborRate, importedBalance } = row
  const { closeReason, closeNote, closedFrom } = row
  const core = {
    ticketId: row.ticketId,
    customerDetails: fromCustomerColumns(pickFields(row, [...CUSTOMER_COLUMNS, 'profileImageUrl'])),
    customerRV: pickFields(row, [...RIG_FIELDS, 'rvImage']),
    jobs: clockedJobs(
      row.jobs.map(job => toJob(job, row)),
      row,
    ),
    parts: row.parts.map(({ partId, quantity, description, perPartAmount, jobNumber, sublet }) => ({
      partId,
      quantity,
      description,
      perPartAmount,
      jobNumber,
      sublet,
    })),
    suppliesRule: suppliesRuleOf(row),
    assignedTechnician: row.assignedTechnician,
    assignedTechs: row.assignedTechs.map(({ date, uuid, firstName, lastName, assignedAt, replaced }) => ({
      date,
      uuid,
      firstName,
      lastName,
      assignedAt: new Date(assignedAt),
      replaced,
    })),
    helpers: row.helpers,
    pendingTimestamp: row.pendingTimestamp,
    confirmedAt: row.confirmedAt,
    activeTimestamp: row.activeTimestamp,
    checkIn: row.checkIn,
    rigVisit: pickFields(row, RIG_VISIT_FIELDS),
    lastTransition: {
      verb: row.transition,
      by: { id: row.transitionedBy, name: row.transitionedByName },
      at: row.transitionedAt,
    },
    hold: row.hold && { ...row.hold, since: new Date(row.hold.since) },
    askedJobs: row.askedJobs,
    plannedDays: row.plannedDays,
    appointment: row.appointment && { ...row.appointment, at: new Date(row.appointment.at) },
    serviceBay: row.serviceBay,
  }
  switch (row.state) {
    case 'pending':
    case 'declined':
    case 'active':
    case 'approval':
      return { ...core, state: row.state }
    case 'closed':
      if (closeReason === null || closedFrom === null)
        throw new Error(`Ticket ${row.ticketId} is closed but has no reason.`)
      return {
        ...core,
        state: 'closed',
        closing: { reason: closeReason, note: closeNote ?? '', stateBefore: closedFrom },
      }
    case 'completed':
      return { ...core, state: 'completed', laborRate }
    case 'recorded':
      if (completedTimestamp === null)
        throw new Error(`Ticket ${row.ticketId} is completed but has no completion time.`)
      return { ...core, state: 'recorded', laborRate, completedTimestamp, importedBalance }
  }
}

/** The ticket's row, with the card for lists and live feeds. */
export function toRow(
  ticket: Ticket,
): Required<
  Omit<NewRow<'ticket'>, 'companyId' | 'customerUuid' | 'companyCustomerId' | 'importedKey' | 'feeChoices'>
> {
  const { suppliesRule, customerDetails, customerRV, lastTransition } = ticket
  const summary = summaryOf(ticket)
  const isFinal = ticket.state === 'completed' || ticket.state === 'recorded'
  return {
    ticketId: ticket.ticketId,
    state: ticket.state,
    ...toCustomerColumns(customerDetails),
    ...customerRV,
    ...ticket.rigVisit,
    assignedTechnician: ticket.assignedTechnician,
    pendingTimestamp: ticket.pendingTimestamp,
    confirmedAt: ticket.confirmedAt,
    activeTimestamp: ticket.activeTimestamp,
    checkIn: ticket.checkIn === null ? null : JSON.stringify(ticket.checkIn),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    laborRate: isFinal ? ticket.laborRate : null,
    suppliesRule: isFinal && suppliesRule !== null ? JSON.stringify(suppliesRule) : null,
    importedBalance: ticket.state === 'recorded' ? ticket.importedBalance : null,
    closeReason: ticket.state === 'closed' ? ticket.closing.reason : null,
    closeNote: ticket.state === 'closed' ? ticket.closing.note : null,
    closedFrom: ticket.state === 'closed' ? ticket.closing.stateBefore : null,
    transition: lastTransition.verb,
    transitionedBy: lastTransition.by.id,
    transitionedByName: lastTransition.by.name,
    transitionedAt: lastTransition.at,
    card: JSON.stringify(summary),
    bookedDay: summary.bookedDay,
  }
}

/** The job line's row, without what is its ticket's. */
export const toJobRow = ({
  sessions: _,
  photos: __,
  billed: ___,
  namedRate,
  clockRule,
  approvedSupplies,
  component,
  ...columns
}: Job) => ({
  ...columns,
  clockRule: clockRule && JSON.stringify(clockRule),
  laborRateId: namedRate?.laborRateId ?? null,
  laborRateName: namedRate?.name ?? null,
  laborRate: namedRate?.amount ?? null,
  approvedParts: approvedSupplies?.parts ?? null,
  approvedSupplies: approvedSupplies?.supplies ?? null,
  componentId: component?.componentId ?? null,
  componentModel: component?.model ?? null,
  componentAt: component?.at ?? null,
})
