// Which picture somebody may look at. The rights are asked before anything else is said.

import { allow, type Work } from '#server/db/unit-of-work.ts'
import { pictureIdOf, type TicketImage } from '#server/files/file-keys.ts'
import { notFound } from '#server/rpc/errors.ts'
import { findPhotoPlace, getPictureTicket } from './store.ts'

async function getVisibleTicket(work: Work, ticketId: number) {
  allow(work, 'ticket.see')
  const ticket = await getPictureTicket(work, ticketId)
  allow(work, 'ticket.see', ticket)
  return ticket
}

export async function photoToShow(work: Work, ticketId: number, photoId: string) {
  await getVisibleTicket(work, ticketId)
  const place = await findPhotoPlace(work, ticketId, photoId)
  if (place === null) throw notFound()
  return place
}

export async function imageToShow(work: Work, ticketId: number, image: TicketImage) {
  const { profileImageUrl, rvImage } = await getVisibleTicket(work, ticketId)
  const pictureId = pictureIdOf(image === 'customer-image' ? profileImageUrl : rvImage)
  if (pictureId === null) throw notFound()
  return { companyId: work.companyId, ticketId, pictureId }
}
