// Moves promises that something makes impossible, within the command that says so.

import { dayOf } from '#domain/lib/company-time.ts'
import { type Delay, moveFor, promiseDay } from '#domain/promised-days/promised-day.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listClosedDays } from '#server/features/bookings/rules-store.ts'
import { getCompany, openingTimesOf } from '#server/features/companies/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { findTicket, recordActivity } from '#server/features/tickets/store.ts'
import { addPromisedDay, listLastPromises } from './store.ts'

/** Moves the promises of the tickets, by their numbers, that a delay makes impossible. The caller locks the tickets. */
export async function movePromises(work: UnitOfWork, delays: ReadonlyMap<number, Delay>): Promise<void> {
  if (delays.size === 0 || !(await getPreferences(work)).promisesDays) return
  const promises = await listLastPromises(work, [...delays.keys()])
  const promised = promises.flatMap(({ ticketId, position, ...before }) => {
    const delay = delays.get(ticketId)
    return delay === undefined ? [] : [{ ticketId, position, before, delay }]
  })
  if (promised.length === 0) return
  const today = dayOf(work.now, work.timeZone)
  const [company, closedDays] = await Promise.all([getCompany(work), listClosedDays(work, today)])
  for (const { ticketId, position, before, delay } of promised) {
    const move = moveFor(delay, before, today, openingTimesOf(company), closedDays)
    const ticket = move === null ? null : await findTicket(work, ticketId)
    if (move === null || ticket === null || !isInWork(ticket)) continue
    addPromisedDay(work, ticketId, promiseDay(move, before, today), { count: position, isEmailed: true })
    recordActivity(work, ticket, 'move-promised-day', { date: move.day })
  }
}
