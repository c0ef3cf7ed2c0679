// The emails with a customer's link. Each says one thing and has one link.

import type { InvoicedAmounts } from '#domain/billing/ledger.ts'
import { formatDate, formatDay } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import type { Message } from '#domain/messages/message.ts'
import { customerReasonLabel, type Hold } from '#domain/on-hold/hold.ts'
import type { PromisedDay } from '#domain/promised-days/promised-day.ts'
import { rigName } from '#domain/rigs/rig.ts'
import type { CloseReason } from '#domain/tickets/closing.ts'
import { type ClosedTicket, rateOf, type Ticket } from '#domain/tickets/ticket.ts'
import { totals } from '#domain/tickets/totals.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, senderOf, toSingleLine } from '#server/mail/outbox.ts'

const footer = ({ companyName, companyPhone }: Company): string =>
  `${toSingleLine(companyName)}\n${toSingleLine(companyPhone)}\n`

/** `url` is the link on this server. */
export const linkEmail = (company: Company, { customerDetails, customerRV }: Ticket, url: string): Email => ({
  recipient: customerDetails.email,
  sender: senderOf(company),
  subject: `Follow the work on your RV at ${toSingleLine(company.companyName)}`,
  text: `Hello ${toSingleLine(customerDetails.firstName)},

See anytime who is working on your ${toSingleLine(rigName(customerRV))}, what was found and what comes next:
${url}

You'll need the last four digits of your phone number.

${footer(company)}`,
})

/** `url` is the link on this server. */
export function onHoldEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  { reason, note, until }: Hold,
  url: string,
): Email {
  const rig = toSingleLine(rigName(customerRV))
  const summary =
    reason === 'customer'
      ? `We need to hear from you before work on your ${rig} can continue.`
      : `Work on your ${rig} is on hold: waiting for ${customerReasonLabel(reason)}.`
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject:
      reason === 'customer'
        ? `${toSingleLine(company.companyName)} needs to hear from you`
        : `Your RV is on hold: waiting for ${customerReasonLabel(reason)}`,
    text: holdText(company, customerDetails, summary, { reason, note, until }, url),
  }
}

/** `url` is the link on this server; `today` is the company's date. */
export function noChangeEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  hold: Hold,
  url: string,
  today: string,
): Email {
  const { reason, until } = hold
  const rig = toSingleLine(rigName(customerRV))
  const label = customerReasonLabel(reason)
  const summary =
    reason === 'customer'
      ? `We still need to hear from you before work on your ${rig} can continue.`
      : `Nothing has changed: work on your ${rig} still waits for ${label}.`
  // A day that has passed is no promise.
  const known = { ...hold, until: until !== null && until < today ? null : until }
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject:
      reason === 'customer'
        ? `${toSingleLine(company.companyName)} still needs to hear from you`
        : `No change: your RV waits for ${label}`,
    text: holdText(company, customerDetails, summary, known, url),
  }
}

/** `url` is the link on this server. */
export const movedPromiseEmail = (
  company: Company,
  { customerDetails, customerRV }: Ticket,
  { day, reason }: Pick<PromisedDay, 'day' | 'reason'>,
  url: string,
): Email => ({
  recipient: customerDetails.email,
  sender: senderOf(company),
  subject: `Your RV is now promised for ${formatDay(day)}`,
  text: `Hello ${toSingleLine(customerDetails.firstName)},

The work on your ${toSingleLine(rigName(customerRV))} is now promised to be done by ${formatDay(day)}. ${reason}
Check progress:
${url}

${footer(company)}`,
})

function holdText(
  company: Company,
  { firstName }: Ticket['customerDetails'],
  summary: string,
  { reason, note, until }: Omit<Hold, 'since'>,
  url: string,
): string {
  const lines = [
    ...(until === null ? [] : [`We expect to continue by ${formatDate(until)}.`]),
    ...(note === '' ? [] : [note]),
    ...(reason === 'customer' ? ['See the details and send us a message:'] : ['Check progress:']),
  ]
  return `Hello ${toSingleLine(firstName)},\n\n${summary} ${lines.join('\n')}\n${url}\n\n${footer(company)}`
}

