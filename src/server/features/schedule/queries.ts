// The week's schedule, for the desk.

import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { UNKNOWN_TECHNICIAN } from '#domain/tickets/assignment.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listEmployees } from '#server/features/employees/store.ts'
import { listWorkingTimes } from '#server/features/employees/working-times-store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listAssigned, listEntries, listUnassigned } from './store.ts'

const MAX_UNASSIGNED = 200

/** The parts of the full name on a card. */
function splitName(name: string): Pick<NamedTechnician, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.split(' ')
  return { firstName, lastName: others.join(' ') }
}

type NamedTechnician = { readonly id: string; readonly firstName: string; readonly lastName: string }

export const getWeek = query.schedule.week.handler(async ({ input, context: { work } }) => {
  const today = dayOf(work.now, work.timeZone)
  const from = input.from ?? mondayOf(today)
  const to = addDays(from, input.days)
  const company = await getCompany(work)
  const stored = await listEntries(work, { from, to })
  // An assigned ticket is shown today, even if it was assigned days ago.
  const isTodayShown = from <= today && today < to
  const listed = isTodayShown ? await listAssigned(work) : []
  const ofToday = new Set(stored.filter(({ date }) => date === today).map(({ card }) => card.ticketId))
  const assigned = listed.filter(({ card }) => !ofToday.has(card.ticketId))
  const [everyone, timesOf] = await Promise.all([
    listEmployees(work),
    listWorkingTimes(work, from < today ? from : today),
  ])
  const employees = everyone.filter(({ roles, isActive }) => roles.isTechnician && isActive)
  const people = new Map<string, NamedTechnician>(
    employees.map(({ id, firstName, lastName }) => [id, { id, firstName, lastName }]),
  )
  // Inactive and deleted technicians are shown while they have entries.
  for (const { technicianId: id, firstName, lastName } of stored)
    if (!people.has(id)) people.set(id, { id, firstName, lastName })
  for (const {
    card: { assignedTechnician: id, technician },
  } of assigned)
    if (id !== null && !people.has(id)) people.set(id, { id, ...splitName(technician ?? UNKNOWN_TECHNICIAN) })
  const unassigned = await listUnassigned(work, MAX_UNASSIGNED)
  const { daysOfOperation, hoursOfOperation } = company.companySettings
  return {
    from,
    today,
    timeZone: work.timeZone,
    daysOfOperation,
    hoursOfOperation,
    weekdayHours: company.weekdayHours,
    technicians: [...people.values()].map(person => ({ ...person, ...timesOf(person.id) })),
    entries: [
      ...stored.map(({ firstName: _, lastName: __, ...entry }) => entry),
      ...assigned.flatMap(({ card, estimatedHours }) =>
        card.assignedTechnician === null
          ? []
          : [{ date: today, technicianId: card.assignedTechnician, isPlanned: false, estimatedHours, card }],
      ),
    ],
    unassignedCount: unassigned.count,
    unassigned: unassigned.cards,
  }
})
