// Booking over HTTP: one form, with its photos, from somebody without an account. What is wrong with its
// words is said before a picture is drawn.

import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { booked, newBooking } from '#contract/bookings.ts'
import { uuid } from '#contract/schema.ts'
import { MOST_BOOKING_PHOTOS } from '#domain/bookings/booking.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { type PictureDoor, pathOf } from '#server/files/file-routes.ts'
import { readUpload } from '#server/files/multipart.ts'
import { invalid, invalidBy } from '#server/rpc/errors.ts'
import { asCommand, asQuery, asVisitor } from '#server/rpc/procedures.ts'
import { customerSignature } from './confirm.ts'
import { bookVisit, checkWish, enterCompany, type NewBooking } from './create.ts'

const companyPath = z.object({ companyId: uuid })

/** The problem alone may be 2,000 characters of four bytes each. */
const LONGEST_BOOKING_BYTES = 24_000

const FORM = {
  field: 'photos',
  most: MOST_BOOKING_PHOTOS,
  mayBeNone: true,
  longestFieldBytes: LONGEST_BOOKING_BYTES,
  deed: 'booking',
} as const

function bookingIn(text: string | undefined): NewBooking {
  let typed: unknown
  try {
    typed = JSON.parse(text ?? '')
  } catch {
    throw invalid({ booking: 'Send the booking as JSON.' })
  }
  const checked = newBooking.safeParse(typed)
  if (!checked.success) throw invalidBy(checked.error.issues)
  return checked.data
}

export function bookingRoutes({ asking, pictures, keeper }: PictureDoor) {
  const routes = new Hono()

  routes.post('/companies/:companyId/bookings', async c => {
    const context = asVisitor(await asking(c))
    allow(context.occasion, 'ticket.book')
    const { companyId } = pathOf(c, companyPath)
    const { counts, occasion } = context
    const company = await asQuery(context, work => enterCompany(work, companyId))
    const upload = await readUpload(context, c.req.raw, pictures, {
      ...FORM,
      check: async ({ booking }) => {
        const wish = bookingIn(booking)
        checkWish(wish, company, occasion.now)
        await counts.count('booking', { email: wish.customerDetails.email })
      },
    })
    const wish = bookingIn(upload.fields.booking)
    const bookingId = randomUUID()
    const fresh = upload.pictures.map(picture => ({
      place: { companyId, ticketId: null, bookingId, pictureId: randomUUID() },
      picture,
    }))
    const photos = fresh.map(({ place, picture: { width, height } }) => ({
      ...{ photoId: place.pictureId, width, height },
    }))
    const visitor = asVisitor(context, customerSignature(wish.customerDetails))
    const places = fresh.map(({ place }) => place)
    const { output } = await keeper.deciding(places, async () => {
      for (const { place, picture } of fresh) await keeper.write(place, picture)
      return asCommand(visitor, 'bookings.book', JSON.stringify([companyId, upload.body]), async work => {
        await enterCompany(work, companyId)
        return booked.parse(await bookVisit(work, visitor, { bookingId, wish, photos }))
      })
    })
    return c.json(output, 201)
  })

  return routes
}
