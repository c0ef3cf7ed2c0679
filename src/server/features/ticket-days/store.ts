// The days of an RV's visit, from what its ticket's log, clocks and approval requests say.

import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { arrivalDayOf } from '#domain/promised-days/promised-day.ts'
import {
  type DaySpan,
  type DaysCorrection,
  daysByCause,
  WAITING_ACTIONS,
  type WaitingEvent,
} from '#domain/ticket-days/ticket-days.ts'
import type { ActivityDetail } from '#domain/tickets/activity.ts'
import { isRigHere } from '#domain/tickets/check-in.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listRequests } from '#server/features/approvals/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'

const CORRECTION = 'correct-days'

type Log = { readonly events: WaitingEvent[]; readonly corrections: DaysCorrection[] }

/** What the ticket's log says of its days: what it waited for, and what the desk said. */
async function readLog(work: UnitOfWork, ticketId: number): Promise<Log> {
  const rows = await work
    .from('changeLog')
    .where('kind', '=', 'ticket')
    .where('id', '=', String(ticketId))
    .where(
      'verb',
      'in',
      [...WAITING_ACTIONS, CORRECTION].map(action => `ticket.${action}`),
    )
    .select(['at', 'verb', 'detail'])
    .orderBy('version')
    .orderBy('seq')
    .execute()
  const log: Log = { events: [], corrections: [] }
  for (const { at, verb, detail } of rows) {
    const action = verb.replace('ticket.', '')
    const { hold = null, firstDay = '', lastDay = '', dayCause = null } = (detail ?? {}) as ActivityDetail
    if (action === CORRECTION) log.corrections.push({ firstDay, lastDay, cause: dayCause })
    else log.events.push({ day: dayOf(at, work.timeZone), action, reason: hold })
  }
  return log
}

/** The company's dates from one time to another, or to today, both included. */
function daysOf(from: Date, to: Date, timeZone: string): string[] {
  const days: string[] = []
  for (let day = dayOf(from, timeZone); day <= dayOf(to, timeZone); day = addDays(day, 1)) days.push(day)
  return days
}

/** The day on which the RV left, or its ticket ended; null while it is here. */
function departureOf({ rigVisit, ...ticket }: Ticket, timeZone: string): string | null {
  if (rigVisit.departedOn !== null) return rigVisit.departedOn
  if (ticket.state === 'recorded') return dayOf(ticket.completedTimestamp, timeZone)
  return isRigHere(ticket) ? null : dayOf(ticket.lastTransition.at, timeZone)
}

type VisitDays = {
  readonly arrival: string
  /** The day of pickup; for an RV that is still here, today. */
  readonly end: string
  readonly isHere: boolean
}

/** When the RV of a ticket was at the shop; null in a company that promises no days, and if it never came. */
export async function findVisitDays(work: UnitOfWork, ticket: Ticket): Promise<VisitDays | null> {
  const { now, timeZone } = work
  const { activeTimestamp, appointment } = ticket
  const { promisesDays } = await getPreferences(work)
  const arrival = activeTimestamp === null ? null : arrivalDayOf(ticket, timeZone)
  // Where the company comes to the customer, the RV does not wait in the shop.
  if (!promisesDays || arrival === null || appointment?.isMobile === true) return null
  const departure = departureOf(ticket, timeZone)
  return { arrival, end: departure ?? dayOf(now, timeZone), isHere: departure === null }
}

/** What each day of the ticket's visit went to, and whether its RV is still here; no days in a company that promises none. */
export async function listTicketDays(
  work: UnitOfWork,
  ticket: Ticket,
): Promise<{ spans: readonly DaySpan[]; isHere: boolean }> {
  const { now, timeZone } = work
  const visit = await findVisitDays(work, ticket)
  if (visit === null) return { spans: [], isHere: false }
  const [{ events, corrections }, requests] = await Promise.all([
    readLog(work, ticket.ticketId),
    listRequests(work, ticket.ticketId),
  ])
  const sessions = ticket.jobs.flatMap(job => job.sessions)
  const spans = daysByCause({
    ...{ ...visit, events, corrections },
    requests: requests.map(request => ({
      from: dayOf(request.askedAt, timeZone),
      until: request.state === 'open' ? null : dayOf(request.endedAt, timeZone),
    })),
    workedDays: new Set(
      sessions.flatMap(({ clockInTime, clockOutTime }) => daysOf(clockInTime, clockOutTime ?? now, timeZone)),
    ),
    hasTechnician: ticket.assignedTechnician !== null,
  })
  return { spans, isHere: visit.isHere }
}
