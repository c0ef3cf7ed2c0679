// The emails with an invoice or a receipt, sent when the desk asks for it.

import type { PrintedDocument } from '#domain/billing/printed-document.ts'
import type { EmailOutcome } from '#domain/mail/email-outcome.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { emailCustomer, type LimitedMailContext } from '#server/mail/limited-mail.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'
import { pdfName } from '#server/pdf/render-pdf.ts'
import { type BillingPdfContext, getBillingPdf, type PrintedSubject } from './billing-pdf.ts'

function billingEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  document: PrintedDocument,
): Email {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const { title, number, totals, link } = document
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

${link === null ? '' : `See your ticket here. You'll need the last four digits of your phone number:\n${link.url}\n\n`}${companyName}
${companyPhone}
`,
  }
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
  const email = billingEmail(await getCompany(work), ticket, pdf.billing)
  return emailCustomer(work, context, { ...email, attachment: { fileName: `${pdfName(pdf)}.pdf`, pdf } })
}
