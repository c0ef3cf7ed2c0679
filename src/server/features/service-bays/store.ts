// Bays in the database, and what is done with the tickets in them.

import { addDays } from '#domain/lib/calendar-date.ts'
import { timestampOf } from '#domain/lib/company-time.ts'
import {
  moveToServiceBay as moved,
  SERVICE_BAY_REMOVED,
  sortServiceBays,
} from '#domain/service-bays/service-bay.ts'
import { serviceBayLabel } from '#domain/service-bays/service-bay-label.ts'
import { overlapNote } from '#domain/service-bays/service-bay-overlap.ts'
import type { ServiceBay, Ticket } from '#domain/tickets/ticket.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAppointments } from '#server/features/schedule/store.ts'
import { saveCard, saveServiceBay } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'

const serviceBays = statement(scope => scope.from('serviceBay').select(['serviceBayId as id', 'name']))

/** The company's bays, by name. */
export const listServiceBays = async (work: UnitOfWork): Promise<ServiceBay[]> =>
  sortServiceBays(await serviceBays(work).execute())

const lockedServiceBay = statement((scope, { serviceBayId }: { serviceBayId: string }) =>
  scope
    .from('serviceBay')
    .select(['serviceBayId as id', 'name'])
    .where('serviceBayId', '=', serviceBayId)
    .forUpdate(),
)

/** A bay, locked: of two who put tickets in it at once, the second reads what the first did. Null without it. */
export const lockServiceBay = async (work: UnitOfWork, serviceBayId: string): Promise<ServiceBay | null> =>
  (await lockedServiceBay(work, { serviceBayId }).executeTakeFirst()) ?? null

/** The tickets in a bay, by number. */
export const listTicketsIn = async (work: UnitOfWork, serviceBayId: string): Promise<number[]> => {
  const rows = await work
    .from('ticketServiceBay')
    .select('ticketId')
    .where('serviceBayId', '=', serviceBayId)
    .orderBy('ticketId')
    .execute()
  return rows.map(({ ticketId }) => ticketId)
}

/** Which other tickets are in the ticket's bay while its appointment is, as a sentence; null without any. */
export async function findOverlapNote(
  work: UnitOfWork,
  { ticketId, serviceBay, appointment }: Ticket,
): Promise<string | null> {
  if (serviceBay === null || appointment === null) return null
  await lockServiceBay(work, serviceBay.id)
  const { timeZone } = work
  const { day } = appointment
  const span = { from: timestampOf(day, 0, timeZone), until: timestampOf(addDays(day, 1), 0, timeZone) }
  const tickets = (await listAppointments(work, span)).map(({ card, ...appointment }) => ({
    ...appointment,
    ticketId: card.ticketId,
    serviceBay: card.serviceBay,
  }))
  return overlapNote(ticketId, tickets, { day, timeZone })
}

/** Puts a ticket in a bay, or in none with null. Returns which tickets are there at its time, as a sentence. */
export async function moveToServiceBay(
  work: UnitOfWork,
  ticket: Ticket,
  serviceBayId: string | null,
): Promise<string | null> {
  const serviceBay = serviceBayId === null ? null : await lockServiceBay(work, serviceBayId)
  if (serviceBayId !== null && serviceBay === null) throw invalid({ serviceBayId: SERVICE_BAY_REMOVED })
  const after = moved(ticket, serviceBay)
  if (after !== ticket) {
    saveServiceBay(work, ticket, after)
    const verb = serviceBay === null ? 'leave-service-bay' : 'enter-service-bay'
    const { name = '' } = serviceBay ?? ticket.serviceBay ?? {}
    saveCard(work, after, verb, { serviceBay: serviceBayLabel(name) })
  }
  return findOverlapNote(work, after)
}
