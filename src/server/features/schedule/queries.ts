// The schedule, for the desk.

import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf, timestampOf } from '#domain/lib/company-time.ts'
import { UNKNOWN_TECHNICIAN } from '#domain/tickets/assignment.ts'
import type { TicketSummary } from '#domain/tickets/ticket.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { listStops } from '#server/features/bookings/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { getEmployee, listEmployees } from '#server/features/employees/store.ts'
import { listWorkingTimes } from '#server/features/employees/working-times-store.ts'
import { query } from '#server/rpc/procedures.ts'
import {
  isScheduledFor,
  listAppointments,
  listAssigned,
  listCarriedOver,
  listEntries,
  listUnassigned,
} from './store.ts'

const MAX_LISTED = 200

/** The parts of the full name on a card. */
function splitName(name: string): Pick<NamedTechnician, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.split(' ')
  return { firstName, lastName: others.join(' ') }
}

type NamedTechnician = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly isActive: boolean
}

export const getWeek = query.schedule.week.handler(async ({ input, context: { work } }) => {
  const { timeZone } = work
  const today = dayOf(work.now, timeZone)
  const from = input.from ?? (input.days === 1 ? today : mondayOf(today))
  const to = addDays(from, input.days)
  const isTodayShown = from <= today && today < to
  const [company, closedDays, everyone, timesOf, stored, listed, booked, unassigned, carriedOver] =
    await Promise.all([
      getCompany(work),
      listClosedDays(work, from),
      listEmployees(work),
      listWorkingTimes(work, from < today ? from : today),
      listEntries(work, { from, to }),
      // An assigned ticket is shown today, even if it was assigned days ago.
      isTodayShown ? listAssigned(work) : [],
      listAppointments(work, { from: timestampOf(from, 0, timeZone), until: timestampOf(to, 0, timeZone) }),
      listUnassigned(work, MAX_LISTED),
      isTodayShown ? listCarriedOver(work, today, MAX_LISTED) : [],
    ])
  const ofToday = new Set(stored.filter(({ date }) => date === today).map(({ card }) => card.ticketId))
  const assigned = listed.filter(({ card }) => !ofToday.has(card.ticketId))
  const people = new Map<string, NamedTechnician>()
  for (const { id, firstName, lastName, roles, isActive } of everyone)
    if (roles.isTechnician && isActive) people.set(id, { id, firstName, lastName, isActive })
  // Inactive and deleted technicians are shown while they have entries.
  for (const { technicianId: id, firstName, lastName } of stored)
    if (!people.has(id)) people.set(id, { id, firstName, lastName, isActive: false })
  for (const {
    card: { assignedTechnician: id, technician },
  } of [...assigned, ...booked])
    if (id !== null && !people.has(id))
      people.set(id, { id, ...splitName(technician ?? UNKNOWN_TECHNICIAN), isActive: false })
  const appointments = booked.map(({ at, ...appointment }) => ({
    ...appointment,
    date: dayOf(at, timeZone),
  }))
  const keyOf = ({ card, date }: { card: TicketSummary; date: string }) => `${card.ticketId} ${date}`
  const placeOf = new Map(appointments.map(appointment => [keyOf(appointment), appointment.place]))
  const entries = [
    ...stored.map(({ firstName: _, lastName: __, ...entry }) => entry),
    ...assigned.flatMap(({ card, ...hours }) =>
      card.assignedTechnician === null
        ? []
        : [{ ...hours, date: today, technicianId: card.assignedTechnician, isPlanned: false, card }],
    ),
  ]
  const withEntry = new Set(entries.map(keyOf))
  const { daysOfOperation, hoursOfOperation } = company.companySettings
  return {
    from,
    today,
    timeZone,
    daysOfOperation,
    hoursOfOperation,
    weekdayHours: company.weekdayHours,
    closedDays: closedDays.map(({ closedDaysId: _, ...days }) => days),
    technicians: [...people.values()].map(person => ({ ...person, ...timesOf(person.id) })),
    entries: entries.map(entry => ({ ...entry, place: placeOf.get(keyOf(entry)) ?? null })),
    appointments: appointments.filter(appointment => !withEntry.has(keyOf(appointment))),
    unassignedCount: unassigned.count,
    unassigned: unassigned.cards,
    carriedOver,
  }
})

export const listStopsOf = query.schedule.stops.handler(
  async ({ input: { employeeId, day }, context: { work } }) => {
    const { id } = await getEmployee(work, employeeId)
    return listStops(work, isScheduledFor(work, id, day), day)
  },
)
