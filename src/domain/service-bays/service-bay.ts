// The bays of a shop, by name: where a rig stands while it is worked on. In the code a `bay` alone is the technician's app.

import { assertInWork, isInWork, type ServiceBay, type Ticket } from '#domain/tickets/ticket.ts'
import { serviceBayLabel } from './service-bay-label.ts'

export const MAX_SERVICE_BAYS = 50
export const MAX_SERVICE_BAY_NAME_LENGTH = 40

/** Said where a company has as many as it can have. */
export const TOO_MANY_SERVICE_BAYS = `A shop has at most ${MAX_SERVICE_BAYS} bays. Remove one first.`

/** Said of a bay that was removed meanwhile. */
export const SERVICE_BAY_REMOVED = 'This bay was removed. Choose another one.'

/** Names differ by more than their case: this is the same for those that do not. */
const keyOf = (name: string): string => serviceBayLabel(name.normalize('NFC')).toLowerCase()

/** Bays by name; `Bay 10` after `Bay 9`. */
export const sortServiceBays = (serviceBays: readonly ServiceBay[]): ServiceBay[] =>
  serviceBays.toSorted((one, other) =>
    serviceBayLabel(one.name).localeCompare(serviceBayLabel(other.name), 'en-US', { numeric: true }),
  )

/** Why a company with these other bays cannot have one of this name; null if it can. */
export function serviceBayNameProblem(name: string, others: readonly ServiceBay[]): string | null {
  const other = others.find(bay => keyOf(bay.name) === keyOf(name))
  return other === undefined ? null : `There is already a bay named ${serviceBayLabel(other.name)}.`
}

/** Why a bay with so many tickets cannot be removed; null if it can. */
export function serviceBayRemovalProblem(name: string, ticketCount: number): string | null {
  if (ticketCount === 0) return null
  const has = `${serviceBayLabel(name)} has`
  return ticketCount === 1
    ? `${has} 1 open ticket. Move it to another bay first.`
    : `${has} ${ticketCount} open tickets. Move them to another bay first.`
}

/** Whether a ticket is in the shop, or comes: only then it can be in a bay. */
export const canBeInServiceBay = (ticket: Parameters<typeof isInWork>[0]): boolean =>
  ticket.state === 'completed' || isInWork(ticket)

/** In that bay, or in none. A finalized ticket waits for its customer, in a bay or elsewhere. */
export function moveToServiceBay<T extends Ticket>(ticket: T, serviceBay: ServiceBay | null): T {
  if (ticket.state !== 'completed') assertInWork(ticket)
  return ticket.serviceBay?.id === serviceBay?.id ? ticket : { ...ticket, serviceBay }
}
