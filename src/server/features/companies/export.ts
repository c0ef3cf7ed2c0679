// Everything a company has written, as one JSON text that is never whole in memory: where its tickets
// stand is read once, then a few of them at a time, each time in a short piece of work of their own.

import {
  EXPORT_GROUPS,
  type Exporting,
  exportBooking,
  exportDetails,
  exportEmployee,
  exportQuestion,
  exportSettings,
  exportTalk,
  exportTicket,
} from '#domain/tickets/export.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { questionsOfTickets } from '#server/features/approvals/store.ts'
import { listBookingsOf } from '#server/features/bookings/store.ts'
import { listEmployees } from '#server/features/employees/store.ts'
import { listAllMessages } from '#server/features/messages/store.ts'
import { listWaits } from '#server/features/on-hold/store.ts'
import { listStandings, listTickets } from '#server/features/tickets/store.ts'
import { photoAnswer } from '#server/files/file-keys.ts'
import { asQuery, type RequestContext } from '#server/rpc/procedures.ts'
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

/** These tickets, with what was written to their customers and what they wait for. */
async function readTickets(work: Work, ticketIds: readonly number[]) {
  const messages = await listAllMessages(work, ticketIds)
  const waits = await listWaits(work, ticketIds)
  const of = <T extends { ticketId: number }>(rows: readonly T[], { ticketId }: Ticket): T[] =>
    rows.filter(row => row.ticketId === ticketId)
  return (await listTickets(work, ticketIds)).map(ticket => ({
    ticket,
    messages: of(messages, ticket),
    waiting: of(waits, ticket).map(({ ticketId: _, ...waiting }) => waiting)[0] ?? null,
  }))
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
      const { read, questions, booked } = await asQuery(context, async work => {
        allow(work, 'company.export')
        return {
          read: await readTickets(work, some),
          questions: await questionsOfTickets(work, some),
          booked: new Map((await listBookingsOf(work, some)).map(booking => [booking.ticketId, booking])),
        }
      })
      const written = read.map(({ ticket, messages, waiting }) => {
        const asked = questions.get(ticket.ticketId)?.map(exportQuestion)
        const booking = booked.get(ticket.ticketId)
        const exported = {
          ...exportTicket(ticket, exporting),
          ...exportTalk(messages, waiting),
          ...(asked && { Approvals: asked }),
          ...(booking && { booking: exportBooking(booking, timeZone) }),
        }
        return `"${ticket.ticketId}":${JSON.stringify(exported)}`
      })
      yield `${start === 0 ? '' : ','}${written.join(',')}`
    }
    yield '}'
  }
  yield '}}\n'
}
