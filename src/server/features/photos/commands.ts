// Commands on a ticket's images. Like every command: allow, get, verb, save.

import { may, sideOf } from '#domain/account/permission.ts'
import { MAX_PHOTOS_PER_JOB, type Photo } from '#domain/photos/photo.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { jobDetail } from '#domain/tickets/activity.ts'
import { MAX_PHOTOS_PER_ADDENDUM } from '#domain/tickets/addendum.ts'
import { type Job, jobLabel, jobOf } from '#domain/tickets/job.ts'
import { assertEditableBy, assertInWork, type Ticket } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddenda } from '#server/features/addenda/store.ts'
import { findHandOver, settleHandOver } from '#server/features/bay/store.ts'
import { getTicket, recordActivity, saveTicket } from '#server/features/tickets/store.ts'
import type { TicketImage } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { deletePhoto, insertPhotos } from './store.ts'

export type JobKey = { readonly ticketId: number; readonly jobNumber: number }

type OpenJob = { readonly ticket: Ticket; readonly job: Job }

/** The job line whose photos the actor may change now. */
export async function getOpenJob(work: UnitOfWork, { ticketId, jobNumber }: JobKey): Promise<OpenJob> {
  authorize(work, 'photo.add')
  const ticket = await getTicket(work, ticketId)
  authorize(work, 'photo.add', ticket)
  assertEditableBy(sideOf(work.actor), ticket)
  return { ticket, job: jobOf(ticket, jobNumber) }
}

/** The same, also on a completed ticket, if the actor may add to it: by which addendum, the body says. */
export async function getJobForPhotos(work: UnitOfWork, { ticketId, jobNumber }: JobKey): Promise<OpenJob> {
  const ticket = await getTicket(work, ticketId)
  if (ticket.state !== 'recorded' || !may(work.actor, 'ticket.add-addendum'))
    return getOpenJob(work, { ticketId, jobNumber })
  return { ticket, job: jobOf(ticket, jobNumber) }
}

/** Adds photos to an addendum of a completed ticket; they are kept with the job line. */
export async function addPhotosToAddendum(
  work: UnitOfWork,
  { ticketId, jobNumber }: JobKey,
  addendumId: string,
  photos: readonly Photo[],
): Promise<void> {
  authorize(work, 'ticket.add-addendum')
  const ticket = await getTicket(work, ticketId)
  const addendum = (await listAddenda(work, ticketId)).find(each => each.addendumId === addendumId)
  if (addendum === undefined) throw notFound()
  const { jobNumber: onJob } = jobOf(ticket, jobNumber)
  if (addendum.photos.length + photos.length > MAX_PHOTOS_PER_ADDENDUM)
    throw new Refusal([{ code: 'addendum.too-many-photos', most: MAX_PHOTOS_PER_ADDENDUM }])
  await insertPhotos(
    work,
    ticketId,
    onJob,
    photos.map(photo => ({ ...photo, addendumId })),
  )
  recordActivity(work, ticket, 'add-addendum', { photos: photos.length })
}

/** Adds photos to a job line from `getOpenJob`. `by`: who took them. */
export async function addPhotos(
  work: UnitOfWork,
  { ticket, job }: OpenJob,
  photos: readonly Photo[],
  by: UnitOfWork['by'] = work.by,
): Promise<void> {
  if (job.photos.length + photos.length > MAX_PHOTOS_PER_JOB) throw new Refusal([{ code: 'photo.too-many' }])
  await insertPhotos(work, ticket.ticketId, job.jobNumber, photos, { by })
  saveTicket(work, ticket, 'add-photo', { ...jobDetail(job), photos: photos.length })
}

/** Whether a hand-over's label, which is one line, ends with the name of this job line. */
const namesJob = (label: string, job: Job): boolean => {
  const [of, name] = [label, jobLabel(job)].map(text => text.replace(/\s+/g, ' '))
  return of?.endsWith(` ${name}`) ?? false
}

/** The desk adds what a phone could not: it is stored with the ticket's photos already. */
export const addHandedOverPhoto = command.bay.addHandedOverPhoto.handler(
  async ({ input, context: { work } }) => {
    const found = await findHandOver(work, input.handOverId)
    if (found === null) throw notFound()
    const { ticketId, jobNumber, label, technicianId, technician, tappedAt, settledByName, photo } = found
    if (settledByName !== null) throw new Refusal([{ code: 'hand-over.settled', name: settledByName }])
    if (photo === null || jobNumber === null) throw notFound()
    const open = await getOpenJob(work, { ticketId, jobNumber })
    // The number of a deleted line is given to the next one.
    if (!namesJob(label, open.job))
      throw new Refusal([{ code: 'hand-over.other-line', job: jobLabel(open.job) }])
    const by = { id: technicianId, name: technician }
    await addPhotos(work, open, [{ ...photo, addedAt: tappedAt }], by)
    settleHandOver(work, found, open.ticket)
    return { done: true }
  },
)

export async function deletePhotoOfJob(work: UnitOfWork, jobKey: JobKey, photoId: string): Promise<void> {
  const { ticket, job } = await getOpenJob(work, jobKey)
  if (!job.photos.some(photo => photo.photoId === photoId)) throw new Refusal([{ code: 'photo.removed' }])
  await deletePhoto(work, ticket.ticketId, photoId)
  saveTicket(work, ticket, 'remove-photo', jobDetail(job))
}

const imageUrlOf = ({ customerDetails, customerRV }: Ticket, image: TicketImage): string | null =>
  image === 'customer-image' ? customerDetails.profileImageUrl : customerRV.rvImage

async function getOpenTicket(work: UnitOfWork, ticketId: number): Promise<Ticket> {
  authorize(work, 'ticket.change-images')
  const ticket = await getTicket(work, ticketId)
  assertInWork(ticket)
  return ticket
}

/** The URL of the customer's or rig's image, which the actor may change now. */
export async function getEditableImage(
  work: UnitOfWork,
  ticketId: number,
  image: TicketImage,
): Promise<string | null> {
  return imageUrlOf(await getOpenTicket(work, ticketId), image)
}

/** Saves a new image of the customer or the rig, or none. Returns the previous URL. */
export async function saveTicketImage(
  work: UnitOfWork,
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
  saveTicket(work, changed, `change-${image}`, url === null ? { isRemoved: true } : {})
  return imageUrlOf(ticket, image)
}
