// The week's schedule, for the desk.

import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { UNKNOWN_TECHNICIAN } from '#domain/tickets/assignment.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listEmployees } from '#server/features/employees/store.ts'
import { query } from '#server/rpc/procedures.ts'
import { listEntries, listHeld, listUnassigned } from './store.ts'

const MAX_UNASSIGNED = 200

/** A card has the full name. */
function splitName(name: string): Pick<NamedTechnician, 'firstName' | 'lastName'> {
  const [firstName = '', ...others] = name.split(' ')
  return { firstName, lastName: others.join(' ') }
}

type NamedTechnician = { readonly id: string; readonly firstName: string; readonly lastName: string }

export const getWeek = query.schedule.week.handler(async ({ input, context: { work } }) => {
  authorize(work, 'schedule.see')
  const today = dayOf(work.now, work.timeZone)
  const from = input.from ?? mondayOf(today)
  const to = addDays(from, input.days)
  const company = await getCompany(work)
  const named = await listEntries(work, { from, to })
  // An assigned ticket is shown today, even if it was assigned days ago.
  const isTodayShown = from <= today && today < to
  const heldCards = isTodayShown ? await listHeld(work) : []
  const ofToday = new Set(named.filter(({ date }) => date === today).map(({ card }) => card.ticketId))
  const held = heldCards.filter(({ ticketId }) => !ofToday.has(ticketId))
  const employees = (await listEmployees(work)).filter(
    ({ roles, isActive }) => roles.isTechnician && isActive,
  )
  const people = new Map<string, NamedTechnician>(
    employees.map(({ id, firstName, lastName }) => [id, { id, firstName, lastName }]),
  )
  // Inactive and deleted technicians are shown while they have entries.
  for (const { technicianId: id, firstName, lastName } of named)
    if (!people.has(id)) people.set(id, { id, firstName, lastName })
  for (const { assignedTechnician: id, technician } of held)
    if (id !== null && !people.has(id)) people.set(id, { id, ...splitName(technician ?? UNKNOWN_TECHNICIAN) })
  const { daysOfOperation, hoursOfOperation } = company.companySettings
  return {
    from,
    today,
    daysOfOperation,
    hoursOfOperation,
    technicians: [...people.values()],
    entries: [
      ...named.map(({ firstName: _, lastName: __, ...entry }) => entry),
      ...held.flatMap(card =>
        card.assignedTechnician === null
          ? []
          : [{ date: today, technicianId: card.assignedTechnician, isPlanned: false, card }],
      ),
    ],
    unassigned: (await listUnassigned(work, MAX_UNASSIGNED)).map(({ card, wantedAt }) => ({
      ...card,
      wantedDay: wantedAt && dayOf(wantedAt, work.timeZone),
    })),
  }
})
