// Plans in the database, and the data of the schedule.

import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { BookingLocation } from '#domain/bookings/booking.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { fullName, type Technician } from '#domain/tickets/assignment.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import { type AcrossCompanies, listInReach } from '#server/db/cluster-nodes.ts'
import type { Tables } from '#server/db/schema.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import {
  isWorkedOnBy,
  listTickets,
  lockTickets,
  saveTicket,
  sumOfJobs,
} from '#server/features/tickets/store.ts'

/** Plans a technician for a ticket's day, replacing an earlier plan. */
export function savePlan(work: UnitOfWork, ticketId: number, { date, uuid }: Plan): void {
  const row = { ticketId, date, uuid, plannedAt: work.now }
  work.upsert('plannedAssignment', row, { key: ['ticketId', 'date'] })
}

/** Removes the ticket's plan for that day. */
export async function removePlan(work: UnitOfWork, ticketId: number, date: string): Promise<void> {
  await work.remove('plannedAssignment').where('ticketId', '=', ticketId).where('date', '=', date).execute()
}

/** Removes the ticket's plans up to and including that day. */
export async function removePlansUntil(work: UnitOfWork, ticketId: number, date: string): Promise<void> {
  await work.remove('plannedAssignment').where('ticketId', '=', ticketId).where('date', '<=', date).execute()
}

/** Whether a technician has the query's ticket on a day: planned, or to work on it unless it is planned for another. */
export const isScheduledFor = (work: UnitOfWork, technicianId: string, date: string) =>
  sql<boolean>`case when ticket.ticket_id = any(array(
      select ticket_id from planned_assignment
      where ${belongsToCompany('plannedAssignment', work.companyId)} and date = ${date}))
    then ticket.ticket_id = any(array(
      select ticket_id from planned_assignment
      where ${belongsToCompany('plannedAssignment', work.companyId)} and date = ${date} and uuid = ${technicianId}))
    else ${isWorkedOnBy(work, technicianId)} end`

/** How many tickets are planned for a technician on these days. */
export async function countPlans(
  work: UnitOfWork,
  technicianId: string,
  { firstDay, lastDay }: DaysOff,
): Promise<number> {
  const { count } = await work
    .from('plannedAssignment')
    .select(sql<number>`count(distinct ticket_id)::int`.as('count'))
    .where('uuid', '=', technicianId)
    .where('date', '>=', firstDay)
    .where('date', '<=', lastDay)
    .executeTakeFirstOrThrow()
  return count
}

/** When the ticket's plan for that day was made; null without one. */
export async function findPlannedAt(work: UnitOfWork, ticketId: number, date: string): Promise<Date | null> {
  const row = await work
    .from('plannedAssignment')
    .select('plannedAt')
    .where('ticketId', '=', ticketId)
    .where('date', '=', date)
    .executeTakeFirst()
  return row?.plannedAt ?? null
}

/** Removes a technician's plans. */
export async function removePlansOf(work: UnitOfWork, technician: Technician): Promise<void> {
  const plans = await work
    .from('plannedAssignment')
    .select(['ticketId', 'date'])
    .where('uuid', '=', technician.id)
    .orderBy('date')
    .execute()
  if (plans.length === 0) return
  const ticketIds = plans.map(({ ticketId }) => ticketId)
  lockTickets(work, ticketIds)
  await work.remove('plannedAssignment').where('uuid', '=', technician.id).execute()
  for (const ticket of await listTickets(work, ticketIds)) {
    const days = plans.filter(({ ticketId }) => ticketId === ticket.ticketId)
    const details = days.map(({ date }) => ({ technician: fullName(technician), date }))
    saveTicket(work, ticket, 'unplan', ...details)
  }
}

type TicketHours = {
  readonly estimatedHours: number
  readonly hoursLeft: number
}

