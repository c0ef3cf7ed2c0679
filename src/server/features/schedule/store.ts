// Plans in the database, and the data of the schedule.

import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Plan } from '#domain/schedule/plan.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import type { Database } from '#server/db/database.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** Plans a technician for a ticket's day, replacing an earlier plan. */
export async function savePlan(work: UnitOfWork, ticketId: number, { date, uuid }: Plan): Promise<void> {
  const plan = { uuid, plannedAt: work.now }
  await work.database
    .insertInto('plannedAssignment')
    .values({ companyId: work.companyId, ticketId, date, ...plan })
    .onConflict(same => same.columns(['companyId', 'ticketId', 'date']).doUpdateSet(plan))
    .execute()
}

/** Removes the ticket's plan for that day. */
export async function removePlan(work: UnitOfWork, ticketId: number, date: string): Promise<void> {
  await work.remove('plannedAssignment').where('ticketId', '=', ticketId).where('date', '=', date).execute()
}

/** Removes the ticket's plans up to and including that day. */
export async function removePlansUntil(work: UnitOfWork, ticketId: number, date: string): Promise<void> {
  await work.remove('plannedAssignment').where('ticketId', '=', ticketId).where('date', '<=', date).execute()
}

type ScheduleEntry = {
  readonly date: string
  readonly technicianId: string
  readonly firstName: string
  readonly lastName: string
  readonly isPlanned: boolean
  readonly card: TicketSummary
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
    // Canceled: nobody comes.
    .where('ticket.state', '<>', 'declined')
    .where('plannedAssignment.date', '>=', from)
    .where('plannedAssignment.date', '<', to)
    .select(['date', 'plannedAssignment.ticketId', 'uuid as technicianId'])
    .select(['employee.firstName', 'employee.lastName'])
    .select(sql<boolean>`true`.as('isPlanned'))
  const rows = await work.database
    .selectFrom(assigned.unionAll(planned).as('entry'))
    .selectAll()
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

/** Active tickets with a technician. */
export async function listAssigned(work: UnitOfWork): Promise<TicketSummary[]> {
  const rows = await work
    .from('ticket')
    .select('card')
    .where('state', 'in', ['active', 'approval'])
    .where('assignedTechnician', 'is not', null)
    .execute()
  return rows.map(({ card }) => card as TicketSummary)
}

/** A ticket's card, and its requested appointment. */
type UnassignedTicket = { readonly card: TicketSummary; readonly wantedAt: Date | null }

/** Active tickets without a technician or a plan: how many, and the longest waiting of them first. */
export async function listUnassigned(
  work: UnitOfWork,
  limit: number,
): Promise<{ readonly count: number; readonly tickets: readonly UnassignedTicket[] }> {
  const rows = await work
    .from('ticket')
    .leftJoin('booking', join =>
      join
        .onRef('booking.companyId', '=', 'ticket.companyId')
        .onRef('booking.ticketId', '=', 'ticket.ticketId'),
    )
    .select(['card', 'wantedAt', sql<number>`count(*) over ()::int`.as('count')])
    .where('state', 'in', ['active', 'approval'])
    .where('assignedTechnician', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('plannedAssignment')
            .select('date')
            .whereRef('plannedAssignment.companyId', '=', 'ticket.companyId')
            .whereRef('plannedAssignment.ticketId', '=', 'ticket.ticketId'),
        ),
      ),
    )
    .orderBy('transitionedAt')
    .orderBy('ticket.ticketId')
    .limit(limit)
    .execute()
  const tickets = rows.map(({ card, wantedAt }) => ({ card: card as TicketSummary, wantedAt }))
  return { count: rows[0]?.count ?? 0, tickets }
}

export type DuePlan = { readonly companyId: string; readonly ticketId: number; readonly timeZone: string }

/** Tickets of all companies with a plan due at `at`. */
export async function listDuePlans(database: Database, at: Date): Promise<DuePlan[]> {
  const { rows } = await sql<DuePlan>`select * from due_plans(${at})`.execute(database)
  return rows
}
