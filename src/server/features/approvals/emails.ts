// The letter that asks a customer for their answer. No price is in it: the link asks its question first.

import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'

/** `url` is the ticket's link with the address of this server, `lines` how many wait for an answer. */
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
    subject: `${companyName} needs your answer about your RV`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${lines === 1 ? 'one job' : `${lines} jobs`} on your ${rig} ${lines === 1 ? 'waits' : 'wait'} for your yes or no.
See what it costs, and answer here:
${url}

You are asked once for the last four digits of your phone number. We do nothing that you have not
approved. Would you rather talk about it? Call ${companyPhone}.

${companyName}
${companyPhone}
`,
  }
}
