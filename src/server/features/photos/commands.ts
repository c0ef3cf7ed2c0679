// What is done to a ticket's pictures. Like every command: allow, get, verb, save.

import { sideOf } from '#domain/account/permission.ts'
import { Refusal } from '#domain/lib/refusal.ts'
import { MOST_PHOTOS_ON_A_JOB, type Photo } from '#domain/photos/photo.ts'
import { aboutJob } from '#domain/tickets/activity.ts'
import { type Job, jobOf } from '#domain/tickets/job.ts'
import { refuseUnlessInWork, refuseUnlessOpenTo, type Ticket } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getTicket, saveTicket } from '#server/features/tickets/store.ts'
import type { TicketImage } from '#server/files/file-keys.ts'
import { notFound } from '#server/rpc/errors.ts'
import { deletePhoto, insertPhotos } from './store.ts'

export type JobPlace = { readonly ticketId: number; readonly jobNumber: number }

/** The job line whose photos this person may change now. */
export async function getOpenJob(
  work: Work,
  { ticketId, jobNumber }: JobPlace,
): Promise<{ ticket: Ticket; job: Job }> {
  allow(work, 'photo.add')
  const ticket = await getTicket(work, ticketId)
  allow(work, 'photo.add', ticket)
  refuseUnlessOpenTo(sideOf(work.actor), ticket)
  return { ticket, job: jobOf(ticket, jobNumber) }
}

export async function addPhotos(work: Work, place: JobPlace, photos: readonly Photo[]): Promise<void> {
  const { ticket, job } = await getOpenJob(work, place)
  if (job.photos.length + photos.length > MOST_PHOTOS_ON_A_JOB)
    throw new Refusal([{ code: 'photo.too-many' }])
  await insertPhotos(work, ticket.ticketId, job.jobNumber, photos)
  await saveTicket(work, ticket, 'add-photo', { ...aboutJob(job), photos: photos.length })
}

export async function removePhoto(work: Work, place: JobPlace, photoId: string): Promise<void> {
  const { ticket, job } = await getOpenJob(work, place)
  if (!job.photos.some(photo => photo.photoId === photoId)) throw notFound()
  await deletePhoto(work, ticket.ticketId, photoId)
  await saveTicket(work, ticket, 'remove-photo', aboutJob(job))
}

const imageOf = ({ customerDetails, customerRV }: Ticket, image: TicketImage): string | null =>
  image === 'customer-image' ? customerDetails.profileImageUrl : customerRV.rvImage

async function getOpenTicket(work: Work, ticketId: number): Promise<Ticket> {
  allow(work, 'ticket.change-images')
  const ticket = await getTicket(work, ticketId)
  refuseUnlessInWork(ticket)
  return ticket
}

/** The address of the customer's or the rig's image, which this person may change now. */
export async function openImage(work: Work, ticketId: number, image: TicketImage): Promise<string | null> {
  return imageOf(await getOpenTicket(work, ticketId), image)
}

/** Puts another image of the customer or the rig on the ticket, or none. Answers with the address it had. */
export async function changeTicketImage(
  work: Work,
  ticketId: number,
  image: TicketImage,
  url: string | null,
): Promise<string | null> {
  const ticket = await getOpenTicket(work, ticketId)
  const { customerDetails, customerRV } = ticket
  const changed: Ticket =
    image === 'customer-image'
      ? { ...ticket, customerDetails: { ...customerDetails, profileImageUrl: url } }
      : { ...ticket, customerRV: { ...customerRV, rvImage: url } }
  await saveTicket(work, changed, `change-${image}`, url === null ? { isRemoved: true } : {})
  return imageOf(ticket, image)
}
