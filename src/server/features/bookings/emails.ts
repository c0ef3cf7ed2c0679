// What a customer is written about their booking. Plain text, one thing to do in each. Until the mailbox
// has answered, nothing that was typed on the form goes into a letter: anybody can type anybody's address.

import { printAppointment, zoneName } from '#domain/bookings/appointment.ts'
import { confirmUntil, printSite } from '#domain/bookings/booking.ts'
import { printWhen } from '#domain/lib/company-time.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Letter, oneLine, type Post } from '#server/mail/outbox.ts'
import type { Booking } from './store.ts'

/** What a letter is told of, besides the booking: whose it is, and when it is written. */
type From = { readonly company: Company; readonly now: Date }

/** In one line: anybody can register a company, and these letters go to whom it names. */
const nameOf = ({ company: { companyName } }: From): string => oneLine(companyName)

const whenOf = ({ wantedAt }: Booking, { company: { timeZone } }: From): string =>
  `${printAppointment(wantedAt, timeZone)} (${zoneName(timeZone, wantedAt)})`

const whereOf = (booking: Booking, { company }: From): string =>
  booking.place === 'site'
    ? `At your RV: ${printSite(booking)}`
    : `At the shop${company.companyAddress === null ? '' : `: ${company.companyAddress}`}`

const signed = (from: From): string => `${nameOf(from)}\n${from.company.companyPhone}\n`

export function confirmLetter(post: Post, booking: Booking, token: string, from: From): Letter {
  const { company, now } = from
  const until = printWhen(confirmUntil(booking), company.timeZone, now)
  return {
    recipient: booking.email,
    subject: `Confirm your booking with ${nameOf(from)}`,
    text: `Somebody asked ${nameOf(from)} for an appointment with this email address:
${whenOf(booking, from)}

It reaches the company only once you confirm that this mailbox is yours. Open this page and press Confirm Booking:
${post.url()}/booking/${token}

The link works until ${until}.

Was it not you? Then do nothing, and nothing is booked.

${signed(from)}`,
  }
}

/** For whoever books again while a booking of theirs is open. The form itself tells nobody that there is one. */
export const alreadyLetter = (booking: Booking, from: From): Letter => ({
  recipient: booking.email,
  subject: `You already have a booking with ${nameOf(from)}`,
  text: `Somebody just asked ${nameOf(from)} for an appointment with this email address. Nothing new was
booked, because there is a booking already:
${whenOf(booking, from)}

It waits for their answer. To change it, call ${from.company.companyPhone}.

${signed(from)}`,
})

export const receivedLetter = (booking: Booking, from: From, link: string | null): Letter => ({
  recipient: booking.email,
  subject: `${nameOf(from)} has your booking`,
  text: `Hello ${oneLine(booking.firstName)},

your booking is with ${nameOf(from)}. They look at it and write to you whether it fits.

${whenOf(booking, from)}
${whereOf(booking, from)}
What you wrote: ${booking.problem}
${followed(link)}
Need to change something? Call ${from.company.companyPhone}.

${signed(from)}`,
})

export const acceptedLetter = (booking: Booking, from: From, link: string | null): Letter => ({
  recipient: booking.email,
  subject: `${nameOf(from)} accepted your booking`,
  text: `Hello ${oneLine(booking.firstName)},

good news: ${nameOf(from)} accepted your booking.

${whenOf(booking, from)}
${whereOf(booking, from)}
${followed(link)}
Need to change something? Call ${from.company.companyPhone}.

${signed(from)}`,
})

export const declinedLetter = (booking: Booking, from: From, reason: string): Letter => ({
  recipient: booking.email,
  subject: `${nameOf(from)} cannot take your booking`,
  text: `Hello ${oneLine(booking.firstName)},

we are sorry: ${nameOf(from)} cannot take your booking for
${whenOf(booking, from)}.
${reason === '' ? '' : `\nThey wrote: ${reason}\n`}
Call them to find another way: ${from.company.companyPhone}

${signed(from)}`,
})

/** Nothing for a ticket that has no link: its phone number is too short to ask for. */
const followed = (link: string | null): string =>
  link === null
    ? ''
    : `\nFollow your RV here; you are asked once for the last four digits of your phone number:\n${link}\n`
