// All data of a company as one JSON text, never held in memory as a whole: the states of its tickets are read once,
// then a few tickets at a time.

import {
  EXPORT_GROUPS,
  type ExportContext,
  exportAdditions,
  exportDetails,
  exportEmployee,
  exportPreferences,
  exportSettings,
  exportTicket,
  type TicketAdditions,
} from '#domain/export/export.ts'
import type { State, Ticket } from '#domain/tickets/ticket.ts'
import { pagesOf, writtenRecord } from '#server/db/record-set.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddendaOf } from '#server/features/addenda/store.ts'
import { listRequestsOfTickets } from '#server/features/approvals/store.ts'
import { listBookingsOf } from '#server/features/bookings/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listEmployees } from '#server/features/employees/store.ts'
import { listAllMessages } from '#server/features/messages/store.ts'
import { listHolds } from '#server/features/on-hold/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listStates, listTickets } from '#server/features/tickets/store.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import { batchesOf } from '#server/lib/batches.ts'
import { type QueryContext, runQuery } from '#server/rpc/procedures.ts'
import { RECORD_SHEETS } from './declared-records.ts'
import { billingText } from './stream-billing.ts'

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

export type ExportStart = Awaited<ReturnType<typeof startExport>>

/** What the export says for a path on this server; `companyId` is whose it is. */
export type Link = (path: string, companyId?: string) => string

export const exportContextOf = (
  { company: { companyUUID, timeZone, laborRate } }: ExportStart,
  link: Link,
): ExportContext => ({
  timeZone,
  laborRate,
  link: path => link(path, companyUUID),
  photoPath: (ticketId, photoId) => toPhotoDto(ticketId, { photoId }).large,
})

/** `"companyDetails":…,"companySettings":…` */
export const detailsText = ({ company }: ExportStart, context: ExportContext): string =>
  `"companyDetails":${JSON.stringify(exportDetails(company, context))}` +
  `,"companySettings":${JSON.stringify(exportSettings(company.companySettings))}`

/** `"Employees":…` */
export const employeesText = ({ company: { companyUUID }, employees }: ExportStart): string =>
  `"Employees":${JSON.stringify(
    Object.fromEntries(employees.map(person => [person.id, exportEmployee(person, companyUUID)])),
  )}`

export const preferencesOf = ({ company, preferences }: ExportStart) =>
  exportPreferences(preferences, company.approvalTolerance)

/** The ids of the company's tickets in this state. */
export const idsInState = ({ states }: ExportStart, state: State): number[] =>
  states.filter(each => each.state === state).map(({ ticketId }) => ticketId)

export type LoadedTicket = TicketAdditions & { readonly ticket: Ticket }

/** These tickets, with what belongs to them. */
export async function loadTickets(work: UnitOfWork, ticketIds: readonly number[]): Promise<LoadedTicket[]> {
  authorize(work, 'company.export')
  const messages = await listAllMessages(work, ticketIds)
  const holds = await listHolds(work, ticketIds)
  const requests = await listRequestsOfTickets(work, ticketIds)
  const addenda = await listAddendaOf(work, ticketIds)
  const bookings = new Map(
    (await listBookingsOf(work, ticketIds)).map(booking => [booking.ticketId, booking]),
  )
  const ofTicket = <T extends { ticketId: number }>(rows: readonly T[], { ticketId }: Ticket): T[] =>
    rows.filter(row => row.ticketId === ticketId)
  return (await listTickets(work, ticketIds)).map(ticket => ({
    ticket,
    messages: ofTicket(messages, ticket),
    hold: ofTicket(holds, ticket).map(({ ticketId: _, ...hold }) => hold)[0] ?? null,
    requests: requests.get(ticket.ticketId) ?? [],
    booking: bookings.get(ticket.ticketId) ?? null,
    addenda: addenda.get(ticket.ticketId) ?? [],
  }))
}

/** These tickets a few at a time, counted by `onRead`, as `"id":{…},"id":{…}`; those without a `shape` are left out. */
export async function* streamTickets(
  reader: QueryContext,
  ticketIds: readonly number[],
  shape: (loaded: LoadedTicket) => object | null,
  onRead: (count: number) => void = () => {},
): AsyncGenerator<string> {
  let isFirst = true
  for (const batch of batchesOf(ticketIds, TICKETS_PER_BATCH)) {
    const entries = (await runQuery(reader, work => loadTickets(work, batch))).flatMap(loaded => {
      const shaped = shape(loaded)
      return shaped === null ? [] : [`"${loaded.ticket.ticketId}":${JSON.stringify(shaped)}`]
    })
    onRead(batch.length)
    if (entries.length === 0) continue
    yield `${isFirst ? '' : ','}${entries.join(',')}`
    isFirst = false
  }
}

/**
 * The text in pieces. Each ticket appears once, with its current data, in the group of its state at the start: moving
 * it meanwhile neither loses nor repeats it.
 */
export async function* streamExport(
  reader: QueryContext,
  start: ExportStart,
  link: Link,
  onRead?: (count: number) => void,
): AsyncGenerator<string> {
  const context = exportContextOf(start, link)
  yield `{${detailsText(start, context)},"preferences":${JSON.stringify(preferencesOf(start))}`
  yield await billingText(reader)
  yield `,${employeesText(start)},"ticketManager":{`
  for (const [index, state] of STATES.entries()) {
    yield `${index === 0 ? '' : ','}"${EXPORT_GROUPS[state]}":{`
    const shape = ({ ticket, ...additions }: LoadedTicket) => ({
      ...exportTicket(ticket, context),
      ...('closing' in ticket && { closing: ticket.closing }),
      ...exportAdditions(ticket.ticketId, additions, context),
    })
    yield* streamTickets(reader, idsInState(start, state), shape, onRead)
    yield '}'
  }
  yield '}'
  for (const list of RECORD_SHEETS) {
    let separator = `,"${list.name}":[`
    for await (const page of pagesOf(task => runQuery(reader, task), list)) {
      yield separator + page.map(row => JSON.stringify(writtenRecord(list, row))).join(',')
      separator = ','
    }
    yield separator === ',' ? ']' : `${separator}]`
  }
  yield '}\n'
}
