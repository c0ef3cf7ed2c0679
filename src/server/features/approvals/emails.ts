// The email that asks a customer for approval. It names no price: the link verifies the customer first.

import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'

/** `url` is the ticket's link on this server, `lines` the number of job lines to approve. */
export const approvalRequestEmail = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  lines: number,
  url: string,
): Email => {
  const [companyName, companyPhone] = [company.companyName, company.companyPhone].map(toSingleLine)
  const rig = toSingleLine(rigName(customerRV))
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `${companyName} needs your approval for work on your RV`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${lines === 1 ? 'One job' : `${lines} jobs`} on your ${rig} ${lines === 1 ? 'needs' : 'need'} your approval.
See the price, then approve or decline here:
${url}

You'll need the last four digits of your phone number. Prefer to talk? Call ${companyPhone}.

${companyName}
${companyPhone}
`,
  }
}
