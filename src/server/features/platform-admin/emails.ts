// What a company is written when founders suspend or restore it, whoever held a rig when they end that or correct its
// VIN, and a customer when their review is removed or restored.

import { endSentence } from '#domain/platform-admin/audit.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'

export const suspendedEmail = ({ companyName, email }: Company, reason: string): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} is suspended at Rigwright`,
  text: `${toSingleLine(companyName)} is suspended at Rigwright: ${endSentence(toSingleLine(reason))}

Until it is restored, it is not in the public list, nobody can book with it, and nobody of it can sign in.
Nothing is deleted. The links of your customers stay open, and so do the work histories of their rigs.

To sort this out, write to the founders.
`,
})

/** `url` is where people of the company sign in. */
export const restoredEmail = ({ companyName, email }: Company, reason: string, url: string): Email => ({
  recipient: email,
  subject: `${toSingleLine(companyName)} is restored at Rigwright`,
  text: `${toSingleLine(companyName)} is restored at Rigwright: ${endSentence(toSingleLine(reason))}

It is in the public list again, with everything as it was. Sign in here:
${url}
`,
})

/** To whoever held the rig. Nothing in it says who holds it next, or who asked. */
export const claimEndedEmail = (recipient: string, vin: string, reason: string): Email => ({
  recipient,
  subject: 'Your claim of a rig has ended',
  text: `Hello,

the founders of Rigwright have ended your claim of the RV with the VIN ${vin}: ${endSentence(toSingleLine(reason))}

It is no longer on your list. Your links for buyers, your transfer code and what you wrote on its visits have ended with
it, and no code of its papers claims it for you again.

If this is wrong, write to the founders and show them that the RV is yours. Whoever holds it can also give you a transfer
code.
`,
})

type VinCorrection = {
  readonly vin: string
  readonly newVin: string
  readonly reason: string
  readonly url: string
}

/** To whoever held a rig by a paper whose VIN was typed wrong. `url` is where rigs are claimed. */
export const claimCorrectedEmail = (
  recipient: string,
  { companyName }: Company,
  { vin, newVin, reason, url }: VinCorrection,
): Email => ({
  recipient,
  subject: 'The VIN of your rig was corrected',
  text: `Hello,

the founders of Rigwright have corrected the VIN of the visit at ${toSingleLine(companyName)} by whose paper you claimed your RV.
It was ${vin} and is ${newVin} now: ${endSentence(toSingleLine(reason))}

The visit stands in the work history of ${newVin}. Your claim of ${vin} has ended, and with it your links for buyers and your
transfer code: none of them was for the right RV.

If the RV with the VIN ${newVin} is yours, claim it again:
${url}

You need the code of that visit, which is another one with the right VIN. It stands on the page of the visit and on its
paper, as they are now: open the link that ${toSingleLine(companyName)} gave you, or ask them for the paper.

If this is wrong, write to the founders.
`,
})

const reviewSubject = ({ companyName }: Company, { customerRV }: Ticket): string =>
  `your review of the visit of your ${toSingleLine(rigName(customerRV))} at ${toSingleLine(companyName)}`

export const removedReviewEmail = (company: Company, ticket: Ticket, reason: string): Email => ({
  recipient: ticket.customerDetails.email,
  subject: `Your review of ${toSingleLine(company.companyName)} was removed`,
  text: `Hello ${toSingleLine(ticket.customerDetails.firstName)},

Rigwright removed ${reviewSubject(company, ticket)}: ${endSentence(toSingleLine(reason))}

It is neither shown nor counted any more. ${toSingleLine(company.companyName)} cannot remove a review; only the founders of
Rigwright can, and they say why. Nothing else about your visit has changed.

If this is a mistake, write to the founders: they can restore it.
`,
})

export const restoredReviewEmail = (company: Company, ticket: Ticket, reason: string): Email => ({
  recipient: ticket.customerDetails.email,
  subject: `Your review of ${toSingleLine(company.companyName)} is shown again`,
  text: `Hello ${toSingleLine(ticket.customerDetails.firstName)},

Rigwright restored ${reviewSubject(company, ticket)}: ${endSentence(toSingleLine(reason))}

It is shown and counts again, just as you wrote it.
`,
})
