// All data of a company as one JSON text, never held in memory as a whole: the states of its tickets are read once,
// then a few tickets at a time, each in a short transaction.

import {
  EXPORT_GROUPS,
  type ExportContext,
  exportApprovalRequest,
  exportBooking,
  exportDetails,
  exportEmployee,
  exportMessages,
  exportPreferences,
  exportSettings,
  exportTicket,
} from '#domain/export/export.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listRequestsOfTickets } from '#server/features/approvals/store.ts'
import { listBookingsOf } from '#server/features/bookings/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listEmployees } from '#server/features/employees/store.ts'
import { listAllMessages } from '#server/features/messages/store.ts'
import { listHolds } from '#server/features/on-hold/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listStates, listTickets } from '#server/features/tickets/store.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import { runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

/** Tickets per transaction; with their jobs and parts about a megabyte. */
const TICKETS_PER_BATCH = 200

const STATES = Object.keys(EXPORT_GROUPS) as State[]

/** The beginning of the export. Permissions are checked here, before anything is sent. */
export async function startExport(work: UnitOfWork) {
  authorize(work, 'company.export')
  return {
    company: await getCompany(work),
    preferences: await getPreferences(work),
    employees: await listEmployees(work),
    states: await listStates(work),
  }
}

/** These tickets, with their messages and holds. */
async function loadTickets(work: UnitOfWork, ticketIds: readonly number[]) {
  const messages = await listAllMessages(work, ticketIds)
  const holds = await listHolds(work, ticketIds)
  const ofTicket = <T extends { ticketId: number }>(rows: readonly T[], { ticketId }: Ticket): T[] =>
    rows.filter(row => row.ticketId === ticketId)
  return (await listTickets(work, ticketIds)).map(ticket => ({
    ticket,
    messages: ofTicket(messages, ticket),
    hold: ofTicket(holds, ticket).map(({ ticketId: _, ...hold }) => hold)[0] ?? null,
  }))
}

type ExportStart = Awaited<ReturnType<typeof startExport>>

/**
 * The text in pieces. Each ticket appears once, with its current data, in the group of its state at the start: moving
 * it meanwhile neither loses nor repeats it.
 */
export async function* streamExport(
  context: RequestContext,
  { company, preferences, employees, states }: ExportStart,
  link: (path: string) => string,
): AsyncGenerator<string> {
  const { timeZone, laborRate, companyUUID, companySettings } = company
  const exportContext: ExportContext = {
    timeZone,
    laborRate,
    link,
    photoPath: (ticketId, photoId) => toPhotoDto(ticketId, { photoId }).large,
  }
  const people = Object.fromEntries(employees.map(person => [person.id, exportEmployee(person, companyUUID)]))
  yield `{"companyDetails":${JSON.stringify(exportDetails(company, exportContext))}`
  yield `,"companySettings":${JSON.stringify(exportSettings(companySettings))}`
  yield `,"preferences":${JSON.stringify(exportPreferences(preferences, company.approvalTolerance))}`
  yield `,"Employees":${JSON.stringify(people)},"ticketManager":{`
  for (const [index, state] of STATES.entries()) {
    yield `${index === 0 ? '' : ','}"${EXPORT_GROUPS[state]}":{`
    const ticketIds = states.filter(each => each.state === state).map(({ ticketId }) => ticketId)
    for (let start = 0; start < ticketIds.length; start += TICKETS_PER_BATCH) {
      const batch = ticketIds.slice(start, start + TICKETS_PER_BATCH)
      const { tickets, requests, bookings } = await runQuery(context, async work => {
        authorize(work, 'company.export')
        return {
          tickets: await loadTickets(work, batch),
          requests: await listRequestsOfTickets(work, batch),
          bookings: new Map((await listBookingsOf(work, batch)).map(booking => [booking.ticketId, booking])),
        }
      })
      const entries = tickets.map(({ ticket, messages, hold }) => {
        const asked = requests.get(ticket.ticketId)?.map(exportApprovalRequest)
        const booking = bookings.get(ticket.ticketId)
        const exported = {
          ...exportTicket(ticket, exportContext),
          ...exportMessages(messages, hold),
          ...(asked && { Approvals: asked }),
          ...(booking && { booking: exportBooking(booking, timeZone) }),
        }
        return `"${ticket.ticketId}":${JSON.stringify(exported)}`
      })
      yield `${start === 0 ? '' : ','}${entries.join(',')}`
    }
    yield '}'
  }
  yield '}}\n'
}
