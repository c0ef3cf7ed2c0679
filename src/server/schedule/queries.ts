// The week's board, as the desk sees it.

import { dayOf } from '#domain/calendar.ts'
import { addDays, mondayOf } from '#domain/schedule.ts'
import { query } from '#server/api.ts'
import { getCompany } from '#server/companies/store.ts'
import { listEmployees } from '#server/employees/store.ts'
import { allow } from '#server/work.ts'
import { listEntries, listHeld, listWaiting } from './store.ts'

const MOST_WAITING = 200

export const readWeek = query.schedule.week.handler(async ({ input, context: { work } }) => {
  allow(work, 'schedule.see')
  const today = dayOf(work.now, work.timeZone)
  const from = input.from ?? mondayOf(today)
  const to = addDays(from, input.days)
  const company = await getCompany(work)
  const named = await listEntries(work, { from, to })
  // Whoever holds a ticket has it today, also when they got it days ago.
  const isTodayShown = from <= today && today < to
  const heldCards = isTodayShown ? await listHeld(work) : []
  const ofToday = new Set(named.filter(({ date }) => date === today).map(({ card }) => card.ticketId))
  const held = heldCards.filter(({ ticketId }) => !ofToday.has(ticketId))
  const employees = (await listEmployees(work)).filter(
    ({ roles, isActive }) => roles.isTechnician && isActive,
  )
  const known = new Set(employees.map(({ id }) => id))
  const gone = new Map(
    named
      .filter(({ technicianId }) => !known.has(technicianId))
      .map(({ technicianId, firstName, lastName }) => [
        technicianId,
        { id: technicianId, firstName, lastName },
      ]),
  )
  const { daysOfOperation, hoursOfOperation } = company.companySettings
  return {
    ...{ from, today, daysOfOperation, hoursOfOperation },
    technicians: [
      ...employees.map(({ id, firstName, lastName }) => ({ id, firstName, lastName })),
      ...gone.values(),
    ],
    entries: [
      ...named.map(({ firstName: _, lastName: __, ...entry }) => entry),
      ...held.flatMap(card =>
        card.assignedTechnician === null ||
        !(known.has(card.assignedTechnician) || gone.has(card.assignedTechnician))
          ? []
          : [{ date: today, technicianId: card.assignedTechnician, isPlanned: false, card }],
      ),
    ],
    waiting: await listWaiting(work, MOST_WAITING),
  }
})
