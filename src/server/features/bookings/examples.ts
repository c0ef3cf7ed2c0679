import { bookAs, bookingInputOf, toFormData } from '../../../../test/support/booking-fixtures.ts'
import { createAppointment } from '../../../../test/support/customer-fixtures.ts'
import {
  byId,
  byLink,
  DESK,
  type Examples,
  freshEmail,
  OWN_DESK,
  open,
  own,
  posted,
  withFile,
} from '../../../../test/support/examples/example.ts'
import { CANARY, customerNamed, imageFile } from '../../../../test/support/examples/secret-fixtures.ts'

const onBooking = byId(DESK, async ({ app, addSecret }) => {
  const ticketId = await app.createBooking()
  addSecret('Lucille', 'Okafor')
  return { ticketId }
})

export const examples: Examples = {
  book: withFile('posted', async ({ app }) => async () => {
    const request = bookingInputOf(app.now)
    const customerDetails = { ...request.customerDetails, email: freshEmail() }
    return { input: { companyId: app.ids.dana }, form: toFormData({ ...request, customerDetails }) }
  }),
  'bookings.preview': open(async ({ app }) => ({
    token: await app.unconfirmedBooking({ email: freshEmail() }),
  })),
  'bookings.confirm': posted(async ({ app }) => ({
    token: await app.unconfirmedBooking({ email: freshEmail() }),
  })),
  'bookings.get': byId(DESK, async ({ app, addSecret }) => {
    const request = bookingInputOf(app.now, {
      problem: `Leaks ${CANARY}`,
      customerDetails: { ...customerNamed('Wanda'), email: freshEmail() },
      where: { place: 'site', address: `9 ${CANARY} Lane`, campground: CANARY, siteNumber: CANARY },
    })
    const { ticketId } = await bookAs(app, request, await imageFile())
    addSecret('Wanda', request.customerDetails.email)
    return { ticketId: ticketId ?? 0 }
  }),
  'bookings.listCancellations': own(OWN_DESK),
  'bookings.dismissCancellation': byId(DESK, async ({ app, addSecret }) => {
    const { ticketId } = await createAppointment(app)
    const canceled = app.database.updateTable('booking').set({ canceledAt: app.now })
    await canceled.where('ticketId', '=', ticketId).execute()
    addSecret('Lucille', 'Okafor')
    return { ticketId }
  }),
  'tickets.accept': onBooking,
  'tickets.decline': onBooking,
  linkAppointment: byLink(),
  'customerView.reschedule': byLink({ wanted: { day: '2025-11-24', time: '11:00' } }),
  'customerView.cancel': byLink(),
}
