// The link of a booking's letter. Opening it shows how the booking stands, and only the press of its button
// counts: programs that look through mail open every link.

import type * as z from 'zod'
import type { heldBooking } from '#contract/bookings.ts'
import type { Signature } from '#domain/account/actor.ts'
import { confirmUntil } from '#domain/bookings/booking.ts'
import { refuseIfAny } from '#domain/lib/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { type Company, holdCompany } from '#server/features/companies/store.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { unsealToken } from '#server/lib/signed-token.ts'
import { writeLetter } from '#server/mail/outbox.ts'
import { notFound } from '#server/rpc/errors.ts'
import { asCommand, asQuery, asVisitor, lookup, type RequestContext } from '#server/rpc/procedures.ts'
import { becomeTicket, enterCompany } from './create.ts'
import { receivedLetter } from './emails.ts'
import { type Booking, findBooking, findOpenBooking, holdBooking } from './store.ts'

const BROKEN =
  'This link is not whole. Open it from the letter once more, or copy all of it into the address bar.'

type Held = { readonly companyId: string; readonly bookingId: string }

function heldBy({ fingerprint }: RequestContext, token: string): Held {
  const held = unsealToken(fingerprint, 'booking', token)
  if (held === null) throw notFound(BROKEN)
  return { companyId: held.companyId, bookingId: held.id }
}

function standingOf(booking: Booking | null, now: Date): 'waiting' | 'confirmed' | 'gone' {
  if (booking === null) return 'gone'
  if (booking.ticketId !== null) return 'confirmed'
  return now < confirmUntil(booking) ? 'waiting' : 'gone'
}

function shown(booking: Booking | null, company: Company, now: Date): z.input<typeof heldBooking> {
  const { companyUUID, companyName, companyPhone, timeZone } = company
  const standing = standingOf(booking, now)
  return {
    standing,
    company: { companyUUID, companyName, companyPhone },
    wanted:
      booking === null || standing === 'gone'
        ? null
        : { at: booking.wantedAt, timeZone, until: confirmUntil(booking) },
    ticketId: booking?.ticketId ?? null,
  }
}

export const lookAtBooking = lookup.bookings.look.handler(({ input, context }) => {
  const { companyId, bookingId } = heldBy(context, input.token)
  return asQuery(asVisitor(context), async work => {
    const company = await enterCompany(work, companyId)
    return shown(await findBooking(work, bookingId), company, work.now)
  })
})

async function confirm(work: Work, context: RequestContext, { companyId, bookingId }: Held) {
  const company = await enterCompany(work, companyId)
  const booking = await holdBooking(work, bookingId)
  if (booking === null || standingOf(booking, work.now) !== 'waiting')
    return shown(booking, company, work.now)
  // The company is held: of two that are confirmed at once, one is the second.
  await holdCompany(work)
  if ((await findOpenBooking(work, booking.email)) !== null) refuseIfAny([{ code: 'booking.open' }])
  const ticket = await becomeTicket(work, booking, work.now)
  const link = await linkUrlFor(work, context, ticket)
  await writeLetter(work, context.post, receivedLetter(booking, { company, now: work.now }, link))
  return shown({ ...booking, ticketId: ticket.ticketId }, company, work.now)
}

/** Whoever confirms signs with the name that they booked under. */
async function signatureOf(context: RequestContext, { companyId, bookingId }: Held) {
  const booking = await asQuery(asVisitor(context), async work => {
    await enterCompany(work, companyId)
    return findBooking(work, bookingId)
  })
  return booking === null ? undefined : customerSignature(booking)
}

export const customerSignature = (customer: Pick<Booking, 'firstName' | 'lastName'>): Signature => ({
  ...{ id: 'public', name: fullName(customer) },
})

export const confirmBooking = lookup.bookings.confirm.handler(async ({ input, context }) => {
  const held = heldBy(context, input.token)
  const visitor = asVisitor(context, await signatureOf(context, held))
  const body = JSON.stringify(input)
  const { output } = await asCommand(visitor, 'bookings.confirm', body, work => confirm(work, visitor, held))
  return output
})
