// The letters that carry a customer's link. Each says one thing and has one place to go.

import { formatDate } from '#domain/lib/company-time.ts'
import { customerReasonLabel, type Hold } from '#domain/on-hold/hold.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, toSingleLine } from '#server/mail/outbox.ts'

const footer = ({ companyName, companyPhone }: Company): string =>
  `${toSingleLine(companyName)}\n${toSingleLine(companyPhone)}\n`

/** `url` is the link with the address of this server. */
export const linkEmail = (company: Company, { customerDetails, customerRV }: Ticket, url: string): Email => ({
  recipient: customerDetails.email,
  subject: `Follow the work on your RV at ${toSingleLine(company.companyName)}`,
  text: `Hello ${toSingleLine(customerDetails.firstName)},

see at any time who works on your ${toSingleLine(rigName(customerRV))}, what was found and what comes next:
${url}

You are asked once for the last four digits of your phone number.

${footer(company)}`,
})

/** `url` is the link with the address of this server. */
export function onHoldEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  { reason, note, until }: Hold,
  url: string,
): Email {
  const rig = toSingleLine(rigName(customerRV))
  const what =
    reason === 'customer'
      ? `before the work on your ${rig} can go on, we need to hear from you.`
      : `the work on your ${rig} waits for ${customerReasonLabel(reason)}.`
  const lines = [
    ...(until === null ? [] : [`We expect it to go on by ${formatDate(until)}.`]),
    ...(note === '' ? [] : [note]),
    ...(reason === 'customer' ? ['See what it is about, and write to us:'] : ['See how far it is:']),
  ]
  return {
    recipient: customerDetails.email,
    subject:
      reason === 'customer'
        ? `${toSingleLine(company.companyName)} needs to hear from you`
        : `Your RV waits for ${customerReasonLabel(reason)}`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},\n\n${what} ${lines.join('\n')}\n${url}\n\n${footer(company)}`,
  }
}

/** `url` is the link with the address of this server. */
export const readyEmail = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  url: string,
): Email => ({
  recipient: customerDetails.email,
  subject: `Your RV is ready at ${toSingleLine(company.companyName)}`,
  text: `Hello ${toSingleLine(customerDetails.firstName)},

the work on your ${toSingleLine(rigName(customerRV))} is finished and it is ready. See what was done and what it comes to:
${url}

${footer(company)}`,
})
