// Everything a company has written, as one JSON text that is never whole in memory: where its tickets
// stand is read once, then a few of them at a time, each time in a short piece of work of their own.

import {
  EXPORT_GROUPS,
  type Exporting,
  exportBooking,
  exportDetails,
  exportEmployee,
  exportSettings,
  exportTicket,
} from '#domain/export.ts'
import type { State } from '#domain/ticket.ts'
import { asQuery, type RequestContext } from '#server/api.ts'
import { listBookingsOf } from '#server/bookings/store.ts'
import { listEmployees } from '#server/employees/store.ts'
import { photoAnswer } from '#server/picture-paths.ts'
import { listStandings, listTickets } from '#server/tickets/store.ts'
import { allow, type Work } from '#server/work.ts'
import { getCompany } from './store.ts'

/** Tickets in one piece of work; with their jobs and parts about a megabyte. */
const AT_ONCE = 200

const STATES = Object.keys(EXPORT_GROUPS) as State[]

/** What the export begins with. The rights are asked here, before a word of it is written. */
export async function beginExport(work: Work) {
  allow(work, 'company.export')
  return {
    company: await getCompany(work),
    employees: await listEmployees(work),
    standings: await listStandings(work),
  }
}

export type Beginning = Awaited<ReturnType<typeof beginExport>>

/**
 * The text, piece by piece. A ticket is in it once, as it is when its turn comes, in the group in which it
 * stood at the beginning: whoever moves it meanwhile can neither lose nor double it.
 */
export async function* writeExport(
  context: RequestContext,
  { company, employees, standings }: Beginning,
  link: (path: string) => string,
): AsyncGenerator<string> {
  const { timeZone, laborRate, companyUUID, companySettings } = company
  const exporting: Exporting = {
    ...{ timeZone, laborRate, link },
    photoPath: (ticketId, photoId) => photoAnswer(ticketId, { photoId }).large,
  }
  const people = Object.fromEntries(employees.map(person => [person.id, exportEmployee(person, companyUUID)]))
  yield `{"companyDetails":${JSON.stringify(exportDetails(company, exporting))}`
  yield `,"companySettings":${JSON.stringify(exportSettings(companySettings))}`
  yield `,"Employees":${JSON.stringify(people)},"ticketManager":{`
  for (const [place, state] of STATES.entries()) {
    yield `${place === 0 ? '' : ','}"${EXPORT_GROUPS[state]}":{`
    const ids = standings.filter(standing => standing.state === state).map(({ ticketId }) => ticketId)
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      const some = ids.slice(start, start + AT_ONCE)
      const tickets = await asQuery(context, async work => {
        allow(work, 'company.export')
        const booked = new Map((await listBookingsOf(work, some)).map(booking => [booking.ticketId, booking]))
        return (await listTickets(work, some)).map(ticket => {
          const booking = booked.get(ticket.ticketId)
          const told = booking === undefined ? {} : { booking: exportBooking(booking, timeZone) }
          return { ticketId: ticket.ticketId, exported: { ...exportTicket(ticket, exporting), ...told } }
        })
      })
      const written = tickets.map(({ ticketId, exported }) => `"${ticketId}":${JSON.stringify(exported)}`)
      yield `${start === 0 ? '' : ','}${written.join(',')}`
    }
    yield '}'
  }
  yield '}}\n'
}
