// What is printed of a ticket's money. Permissions are checked by the caller.

import { may } from '#domain/account/permission.ts'
import { FORMER_PAYER, type Payer, payerOf } from '#domain/billing/issued-document.ts'
import { withoutVoided } from '#domain/billing/ledger.ts'
import {
  type PrintContext,
  type PrintedDocument,
  printCreditNote,
  printInvoice,
  printReceipt,
} from '#domain/billing/printed-document.ts'
import type { PageSize } from '#domain/billing/settings.ts'
import { isFormerCustomer } from '#domain/customers/customer.ts'
import { customerNames } from '#domain/tickets/names-for-customers.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { ExternalServices } from '#server/config/external-services.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getCompany } from '#server/features/companies/store.ts'
import { findOpenLinkUrl, type LinkMailContext } from '#server/features/customer-links/store.ts'
import { listFirstNameOnly } from '#server/features/employees/store.ts'
import { getRigClaimCode } from '#server/features/rig-claims/claim-codes.ts'
import { listSignatures } from '#server/features/signatures/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { imageIdOf } from '#server/files/file-keys.ts'
import { notFound } from '#server/lib/api-errors.ts'
import type { BillingPdfRequest } from '#server/pdf/render-pdf.ts'
import { canTakeCards, getBillingSettings, listEntries, listInvoices } from './store.ts'

export type BillingPdfContext = LinkMailContext & {
  readonly externalServices: Pick<ExternalServices, 'cards'>
}

/** An invoice or a credit note, or the receipt of an entry. */
export type PrintedSubject = { readonly invoiceId: string } | { readonly entryId: string }

async function getClaim(
  work: UnitOfWork,
  context: BillingPdfContext,
  ticket: Ticket,
): Promise<PrintContext['claim']> {
  const claim = await getRigClaimCode(work, context, ticket, ['completed', 'recorded'])
  return claim && { ...claim, isCompleted: ticket.state === 'recorded' }
}

const getCustomerNames = async (work: UnitOfWork, ticket: Ticket) =>
  customerNames({ ...ticket, firstNameOnly: await listFirstNameOnly(work) })

async function getPrintContext(
  work: UnitOfWork,
  mail: BillingPdfContext,
  ticket: Ticket,
): Promise<PrintContext> {
  return {
    ticketId: ticket.ticketId,
    timeZone: work.timeZone,
    url: await findOpenLinkUrl(work, mail, ticket),
    isPayable: await canTakeCards(work, mail.externalServices.cards),
    claim: await getClaim(work, mail, ticket),
    signatures: await listSignatures(work, ticket.ticketId),
    nameOf: await getCustomerNames(work, ticket),
  }
}

async function printSubject(
  work: UnitOfWork,
  ticket: Ticket,
  subject: PrintedSubject,
  context: PrintContext,
): Promise<PrintedDocument> {
  const invoices = await listInvoices(work, ticket.ticketId)
  const entries = await listEntries(work, ticket.ticketId)
  const isPayerHidden = isFormerCustomer(ticket.customerDetails) && !may(work.actor, 'company.see-details')
  const shown = (payer: Payer): Payer => (isPayerHidden ? FORMER_PAYER : payer)
  if ('entryId' in subject) {
    const index = entries.findIndex(({ entryId }) => entryId === subject.entryId)
    const entry = entries[index]
    // What the payment service did has no receipt.
    if (entry === undefined || entry.cause !== null) throw notFound()
    if (work.actor.kind === 'customer' && !withoutVoided(entries).includes(entry)) throw notFound()
    const invoice = invoices.find(({ invoiceId }) => invoiceId === entry.invoiceId)
    const { vin, make, model, year } = ticket.customerRV
    const now = {
      seller: await getCompany(work),
      payer: payerOf(ticket.customerDetails),
      rig: { vin, make, model, year },
    }
    const { seller: company, payer, rig } = invoice?.document ?? now
    const invoiceNumber = invoice?.number ?? null
    return printReceipt(
      { company, payer: shown(payer), rig, invoices, entries, index, invoiceNumber },
      context,
    )
  }
  for (const invoice of invoices) {
    const payer = shown(invoice.document.payer)
    if (invoice.invoiceId === subject.invoiceId)
      return printInvoice(invoice, payer, { invoices, entries: withoutVoided(entries) }, context)
    const note = invoice.creditNotes.find(({ invoiceId }) => invoiceId === subject.invoiceId)
    if (note !== undefined) return printCreditNote(note, invoice, payer, context)
  }
  throw notFound()
}

/**
 * The PDF of an invoice, credit note or receipt of the ticket, in the company's page size unless another is asked for.
 * NOT_FOUND if it is not the ticket's.
 */
export async function getBillingPdf(
  work: UnitOfWork,
  mail: BillingPdfContext,
  ticket: Ticket,
  subject: PrintedSubject,
  asked: PageSize | null = null,
): Promise<BillingPdfRequest> {
  const context = await getPrintContext(work, mail, ticket)
  return toRequest(work, await printSubject(work, ticket, subject, context), asked)
}

/** The PDF as a company files it: it opens nothing. */
export async function getFiledPdf(
  work: UnitOfWork,
  id: number,
  invoiceId: string,
): Promise<BillingPdfRequest> {
  const ticket = await getTicket(work, id)
  const { timeZone } = work
  const nameOf = await getCustomerNames(work, ticket)
  const signatures = await listSignatures(work, id)
  const context = { ticketId: id, timeZone, url: null, isPayable: false, claim: null, signatures, nameOf }
  return toRequest(work, await printSubject(work, ticket, { invoiceId }, context), null)
}

async function toRequest(
  work: UnitOfWork,
  billing: PrintedDocument,
  asked: PageSize | null,
): Promise<BillingPdfRequest> {
  const { companyId } = work
  const pageSize = asked ?? (await getBillingSettings(work)).pageSize
  const imageId = imageIdOf((await getCompany(work)).imageURL)
  return { billing, logo: imageId === null ? null : { companyId, ticketId: null, imageId }, pageSize }
}
