import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { REVIEW_ANCHOR } from '#domain/reviews/review-request.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { RecordedTicket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'

/** Asks the customer of a completed visit for a review. `url` is their link on this server. */
export function reviewRequestEmail(
  company: Company,
  { customerDetails, customerRV, completedTimestamp }: RecordedTicket,
  url: string,
): Email {
  const companyName = toSingleLine(company.companyName)
  const day = formatDate(dayOf(completedTimestamp, company.timeZone))
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `How was ${companyName}?`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${companyName} completed the work on your ${toSingleLine(rigName(customerRV))} on ${day}. How was it? Your review helps other RV
owners, good or bad:
${url}#${REVIEW_ANCHOR}

You'll need the last four digits of your phone number. Your review is public, without your name. We ask only once
about each visit.

${companyName}
${toSingleLine(company.companyPhone)}
`,
  }
}
