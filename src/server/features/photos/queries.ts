// Which image the actor may see. Permissions are checked first.

import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { findHandedOverLocation } from '#server/features/bay/store.ts'
import { imageIdOf, type TicketImage } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { findPhotoLocation, getPhotoTicket } from './store.ts'

async function getVisibleTicket(work: UnitOfWork, ticketId: number) {
  authorize(work, 'ticket.see')
  const ticket = await getPhotoTicket(work, ticketId)
  authorize(work, 'ticket.see', ticket)
  return ticket
}

export async function getVisiblePhoto(work: UnitOfWork, ticketId: number, photoId: string) {
  await getVisibleTicket(work, ticketId)
  const location = await findPhotoLocation(work, ticketId, photoId)
  if (location === null) throw notFound()
  return location
}

export async function getHandedOverPhoto(work: UnitOfWork, handOverId: string) {
  authorize(work, 'bay.oversee')
  const location = await findHandedOverLocation(work, handOverId)
  if (location === null) throw notFound()
  return location
}

export async function getVisibleImage(work: UnitOfWork, ticketId: number, image: TicketImage) {
  const { profileImageUrl, rvImage } = await getVisibleTicket(work, ticketId)
  const imageId = imageIdOf(image === 'customer-image' ? profileImageUrl : rvImage)
  if (imageId === null) throw notFound()
  return { companyId: work.companyId, ticketId, imageId }
}
