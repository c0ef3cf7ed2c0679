// What goes on a ticket's paper, and where its pictures lie. The rights are asked before anything else is said.

import { captioned, type Paper, paperKindOf, paperOf } from '#domain/documents/document.ts'
import { technicianName } from '#domain/tickets/assignment.ts'
import { rateOf } from '#domain/tickets/ticket.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { claimOf } from '#server/features/rig-claims/claim-code.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { type PicturePlace, pictureIdOf } from '#server/files/file-keys.ts'
import { notFound } from '#server/rpc/errors.ts'

export type PaperToDraw = {
  readonly paper: Paper
  /** The company's image. */
  readonly sign: PicturePlace | null
  /** With the words below each. */
  readonly photos: readonly { readonly place: PicturePlace; readonly words: string }[]
}

/** The paper of a ticket with these photos of it. NOT_FOUND where one of them is not the ticket's. */
export async function paperToDraw(
  work: Work,
  way: Parameters<typeof claimOf>[1],
  ticketId: number,
  photoIds: readonly string[],
): Promise<PaperToDraw> {
  allow(work, 'money.see')
  const ticket = await getTicket(work, ticketId)
  allow(work, 'money.see', ticket)
  const company = await getCompany(work)
  const photos = captioned(ticket.jobs).filter(({ photo }) => photoIds.includes(photo.photoId))
  if (photos.length < photoIds.length) throw notFound('This photo is not on the ticket any more.')
  const facts = {
    ...ticket,
    ...{ kind: paperKindOf(ticket.state), company, customer: ticket.customerDetails },
    technician: technicianName(ticket),
    laborRate: rateOf(ticket, company.laborRate),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    claim: await claimOf(work, way, ticket),
    timeZone: work.timeZone,
  }
  const { companyId } = work
  const signId = pictureIdOf(company.imageURL)
  return {
    paper: paperOf(facts, work.now),
    sign: signId === null ? null : { companyId, ticketId: null, pictureId: signId },
    photos: photos.map(({ photo, words }) => ({
      place: { companyId, ticketId, pictureId: photo.photoId },
      words,
    })),
  }
}
