// Emails to a customer about their booking. Plain text, with one thing to do in each. Until the customer has
// confirmed their email, nothing that was typed on the form is repeated: anyone can type any address.

import { bookingPaymentName } from '#domain/billing/booking-payment.ts'
import { formatAppointment } from '#domain/bookings/appointment.ts'
import { confirmUntil, formatSite } from '#domain/bookings/booking.ts'
import { formatWhen, zoneName } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { Company } from '#server/features/companies/store.ts'
import { type Email, type MailContext, senderOf, toSingleLine } from '#server/mail/outbox.ts'
import type { Booking } from './store.ts'

/** What an email needs besides the booking: the company, and the time of writing. */
type EmailContext = { readonly company: Company; readonly now: Date }

/** In one line: anyone can register a company, and its name goes into a subject line. */
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
    sender: senderOf(company),
    subject: `Confirm your booking with ${nameOf(from)}`,
    text: `You (or someone using your email) asked for an appointment with ${nameOf(from)}:
${formatTime(booking, from)}

Confirm your email to send the request. Open this page and tap Confirm Booking:
${mailContext.url()}/booking/${token}

The link works until ${until}.

If this wasn't you, ignore this email. Nothing will be booked.

${signature(from)}`,
  }
}

/** For a customer who books again while their booking is open. The form itself never reveals that there is one. */
export const alreadyBookedEmail = (booking: Booking, from: EmailContext): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `You already have a booking with ${nameOf(from)}`,
  text: `You (or someone using your email) just asked for an appointment with ${nameOf(from)}. Nothing new was
booked, because you already have a booking:
${formatTime(booking, from)}

They haven't answered it yet. To change it, call ${from.company.companyPhone}.

${signature(from)}`,
})

export const receivedEmail = (booking: Booking, from: EmailContext, link: string | null): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `${nameOf(from)} has your booking`,
  text: `Hello ${toSingleLine(booking.firstName)},

Your booking is with ${nameOf(from)}. They'll email you to confirm the time.

${formatTime(booking, from)}
${formatLocation(booking, from)}
What you wrote: ${booking.problem}
${trackingText(link)}${link === null || booking.payment === null ? '' : `\nPay your ${bookingPaymentName(booking.payment)} there to hold the appointment.\n`}
Need to change something? ${link === null ? 'Call' : 'Open the link, or call'} ${from.company.companyPhone}.

${signature(from)}`,
})

type AgreedAppointment = { readonly subject: string; readonly lead: string }

/** Both sides agree on the time. */
const agreedEmail = (
  booking: Booking,
  from: EmailContext,
  link: string | null,
  { subject, lead }: AgreedAppointment,
): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject,
  text: `Hello ${toSingleLine(booking.firstName)},

${lead}

${formatTime(booking, from)}
${formatLocation(booking, from)}
${trackingText(link)}
Need to change something? ${link === null ? 'Call' : 'Open the link, or call'} ${from.company.companyPhone}.

${signature(from)}`,
})

export const acceptedEmail = (booking: Booking, from: EmailContext, link: string | null): Email =>
  agreedEmail(booking, from, link, {
    subject: `${nameOf(from)} accepted your booking`,
    lead: `Good news: ${nameOf(from)} accepted your booking.`,
  })

/** For an appointment that the shop made, as on the phone. */
export const madeByShopEmail = (booking: Booking, from: EmailContext, link: string | null): Email =>
  agreedEmail(booking, from, link, {
    subject: `Your appointment with ${nameOf(from)}`,
    lead: `You have an appointment with ${nameOf(from)}.`,
  })

export const movedByShopEmail = (booking: Booking, from: EmailContext, link: string | null): Email =>
  agreedEmail(booking, from, link, {
    subject: `Your appointment with ${nameOf(from)} was moved`,
    lead: `${nameOf(from)} moved your appointment. It is now:`,
  })

/** `payment`: what becomes of what they paid when booking; null without it. */
export const declinedEmail = (
  booking: Booking,
  from: EmailContext,
  reason: string,
  payment: string | null,
): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `${nameOf(from)} cannot take your booking`,
  text: `Hello ${toSingleLine(booking.firstName)},

We're sorry: ${nameOf(from)} cannot take your booking for
${formatTime(booking, from)}.
${reason === '' ? '' : `\nThey wrote: ${reason}\n`}${payment === null ? '' : `\n${payment}\n`}
Call them to find another time: ${from.company.companyPhone}

${signature(from)}`,
})

/** The booking with the contact that the ticket has by now: the desk may have corrected it. */
export const addressed = (booking: Booking, { customerDetails: { email, firstName } }: Ticket): Booking => ({
  ...booking,
  email,
  firstName,
})

export const rescheduledEmail = (booking: Booking, from: EmailContext, link: string | null): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `Your appointment with ${nameOf(from)} was moved`,
  text: `Hello ${toSingleLine(booking.firstName)},

You moved your appointment with ${nameOf(from)}. It is now:

${formatTime(booking, from)}
${formatLocation(booking, from)}
${trackingText(link)}
If this wasn't you, call ${from.company.companyPhone}.

${signature(from)}`,
})

/** `held` is what the company still holds of the customer's money; `payment`: what becomes of what they paid when booking. */
export const canceledEmail = (
  booking: Booking,
  from: EmailContext,
  held: Cents,
  payment: string | null,
): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `Your appointment with ${nameOf(from)} was canceled`,
  text: `Hello ${toSingleLine(booking.firstName)},

You canceled your appointment with ${nameOf(from)}:

${formatTime(booking, from)}
${payment !== null ? `\n${payment}\n` : held === 0 ? '' : `\nThey still hold ${formatMoney(held)} of your money. Call them about the refund.\n`}
If this wasn't you, or to find another time, call ${from.company.companyPhone}.

${signature(from)}`,
})

export const reminderEmail = (booking: Booking, from: EmailContext, link: string | null): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `Tomorrow: your RV appointment with ${nameOf(from)}`,
  text: `Hello ${toSingleLine(booking.firstName)},

Your appointment with ${nameOf(from)} is tomorrow:

${formatTime(booking, from)}
${formatLocation(booking, from)}
${trackingText(link)}
Can't make it? Call ${from.company.companyPhone}.

${signature(from)}`,
})

/** `technician` is null unless it is the assigned one who set out; `time` is when they expect to arrive: `2:40 PM`. */
export const setOutEmail = (
  booking: Booking,
  from: EmailContext,
  link: string | null,
  { technician, time }: { readonly technician: string | null; readonly time: string },
): Email => ({
  recipient: booking.email,
  sender: senderOf(from.company),
  subject: `${nameOf(from)} is on the way`,
  text: `Hello ${toSingleLine(booking.firstName)},

${technician === null ? 'Your technician' : toSingleLine(technician)} is on the way, and expects to arrive about ${time}.

${formatLocation(booking, from)}
${trackingText(link)}
Not there, or no way in? Call ${from.company.companyPhone}.

${signature(from)}`,
})

/** Nothing for a ticket without a link: its phone number is too short to verify the customer. */
const trackingText = (link: string | null): string =>
  link === null
    ? ''
    : `\nFollow your RV here. You'll need the last four digits of your phone number:\n${link}\n`