type ScheduleEntry = TicketHours & {
  readonly date: string
  readonly technicianId: string
  readonly firstName: string
  readonly lastName: string
  readonly isPlanned: boolean
  readonly card: TicketSummary
}

/** The hours of a ticket's job lines that were not declined; of those without a correction what is not clocked. */
const hoursOf = (work: UnitOfWork, ticketId: string) => {
  const { companyId, now } = work
  const clocked = sql`(
    select coalesce(sum(extract(epoch from coalesce(clock_out_time, ${now}) - clock_in_time)) / 3600, 0)
    from clock_session
    where clock_session.company_id = ${companyId} and clock_session.ticket_id = job.ticket_id
      and clock_session.job_number = job.job_number)`
  const left = sql`case when correction = '' then round(greatest(estimated_time - ${clocked}, 0), 2) end`
  return [
    sumOfJobs(work, ticketId, sql`estimated_time`).as('estimatedHours'),
    sumOfJobs(work, ticketId, left).as('hoursLeft'),
  ] as const
}

type DateRange = { readonly from: string; readonly to: string }

/** Assignments and plans on these days, `to` excluded. */
export async function listEntries(work: UnitOfWork, { from, to }: DateRange): Promise<ScheduleEntry[]> {
  const assigned = work
    .from('assignment')
    .where('assignment.date', '>=', from)
    .where('assignment.date', '<', to)
    .select(['date', 'ticketId', 'uuid as technicianId', 'firstName', 'lastName'])
    .select(sql<boolean>`false`.as('isPlanned'))
  const planned = work
    .from('plannedAssignment')
    .innerJoin('employee', join =>
      join
        .onRef('employee.companyId', '=', 'plannedAssignment.companyId')
        .onRef('employee.employeeId', '=', 'plannedAssignment.uuid'),
    )
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'plannedAssignment.companyId')
        .onRef('ticket.ticketId', '=', 'plannedAssignment.ticketId'),
    )
    // Nobody comes.
    .where('ticket.state', 'not in', ['declined', 'closed'])
    .where('plannedAssignment.date', '>=', from)
    .where('plannedAssignment.date', '<', to)
    .select(['date', 'plannedAssignment.ticketId', 'uuid as technicianId'])
    .select(['employee.firstName', 'employee.lastName'])
    .select(sql<boolean>`true`.as('isPlanned'))
  const rows = await work.database
    .selectFrom(assigned.unionAll(planned).as('entry'))
    .selectAll()
    .select(hoursOf(work, 'entry.ticketId'))
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('ticket')
          .select('card')
          .where('ticket.companyId', '=', work.companyId)
          .whereRef('ticket.ticketId', '=', 'entry.ticketId'),
      ).as('ticket'),
    )
    .orderBy('date')
    .orderBy('ticketId')
    .execute()
  return rows.map(({ ticketId: _, ticket, ...entry }) => ({ ...entry, card: ticket?.card as TicketSummary }))
}

/** Whether a ticket was accepted, or its appointment is agreed to. */
const isAgreed = ({ or, eb }: ExpressionBuilder<Tables, 'ticket'>) =>
  or([eb('state', '<>', 'pending'), eb('confirmedAt', 'is not', null)])

/** Whether a ticket is worked on, or its appointment is agreed to. */
const isInWork = (ticket: ExpressionBuilder<Tables, 'ticket'>) =>
  ticket.and([ticket.eb('state', 'in', ['pending', 'active', 'approval']), isAgreed(ticket)])

const hasNoPlan = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'ticket'>) =>
  not(
    exists(
      selectFrom('plannedAssignment')
        .select('date')
        .whereRef('plannedAssignment.companyId', '=', 'ticket.companyId')
        .whereRef('plannedAssignment.ticketId', '=', 'ticket.ticketId'),
    ),
  )

