// Booking over HTTP: one form with photos, without an account. Text fields are validated before any image is
// processed.

import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { bookingResult, newBooking } from '#contract/bookings.ts'
import { strictInput } from '#contract/procedure/strict-inputs.ts'
import { bookingRoutes as declared } from '#contract/routes/bookings.ts'
import { formatSite, MAX_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { NO_RULES } from '#domain/bookings/booking-rules.ts'
import { calendarFile, methodOf } from '#domain/bookings/calendar-file.ts'
import { wasNeverAccepted } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { asCustomer, linkedTicketOf } from '#server/features/customer-links/middleware.ts'
import { linkUrlFor } from '#server/features/customer-links/store.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { addRoute, type FileRouteContext } from '#server/http/uploads/file-route-context.ts'
import { readUpload } from '#server/http/uploads/multipart.ts'
import { invalid, invalidBy, notFound } from '#server/lib/api-errors.ts'
import { toSingleLine } from '#server/mail/outbox.ts'
import { rateLimitSubjectsOf } from '#server/rate-limits/rate-limiter.ts'
import { asAnonymous, runCommand, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { customerSignature } from './confirm-booking-commands.ts'
import {
  createBooking,
  enterCompany,
  type NewBooking,
  requestErrors,
  validateRequest,
} from './create-booking.ts'
import { getRulesOn } from './rules-store.ts'
import { findBookingOfTicket, NO_APPOINTMENT } from './store.ts'

const bookingInput = strictInput(newBooking)

/** The problem alone may have 2,000 characters of four bytes each. */
const MAX_BOOKING_BYTES = 24_000

const UPLOAD_FORM = {
  field: 'photos',
  textFields: ['booking'],
  max: MAX_BOOKING_PHOTOS,
  isOptional: true,
  maxFieldBytes: MAX_BOOKING_BYTES,
  action: 'booking',
} as const

/** What can be checked of a booking that has other problems. */
const checkable = z.object({
  wanted: newBooking.shape.wanted.optional().catch(undefined),
  customerRV: newBooking.shape.customerRV.optional().catch(undefined),
})

/** Throws INVALID with all problems. */
function parseBooking(text: string | undefined, company: Company, now: Date): NewBooking {
  let typed: unknown
  try {
    typed = JSON.parse(text ?? '')
  } catch {
    throw invalid({ booking: 'Send the booking as JSON.' })
  }
  const checked = bookingInput.safeParse(typed)
  if (!checked.success) {
    const { data = {} } = checkable.safeParse(typed)
    throw invalidBy(checked.error.issues, requestErrors(data, company, NO_RULES, now))
  }
  validateRequest(checked.data, company, NO_RULES, now)
  return checked.data
}

/** Throws INVALID if the company does not offer the requested time. */
async function assertOffered(work: UnitOfWork, request: NewBooking, companyId: string): Promise<void> {
  const company = await enterCompany(work, companyId)
  validateRequest(request, company, await getRulesOn(work, request.wanted.day, company), work.now)
}

export function bookingRoutes({ contextFor, imageProcessor, fileJournal }: FileRouteContext) {
  const routes = new Hono()

  addRoute(routes, contextFor, declared.book, async (c, sender, { companyId }) => {
    const context = asAnonymous(sender, { companyId })
    const { rateLimiter, execution } = context
    const company = await runQuery(context, work => enterCompany(work, companyId))
    /** A form with problems is corrected and sent again: it counts as no booking. */
    const parseOrRefund = async (booking: string | undefined): Promise<NewBooking> => {
      try {
        const request = parseBooking(booking, company, execution.now)
        // Before the photos are read; the transaction that books decides.
        await runQuery(context, work => assertOffered(work, request, companyId))
        return request
      } catch (error) {
        await rateLimiter.refund('booking', rateLimitSubjectsOf(execution.actor, context.address))
        throw error
      }
    }
    const upload = await readUpload(context, c.req.raw, imageProcessor, {
      ...UPLOAD_FORM,
      validateFields: async ({ booking }) => {
        const request = await parseOrRefund(booking)
        await rateLimiter.consume('booking', { email: request.customerDetails.email })
      },
    })
    const request = parseBooking(upload.fields.booking, company, execution.now)
    const bookingId = randomUUID()
    const newImages = upload.images.map(image => ({
      location: { companyId, ticketId: null, bookingId, imageId: randomUUID() },
      image,
    }))
    const photos = newImages.map(({ location, image: { width, height } }) => ({
      photoId: location.imageId,
      width,
      height,
    }))
    const visitor = asAnonymous(context, { by: customerSignature(request.customerDetails), companyId })
    const locations = newImages.map(({ location }) => location)
    const { output } = await fileJournal.withFileJournal(locations, async () => {
      for (const { location, image } of newImages) await fileJournal.write(location, image)
      return runCommand(visitor, 'bookings.book', JSON.stringify([companyId, upload.body]), async work => {
        await enterCompany(work, companyId)
        return bookingResult.parse(await createBooking(work, visitor, { bookingId, request, photos }))
      })
    })
    return c.json(output, 201)
  })

  addRoute(routes, contextFor, declared.linkAppointment, async (c, visitor, { token }) => {
    const context = await asCustomer(visitor, token)
    const { text, method } = await runQuery(context, work => getCalendarFile(work, context))
    return c.body(text, 200, {
      'Content-Type': `text/calendar; charset=utf-8; method=${method}`,
      'Content-Disposition': 'attachment; filename="appointment.ics"',
    })
  })

  return routes
}

// An accepted appointment as a calendar file, for the customer of a link.

/** A calendar that has the event removes it once the ticket is closed. */
async function getCalendarFile(
  work: UnitOfWork,
  context: RequestContext,
): Promise<{ text: string; method: string }> {
  const ticket = await getTicket(work, linkedTicketOf(work))
  authorize(work, 'ticket.see', ticket)
  const booking = await findBookingOfTicket(work, ticket.ticketId)
  if (booking === null || wasNeverAccepted(ticket)) throw notFound(NO_APPOINTMENT)
  const { companyName, companyPhone, companyAddress } = await getCompany(work)
  const url = (await linkUrlFor(work, context, ticket)) ?? context.mailContext.url()
  const event = {
    uid: `${booking.bookingId}@${new URL(url).hostname}`,
    sequence: booking.sequence,
    isCanceled: ticket.state === 'closed',
    writtenAt: work.now,
    at: booking.wantedAt,
    title: `RV appointment at ${toSingleLine(companyName)}`,
    location: booking.place === 'site' ? formatSite(booking) : (companyAddress ?? companyName),
    description: `${toSingleLine(companyName)}, ${toSingleLine(companyPhone)}\n${url}`,
    url,
  }
  return { text: calendarFile(event), method: methodOf(event) }
}
