// What a customer is written about their booking. Plain text, one thing to do in each. Until the mailbox
// has answered, nothing that was typed on the form goes into a letter: anybody can type anybody's address.

import { formatAppointment, zoneName } from '#domain/bookings/appointment.ts'
import { confirmUntil, formatSite } from '#domain/bookings/booking.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import type { Booking } from './store.ts'

/** What a letter is told of, besides the booking: whose it is, and when it is written. */
type EmailContext = { readonly company: Company; readonly now: Date }

/** In one line: anybody can register a company, and these letters go to whom it names. */
const nameOf = ({ company: { companyName } }: EmailContext): string => toSingleLine(companyName)

const formatTime = ({ wantedAt }: Booking, { company: { timeZone } }: EmailContext): string =>
  `${formatAppointment(wantedAt, timeZone)} (${zoneName(timeZone, wantedAt)})`

const formatLocation = (booking: Booking, { company }: EmailContext): string =>
  booking.place === 'site'
    ? `At your RV: ${formatSite(booking)}`
    : `At the shop${company.companyAddress === null ? '' : `: ${company.companyAddress}`}`

const signature = (from: EmailContext): string => `${nameOf(from)}\n${from.company.companyPhone}\n`

export function confirmEmail(
  mailContext: MailContext,
  booking: Booking,
  token: string,
  from: EmailContext,
): Email {
  const { company, now } = from
  const until = formatWhen(confirmUntil(booking), company.timeZone, now)
  return {
    recipient: booking.email,
    subject: `Confirm your booking with ${nameOf(from)}`,
    text: `Somebody asked ${nameOf(from)} for an appointment with this email address:
${formatTime(booking, from)}

It reaches the company only once you confirm that this mailbox is yours. Open this page and press Confirm Booking:
${mailContext.url()}/booking/${token}

The link works until ${until}.

Was it not you? Then do nothing, and nothing is booked.

${signature(from)}`,
  }
}

/** For whoever books again while a booking of theirs is open. The form itself tells nobody that there is one. */
export const alreadyBookedEmail = (booking: Booking, from: EmailContext): Email => ({
  recipient: booking.email,
  subject: `You already have a booking with ${nameOf(from)}`,
  text: `Somebody just asked ${nameOf(from)} for an appointment with this email address. Nothing new was
booked, because there is a booking already:
${formatTime(booking, from)}

It waits for their answer. To change it, call ${from.company.companyPhone}.

${signature(from)}`,
})

export const receivedEmail = (booking: Booking, from: EmailContext, link: string | null): Email => ({
  recipient: booking.email,
  subject: `${nameOf(from)} has your booking`,
  text: `Hello ${toSingleLine(booking.firstName)},

your booking is with ${nameOf(from)}. They look at it and write to you whether it fits.

${formatTime(booking, from)}
${formatLocation(booking, from)}
What you wrote: ${booking.problem}
${trackingText(link)}
Need to change something? Call ${from.company.companyPhone}.

${signature(from)}`,
})

export const acceptedEmail = (booking: Booking, from: EmailContext, link: string | null): Email => ({
  recipient: booking.email,
  subject: `${nameOf(from)} accepted your booking`,
  text: `Hello ${toSingleLine(booking.firstName)},

good news: ${nameOf(from)} accepted your booking.

${formatTime(booking, from)}
${formatLocation(booking, from)}
${trackingText(link)}
Need to change something? Call ${from.company.companyPhone}.

${signature(from)}`,
})

export const declinedEmail = (booking: Booking, from: EmailContext, reason: string): Email => ({
  recipient: booking.email,
  subject: `${nameOf(from)} cannot take your booking`,
  text: `Hello ${toSingleLine(booking.firstName)},

we are sorry: ${nameOf(from)} cannot take your booking for
${formatTime(booking, from)}.
${reason === '' ? '' : `\nThey wrote: ${reason}\n`}
Call them to find another way: ${from.company.companyPhone}

${signature(from)}`,
})

/** Nothing for a ticket that has no link: its phone number is too short to ask for. */
const trackingText = (link: string | null): string =>
  link === null
    ? ''
    : `\nFollow your RV here; you are asked once for the last four digits of your phone number:\n${link}\n`
