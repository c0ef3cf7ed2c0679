// Photos of plates: each comes with an entry of its own, and only the company that took it reads it.

import { componentLabel, ownSerialOf } from '#domain/components/component.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket, recordActivity } from '#server/features/tickets/store.ts'
import { type FileLocation, toPlateDto } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { getInstalled, openRecord } from './record-store.ts'
import { addEntry, listComponents } from './store.ts'

type ComponentKey = { readonly ticketId: number; readonly componentId: string }

/** A component whose plate may be photographed now. Throws otherwise. */
export async function getPhotographed(work: UnitOfWork, { ticketId, componentId }: ComponentKey) {
  const { ticket, components } = await openRecord(work, ticketId)
  return { ticket, component: getInstalled(components, componentId) }
}

/** Adds what is known of the component once more, with the photo. */
export async function addPlatePhoto(work: UnitOfWork, key: ComponentKey, photoId: string) {
  const { ticket, component } = await getPhotographed(work, key)
  const { componentId, kind, name, place, maker, model, modelYear } = component
  addEntry(work, ticket, {
    ...{ componentId, kind, name, place, maker, model, modelYear, day: null, warrantyUntil: null },
    ...{ how: 'corrected', serial: ownSerialOf(component), platePhoto: photoId },
  })
  recordActivity(work, ticket, 'photograph-plate', { component: componentLabel(component) })
  return toPlateDto(ticket.ticketId, photoId)
}

/** Where a plate's photo is, for those who see what the RV of this ticket is made of; NOT_FOUND for all others. */
export async function getPlateLocation(
  work: UnitOfWork,
  ticketId: number,
  photoId: string,
): Promise<FileLocation> {
  const ticket = await getTicket(work, ticketId)
  authorize(work, 'component.see', ticket)
  const entry = (await listComponents(work, ticket))
    .flatMap(({ entries }) => entries)
    .find(({ platePhoto }) => platePhoto === photoId)
  if (entry === undefined) throw notFound()
  return { companyId: work.companyId, ticketId: entry.ticketId, imageId: photoId }
}
