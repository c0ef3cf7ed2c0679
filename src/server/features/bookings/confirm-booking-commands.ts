// The link in a booking's email. Opening it only shows the booking's state, and the button confirms it: mail scanners
// open every link.

import type * as z from 'zod'
import type { bookingPreview } from '#contract/bookings.ts'
import type { Signature } from '#domain/account/actor.ts'
import { confirmUntil } from '#domain/bookings/booking.ts'
import { assertNoBlockers } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, lockCompany } from '#server/features/companies/store.ts'
import { linkUrlFor, mailedLinkUrlFor } from '#server/features/customer-links/store.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { verifyToken } from '#server/lib/signed-token.ts'
import { enqueueEmail } from '#server/mail/outbox.ts'
import { asAnonymous, procedure, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { enterCompany, receiveBooking } from './create-booking.ts'
import { receivedEmail } from './emails.ts'
import { findConflict } from './rules-store.ts'
import { type Booking, findBooking, findOpenBooking, lockBooking } from './store.ts'

const INVALID_LINK =
  'This link is incomplete. Open it from the email again, or copy all of it into the address bar.'

type BookingKey = { readonly companyId: string; readonly bookingId: string }

function parseBookingToken({ keyedHash }: RequestContext, token: string): BookingKey {
  const subject = verifyToken(keyedHash, 'booking', token)
  if (subject === null) throw notFound(INVALID_LINK)
  return { companyId: subject.companyId, bookingId: subject.id }
}

function bookingStatus(booking: Booking | null, now: Date): 'unconfirmed' | 'confirmed' | 'expired' {
  if (booking === null) return 'expired'
  if (booking.ticketId !== null) return 'confirmed'
  return now < confirmUntil(booking) ? 'unconfirmed' : 'expired'
}

type BookingPreview = z.input<typeof bookingPreview>

function toPreview(
  booking: Booking | null,
  company: Company,
  status: BookingPreview['status'],
  payPath: string | null = null,
): BookingPreview {
  const { companyUUID, companyName, companyPhone, timeZone } = company
  return {
    status,
    company: { companyUUID, companyName, companyPhone },
    wanted:
      booking === null || status === 'expired'
        ? null
        : { at: booking.wantedAt, timeZone, until: confirmUntil(booking) },
    ticketId: booking?.ticketId ?? null,
    payPath,
  }
}

export const previewBooking = procedure.bookings.preview.handler(({ input, context }) => {
  const { companyId, bookingId } = parseBookingToken(context, input.token)
  return runQuery(asAnonymous(context, { companyId }), async work => {
    const company = await enterCompany(work, companyId)
    const booking = await findBooking(work, bookingId)
    const status = bookingStatus(booking, work.now)
    const isTaken =
      booking !== null && status === 'unconfirmed' && (await findConflict(work, booking, company)) !== null
    return toPreview(booking, company, isTaken ? 'taken' : status)
  })
})

async function confirmWithin(
  work: UnitOfWork,
  context: RequestContext,
  { companyId, bookingId }: BookingKey,
) {
  const entered = await enterCompany(work, companyId)
  const booking = await lockBooking(work, bookingId)
  const status = bookingStatus(booking, work.now)
  if (booking === null || status !== 'unconfirmed') return toPreview(booking, entered, status)
  // Of two concurrent confirmations, one is second.
  const company = await lockCompany(work)
  if ((await findOpenBooking(work, booking.email)) !== null) assertNoBlockers([{ code: 'booking.open' }])
  if ((await findConflict(work, booking, company)) !== null) return toPreview(booking, company, 'taken')
  const ticket = await receiveBooking(work, company, booking, work.now)
  const link = await mailedLinkUrlFor(work, context, ticket)
  await enqueueEmail(work, context.mailContext, receivedEmail(booking, { company, now: work.now }, link))
  const url = booking.payment === null ? null : await linkUrlFor(work, context, ticket)
  const payPath = url?.slice(context.mailContext.url().length) ?? null
  return toPreview({ ...booking, ticketId: ticket.ticketId }, company, 'confirmed', payPath)
}

/** The signature is the name on the booking. */
async function findSignature(context: RequestContext, { companyId, bookingId }: BookingKey) {
  const booking = await runQuery(asAnonymous(context, { companyId }), async work => {
    await enterCompany(work, companyId)
    return findBooking(work, bookingId)
  })
  return booking === null ? undefined : customerSignature(booking)
}

export const customerSignature = (customer: Pick<Booking, 'firstName' | 'lastName'>): Signature => ({
  id: 'public',
  name: fullName(customer),
})

export const confirmBooking = procedure.bookings.confirm.handler(async ({ input, context }) => {
  const bookingKey = parseBookingToken(context, input.token)
  const { companyId } = bookingKey
  const visitor = asAnonymous(context, { by: await findSignature(context, bookingKey), companyId })
  const body = JSON.stringify(input)
  const { output } = await runCommand(visitor, 'bookings.confirm', body, work =>
    confirmWithin(work, visitor, bookingKey),
  )
  return output
})
