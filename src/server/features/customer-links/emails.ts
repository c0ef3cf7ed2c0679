// The letters that carry a customer's link. Each says one thing and has one place to go.

import { printDate } from '#domain/lib/company-time.ts'
import { reasonForCustomer, type Waiting } from '#domain/on-hold/hold.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Letter, oneLine } from '#server/mail/outbox.ts'

const foot = ({ companyName, companyPhone }: Company): string =>
  `${oneLine(companyName)}\n${oneLine(companyPhone)}\n`

/** `url` is the link with the address of this server. */
export const linkLetter = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  url: string,
): Letter => ({
  recipient: customerDetails.email,
  subject: `Follow the work on your RV at ${oneLine(company.companyName)}`,
  text: `Hello ${oneLine(customerDetails.firstName)},

see at any time who works on your ${oneLine(rigName(customerRV))}, what was found and what comes next:
${url}

You are asked once for the last four digits of your phone number.

${foot(company)}`,
})

/** `url` is the link with the address of this server. */
export function waitingLetter(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  { reason, note, until }: Waiting,
  url: string,
): Letter {
  const rig = oneLine(rigName(customerRV))
  const what =
    reason === 'customer'
      ? `before the work on your ${rig} can go on, we need to hear from you.`
      : `the work on your ${rig} waits for ${reasonForCustomer(reason)}.`
  const lines = [
    ...(until === null ? [] : [`We expect it to go on by ${printDate(until)}.`]),
    ...(note === '' ? [] : [note]),
    ...(reason === 'customer' ? ['See what it is about, and write to us:'] : ['See how far it is:']),
  ]
  return {
    recipient: customerDetails.email,
    subject:
      reason === 'customer'
        ? `${oneLine(company.companyName)} needs to hear from you`
        : `Your RV waits for ${reasonForCustomer(reason)}`,
    text: `Hello ${oneLine(customerDetails.firstName)},\n\n${what} ${lines.join('\n')}\n${url}\n\n${foot(company)}`,
  }
}

/** `url` is the link with the address of this server. */
export const readyLetter = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  url: string,
): Letter => ({
  recipient: customerDetails.email,
  subject: `Your RV is ready at ${oneLine(company.companyName)}`,
  text: `Hello ${oneLine(customerDetails.firstName)},

the work on your ${oneLine(rigName(customerRV))} is finished and it is ready. See what was done and what it comes to:
${url}

${foot(company)}`,
})