/** Active tickets with a technician. */
export async function listAssigned(work: UnitOfWork): Promise<(TicketHours & Pick<ScheduleEntry, 'card'>)[]> {
  const rows = await work
    .from('ticket')
    .select(['card', ...hoursOf(work, 'ticket.ticketId')])
    .where(isInWork)
    .where('assignedTechnician', 'is not', null)
    .execute()
  return rows.map(({ card, ...hours }) => ({ ...hours, card: card as TicketSummary }))
}

type Appointment = TicketHours & {
  readonly at: Date
  readonly place: BookingLocation
  readonly card: TicketSummary
}

/** Agreed appointments that were kept or may still be, by time; `until` excluded. */
export async function listAppointments(
  work: UnitOfWork,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<Appointment[]> {
  const rows = await work
    .from('booking')
    .innerJoin('ticket', join =>
      join
        .onRef('ticket.companyId', '=', 'booking.companyId')
        .onRef('ticket.ticketId', '=', 'booking.ticketId'),
    )
    .select(['wantedAt as at', 'place', 'card', ...hoursOf(work, 'ticket.ticketId')])
    .where('wantedAt', '>=', from)
    .where('wantedAt', '<', until)
    .where('state', 'not in', ['declined', 'closed'])
    .where(isAgreed)
    .orderBy('wantedAt')
    .orderBy('ticket.ticketId')
    .execute()
  return rows.map(({ card, place, ...row }) => ({
    ...row,
    place: place as BookingLocation,
    card: card as TicketSummary,
  }))
}

/**
 * Active tickets with a job line that is not done, whose last assignment or appointment was before `today` and that have
 * no plan: the oldest first.
 */
export async function listCarriedOver(
  work: UnitOfWork,
  today: string,
  limit: number,
): Promise<{ readonly plannedDay: string; readonly card: TicketSummary }[]> {
  const rows = await work
    .from('ticket')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('assignment')
          .select(sql<string>`greatest(max(date), ticket.booked_day)`.as('plannedDay'))
          // Not the ticket's: by that alone a cluster asks all of its machines.
          .where('assignment.companyId', '=', work.companyId)
          .whereRef('assignment.ticketId', '=', 'ticket.ticketId')
          .as('last'),
      join => join.onTrue(),
    )
    .select(['last.plannedDay', 'card'])
    .where(isInWork)
    .where(hasNoPlan)
    .where('last.plannedDay', '<', today)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('job')
          .select('jobNumber')
          .whereRef('job.companyId', '=', 'ticket.companyId')
          .whereRef('job.ticketId', '=', 'ticket.ticketId')
          .where('answer', '<>', 'declined')
          .where('correction', '=', ''),
      ),
    )
    .orderBy('last.plannedDay')
    .orderBy('ticket.ticketId')
    .limit(limit)
    .execute()
  return rows.map(({ plannedDay, card }) => ({ plannedDay, card: card as TicketSummary }))
}

/** Active tickets without a technician or a plan: how many, and the longest waiting of them first. */
export async function listUnassigned(
  work: UnitOfWork,
  limit: number,
): Promise<{ readonly count: number; readonly cards: readonly TicketSummary[] }> {
  const rows = await work
    .from('ticket')
    .select(['card', sql<number>`count(*) over ()::int`.as('count')])
    .where(isInWork)
    .where('assignedTechnician', 'is', null)
    .where(hasNoPlan)
    .orderBy('transitionedAt')
    .orderBy('ticket.ticketId')
    .limit(limit)
    .execute()
  return { count: rows[0]?.count ?? 0, cards: rows.map(({ card }) => card as TicketSummary) }
}

export type DuePlan = { readonly companyId: string; readonly ticketId: number; readonly timeZone: string }

/** Tickets of all companies with a plan due at `at`. */
export async function listDuePlans(services: AcrossCompanies, at: Date): Promise<DuePlan[]> {
  const among = await listInReach(services)
  const { rows } = await sql<DuePlan>`select * from due_plans(${at}, ${among}::uuid[])`.execute(
    services.database,
  )
  return rows
}
