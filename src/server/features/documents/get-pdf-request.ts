// The contents of a ticket's PDF. Permissions are checked first.

import type { PageSize } from '#domain/billing/settings.ts'
import { viewLineComponent } from '#domain/components/line-component.ts'
import { captionPhotos, documentKindOf, documentOf } from '#domain/documents/ticket-document.ts'
import {
  printedTechnician,
  printedTechnicians,
  qualificationsOn,
} from '#domain/tickets/names-for-customers.ts'
import { rateOf } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddenda } from '#server/features/addenda/store.ts'
import { getBillingSettings, getEstimateTerms } from '#server/features/billing/store.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { listForDocuments } from '#server/features/components/line-store.ts'
import { listQualifications } from '#server/features/employees/qualification-store.ts'
import { listFirstNameOnly } from '#server/features/employees/store.ts'
import { listPhotoLocations } from '#server/features/photos/store.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-codes.ts'
import { listSignatures } from '#server/features/signatures/store.ts'
import { getTicket, listCustomerAnswers } from '#server/features/tickets/store.ts'
import { findWalkaround } from '#server/features/walkarounds/store.ts'
import { imageIdOf } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import type { TicketPdfRequest } from '#server/pdf/render-pdf.ts'

type DocumentContext = Parameters<typeof getRigClaimCode>[1] & Parameters<typeof getEstimateTerms>[1]

/**
 * The PDF of a ticket with these photos, in the company's page size unless another is asked for. NOT_FOUND if one of
 * the photos is not the ticket's.
 */
export async function getPdfRequest(
  work: UnitOfWork,
  context: DocumentContext,
  ticketId: number,
  photoIds: readonly string[],
  asked: PageSize | null = null,
): Promise<TicketPdfRequest> {
  authorize(work, 'money.see')
  const ticket = await getTicket(work, ticketId)
  authorize(work, 'money.see', ticket)
  const company = await getCompany(work)
  const addenda = await listAddenda(work, ticketId)
  const photos = captionPhotos(ticket.jobs, addenda, work.timeZone).filter(({ photo }) =>
    photoIds.includes(photo.photoId),
  )
  if (photos.length < photoIds.length) throw notFound('This photo is no longer on the ticket.')
  // A photo that came with a booking is stored with that.
  const locations = photos.length === 0 ? null : await listPhotoLocations(work, ticketId)
  const { approvals } = await listCustomerAnswers(work, ticketId)
  const components = await listForDocuments(work, ticket)
  const laborRate = rateOf(ticket, company.laborRate)
  const [firstNameOnly, qualifications] = await Promise.all([
    listFirstNameOnly(work),
    listQualifications(work),
  ])
  const named = { ...ticket, firstNameOnly }
  const technician = printedTechnician(named)
  const jobs = ticket.jobs.map(job => ({
    ...job,
    component: viewLineComponent(job, components),
    approval: approvals.get(job.jobNumber) ?? null,
    technicians: printedTechnicians(named, job),
  }))
  const namesRead = [technician, ...jobs.flatMap(({ technicians }) => technicians)]
  const facts = {
    ...ticket,
    jobs,
    qualifications: qualificationsOn(named, namesRead, qualifications),
    kind: documentKindOf(ticket.state),
    company,
    customer: ticket.customerDetails,
    technician,
    laborRate,
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    addenda,
    walkaround: await findWalkaround(work, ticketId),
    signatures: await listSignatures(work, ticketId),
    claim: await getRigClaimCode(work, context, ticket),
    timeZone: work.timeZone,
  }
  const { companyId } = work
  const settings = await getBillingSettings(work)
  const terms = await getEstimateTerms(work, context, ticket, { settings, laborRate, money: null })
  const logoId = imageIdOf(company.imageURL)
  return {
    document: { ...documentOf(facts, work.now), terms },
    pageSize: asked ?? settings.pageSize,
    logo: logoId === null ? null : { companyId, ticketId: null, imageId: logoId },
    photos: photos.map(({ photo: { photoId }, caption }) => ({
      location: locations?.get(photoId) ?? { companyId, ticketId, imageId: photoId },
      caption,
    })),
  }
}
