// The emails with an invoice or a receipt, sent when the desk asks for it.

import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import {
  emailReady,
  findMailedLinkUrl,
  findOpenLinkUrl,
  type LinkMailContext,
} from '#server/features/customer-links/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { emailCustomer, type LimitedMailContext } from '#server/mail/limited-mail.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'
import { pdfName } from '#server/pdf/render-pdf.ts'
import { type BillingPdfContext, getBillingPdf, type PrintedSubject } from './billing-pdf.ts'
import type { StoredInvoice } from './store.ts'

function billingEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  document: PrintedDocument,
  url: string | null,
): Email {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const { title, number, totals } = document
  const what = title === 'Invoice' ? `invoice ${toSingleLine(number)}` : title.toLowerCase()
  const strong = totals.filter(({ isStrong }) => isStrong)
  const amounts = strong.map(({ label, value }) => `${label}: ${value}`)
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `Your ${what} from ${companyName}`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

Attached is your ${what} for your ${toSingleLine(rigName(customerRV))}.
${amounts.join('\n')}

${url === null ? '' : `See your ticket here. You'll need the last four digits of your phone number:\n${url}\n\n`}${companyName}
${companyPhone}
`,
  }
}

/**
 * Whether the customer of a finalized ticket still has to hear that their RV is ready. Where a company bills, that goes
 * with the first invoice of work after Finalize, to a customer whose link works.
 */
export async function isReadyEmailDue(
  work: UnitOfWork,
  context: LinkMailContext,
  ticket: Ticket,
  invoices: readonly Pick<StoredInvoice, 'issuedAt' | 'feeKey'>[],
): Promise<boolean> {
  if (ticket.state !== 'completed' || ticket.customerDetails.email === '') return false
  if (invoices.some(({ issuedAt, feeKey }) => feeKey === null && issuedAt >= ticket.lastTransition.at))
    return false
  return (await findOpenLinkUrl(work, context, ticket)) !== null
}

/** Throws INVALID for a ticket whose customer has no email address. */
export function assertHasEmail({ customerDetails }: Ticket): void {
  if (customerDetails.email === '')
    throw invalid({ sendByEmail: 'This customer has no email address. Add one to the ticket first.' })
}

/** Emails the customer a document of their ticket, as it is now. Over the limit it is skipped. */
export async function emailDocument(
  work: UnitOfWork,
  context: BillingPdfContext & LimitedMailContext,
  ticket: Ticket,
  subject: PrintedSubject,
): Promise<EmailOutcome> {
  const pdf = await getBillingPdf(work, context, ticket, subject)
  const url = pdf.billing.link === null ? null : await findMailedLinkUrl(work, context, ticket)
  const email = billingEmail(await getCompany(work), ticket, pdf.billing, url)
  return emailCustomer(work, context, { ...email, attachment: { fileName: `${pdfName(pdf)}.pdf`, pdf } })
}

/** Emails the customer that their RV is ready, with their invoice. */
export const emailReadyWithInvoice = async (
  work: UnitOfWork,
  context: BillingPdfContext & LimitedMailContext,
  ticket: Ticket,
  invoice: { readonly invoiceId: string },
): Promise<EmailOutcome | null> =>
  (await emailReady(work, context, ticket, await getCompany(work), async () => {
    const pdf = await getBillingPdf(work, context, ticket, invoice)
    return { fileName: `${pdfName(pdf)}.pdf`, pdf }
  })) ?? null
