// Emails about founders' actions: to a company that was approved, suspended or restored, to an RV owner whose claim was
// ended or whose VIN was corrected, and to a customer whose review was removed or restored.

import { dayOf, formatDate } from '#domain/lib/company-time.ts'
import { endSentence } from '#domain/platform-admin/admin-sentences.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'
import type { VisitClaim } from './claim-store.ts'

/** A paragraph with the address at which people write to the founders; none without it. */
const contactText = (contactEmail: string | null, sentence: (address: string) => string): string =>
  contactEmail === null ? '' : `\n${sentence(contactEmail)}\n`

/** `url` is the product's address. */
export const approvedEmail = ({ companyName, email }: Company, url: string): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} is approved at Rigwright`,
  text: `The founders of Rigwright have approved ${toSingleLine(companyName)}. It is no longer marked as pending.

Log in here:
${url}/login
`,
})

export const suspendedEmail = (
  { companyName, email }: Company,
  reason: string,
  contactEmail: string | null,
): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} is suspended at Rigwright`,
  text: `${toSingleLine(companyName)} is suspended at Rigwright: ${endSentence(toSingleLine(reason))}

Until it is restored, it isn't in the public list, customers can't book with it, and its staff can't log in.
Nothing is deleted. Your customers' links and the work histories of their rigs stay available.
${contactText(contactEmail, address => `To resolve this, write to the founders: ${address}`)}`,
})

/** `url` is where the company's staff log in. */
export const restoredEmail = ({ companyName, email }: Company, reason: string, url: string): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} is restored at Rigwright`,
  text: `${toSingleLine(companyName)} is restored at Rigwright: ${endSentence(toSingleLine(reason))}

It is in the public list again, with everything as it was. Log in here:
${url}
`,
})

export const deletedCompanyEmail = ({ companyName, email }: Company, contactEmail: string | null): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} was deleted from Rigwright`,
  text: `${toSingleLine(companyName)} was deleted from Rigwright, with its accounts, tickets, messages, prices and customers’ details.

The work it completed stays in the work histories of the rigs, under its name.
${contactText(contactEmail, address => `If you have questions, write to the founders: ${address}`)}`,
})

/** To the customer of a ticket that ended with its company. */
export const endedTicketEmail = (
  { email, firstName }: { readonly email: string; readonly firstName: string },
  { companyName, companyPhone }: Company,
): Email => ({
  recipient: email,
  subject: `Your ticket at ${toSingleLine(companyName)} has ended`,
  text: `Hello ${toSingleLine(firstName)},

${toSingleLine(companyName)} is no longer on Rigwright. Your ticket and its page are gone, and no appointment stands.

About your RV, call ${toSingleLine(companyName)}: ${companyPhone}
`,
})

/** To the rig's holder until now. It does not say who holds the rig next, or who asked. */
export const claimEndedEmail = (
  recipient: string,
  vin: string,
  reason: string,
  contactEmail: string | null,
): Email => ({
  recipient,
  subject: 'Your claim of a rig has ended',
  text: `Hello,

The founders of Rigwright have ended your claim of the RV with VIN ${vin}: ${endSentence(toSingleLine(reason))}

It is no longer on your list. Your buyer links, your transfer code and what you wrote on its visits are gone, and the
codes on its invoices no longer work for you.

If the RV is yours, its current owner can give you a transfer code.
${contactText(contactEmail, address => `If this is wrong, write to the founders and show them that the RV is yours: ${address}`)}`,
})

type VinCorrection = {
  readonly vin: string
  readonly newVin: string
  readonly reason: string
  readonly url: string
  readonly contactEmail: string | null
}

/** How the claim of the old VIN stands after the correction. */
function claimParagraphs(
  { isByVisit, openedFrom }: VisitClaim,
  companyName: string,
  correction: VinCorrection,
) {
  const { vin, newVin, url } = correction
  if (!isByVisit)
    return `The visit is no longer in the work history of ${vin}. Your claim of ${vin} stays, and is ${
      openedFrom === null
        ? 'confirmed: you see its whole history.'
        : 'unconfirmed: you see full details from one visit on.'
    }`
  return `Your claim of ${vin} has ended, and so have your buyer links and your transfer code: they were for the wrong VIN.

If the RV with VIN ${newVin} is yours, claim it again:
${url}

You need the visit's new code, which changed with the VIN. It is on your ticket page and on the current invoice: open the
link that ${companyName} gave you, or ask them for the invoice.`
}

const disputeParagraph = ({ hasDispute }: VisitClaim, { newVin }: VinCorrection): string =>
  hasDispute
    ? `\nYour dispute of the visit went with it to ${newVin}. The shop and the founders still see it, without your name.\n`
    : ''

/**
 * To an owner who claimed a rig with an invoice whose VIN was mistyped, or wrote on that visit. `url` is where rigs are
 * claimed.
 */
export const claimCorrectedEmail = (
  claim: VisitClaim,
  company: Company,
  correction: VinCorrection,
): Email => {
  const { vin, newVin, reason, contactEmail } = correction
  const companyName = toSingleLine(company.companyName)
  return {
    recipient: claim.email,
    subject: 'The VIN of your rig was corrected',
    text: `Hello,

The founders of Rigwright have corrected the VIN of your visit to ${companyName}${claim.isByVisit ? ', whose code you used to claim your RV' : ''}.
It was ${vin} and is now ${newVin}: ${endSentence(toSingleLine(reason))}

The visit is now in the work history of ${newVin}.

${claimParagraphs(claim, companyName, correction)}
${disputeParagraph(claim, correction)}${contactText(contactEmail, address => `If this is wrong, write to the founders: ${address}`)}`,
  }
}

/** Only a recorded visit can be reviewed. */
function reviewLabel({ companyName, timeZone }: Company, ticket: Ticket): string {
  const day = ticket.state === 'recorded' ? `${formatDate(dayOf(ticket.completedTimestamp, timeZone))} ` : ''
  return `your review of your ${day}visit to ${toSingleLine(companyName)}`
}

export const removedReviewEmail = (
  company: Company,
  ticket: Ticket,
  reason: string,
  contactEmail: string | null,
): Email => ({
  recipient: ticket.customerDetails.email,
  subject: `Your review of ${toSingleLine(company.companyName)} was removed`,
  text: `Hello ${toSingleLine(ticket.customerDetails.firstName)},

Rigwright removed ${reviewLabel(company, ticket)}: ${endSentence(toSingleLine(reason))}

It is no longer shown or counted. ${toSingleLine(company.companyName)} cannot remove a review; only the founders of
Rigwright can, and they have to give a reason. Nothing else about your visit has changed.
${contactText(contactEmail, address => `If this is a mistake, write to the founders. They can restore it: ${address}`)}`,
})

export const restoredReviewEmail = (company: Company, ticket: Ticket, reason: string): Email => ({
  recipient: ticket.customerDetails.email,
  subject: `Your review of ${toSingleLine(company.companyName)} is shown again`,
  text: `Hello ${toSingleLine(ticket.customerDetails.firstName)},

Rigwright restored ${reviewLabel(company, ticket)}: ${endSentence(toSingleLine(reason))}

It is shown and counted again, exactly as you wrote it.
`,
})