/** The bill of a company that bills here: its invoice, or one that follows. */
export type ReadyBill = InvoicedAmounts | 'to-follow'

/** The amount for the subject, and what the text says of it. */
function readyAmount(company: Company, ticket: Ticket, bill: ReadyBill | null) {
  if (bill === 'to-follow') return { amount: null, sentence: ' Your invoice follows.' }
  if (bill !== null) {
    const { total, paid, due } = bill
    const rest =
      due === 0
        ? ' It is paid.'
        : ` ${paid > 0 ? `${formatMoney(paid)} is paid, and ` : ''}${formatMoney(due)} is due.`
    return { amount: formatMoney(total), sentence: ` Your invoice comes to ${formatMoney(total)}.${rest}` }
  }
  const { totalBalance } = totals(ticket, rateOf(ticket, company.laborRate))
  // A total of nothing is no amount: prices are still missing.
  if (totalBalance === 0) return { amount: null, sentence: '' }
  return { amount: formatMoney(totalBalance), sentence: ` Your total is ${formatMoney(totalBalance)}.` }
}

/** `url` is the link on this server; `bill` is null for a company that bills elsewhere. */
export function readyEmail(company: Company, ticket: Ticket, url: string, bill: ReadyBill | null): Email {
  const { customerDetails, customerRV } = ticket
  const { amount, sentence } = readyAmount(company, ticket, bill)
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `Your RV is ready at ${toSingleLine(company.companyName)}${amount === null ? '' : `: ${amount}`}`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

Work on your ${toSingleLine(rigName(customerRV))} is finished, and it's ready.${sentence} See the work:
${url}

${footer(company)}`,
  }
}

const CLOSED_SENTENCES: Readonly<Record<CloseReason, (rig: string) => string>> = {
  customer: rig => `As you asked, we canceled the work on your ${rig}.`,
  'no-show': rig => `We missed you at your appointment, so we closed the ticket for your ${rig}.`,
  duplicate: rig => `Your ${rig} had more than one ticket with us, so we closed this one.`,
  mistake: rig => `The ticket for your ${rig} was opened by mistake, so we closed it.`,
  'too-expensive': rig => `As you decided not to have the work done, we closed the ticket for your ${rig}.`,
}

/** What the desk noted beside the reason is not in it. */
export function closedEmail(
  company: Company,
  { ticketId, customerDetails, customerRV, closing }: ClosedTicket,
): Email {
  const rig = toSingleLine(rigName(customerRV))
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `${toSingleLine(company.companyName)} closed your ticket`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${CLOSED_SENTENCES[closing.reason](rig)} Your ticket number is ${ticketId}.

To find another time, or if this isn't right, call ${toSingleLine(company.companyPhone)}.

${footer(company)}`,
  }
}

/** The maximum number of messages in one email: the newest. */
const MAX_QUOTED_MESSAGES = 10

/** `url` is the link on this server. */
export function unreadMessagesEmail(
  company: Company,
  { customerDetails, customerRV }: Ticket,
  messages: readonly Pick<Message, 'authorName' | 'text'>[],
  url: string,
): Email {
  const companyName = toSingleLine(company.companyName)
  const quoted = messages.slice(-MAX_QUOTED_MESSAGES)
  const what = messages.length === 1 ? 'a new message' : `${messages.length} new messages`
  const texts = quoted.map(({ authorName, text }) => `${toSingleLine(authorName)}: ${text.trim()}`)
  return {
    recipient: customerDetails.email,
    sender: senderOf(company),
    subject: `You have ${what} about your RV from ${companyName}`,
    text: `Hello ${toSingleLine(customerDetails.firstName)},

${companyName} wrote to you about your ${toSingleLine(rigName(customerRV))}:

${texts.join('\n\n')}

${quoted.length < messages.length ? 'Read the earlier messages, and answer, here' : 'Answer here'}. You'll need the last four digits of your phone number:
${url}

${footer(company)}`,
  }
}
