// Assignments and plans: one technician per company, so that a week of its schedule has entries, as many at every
// size.

import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import type { State } from '#domain/tickets/ticket.ts'
import type { Row } from './copy-rows.ts'

/** Every such completed ticket is on the schedule: about a dozen a day. */
const SHOWN = 10
const DAYS_AHEAD = 6
const name = { firstName: 'Rosa', lastName: 'Díaz' }

/** A technician who never logs in. */
export function createTechnicianRow(companyId: string, registeredAt: Date) {
  const employeeId = randomUUID()
  return {
    companyId,
    employeeId,
    ...name,
    email: `${employeeId}@bench.example`,
    phone: '(574) 555-0142',
    licenseNumber: '',
    isInsured: true,
    isServiceWriter: false,
    isTechnician: true,
    registeredAt,
  } satisfies Row
}

type PlannedTicket = {
  readonly companyId: string
  readonly ticketId: number
  readonly technician: string
  readonly place: number
  readonly state: State
  readonly at: Date
  readonly timeZone: string
}

/** The ticket's day on the schedule: in the past if completed, in the future if active. */
export function assignmentRows({
  companyId,
  ticketId,
  technician,
  place,
  state,
  at,
  timeZone,
}: PlannedTicket): {
  readonly assignment: Row[]
  readonly planned_assignment: Row[]
} {
  const of = { companyId, ticketId, uuid: technician }
  const worked = { ...of, date: dayOf(at, timeZone), ...name, assignedAt: at }
  // From tomorrow on: a due plan becomes an assignment.
  const ahead = addDays(dayOf(new Date(), timeZone), 1 + (Math.floor(place / 4) % DAYS_AHEAD))
  return {
    assignment: state === 'recorded' && place % SHOWN === 1 ? [worked] : [],
    planned_assignment: state === 'active' ? [{ ...of, date: ahead, plannedAt: at }] : [],
  }
}
