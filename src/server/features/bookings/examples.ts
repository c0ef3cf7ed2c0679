import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { bookAs, bookingInputOf, nextMonday, toFormData } from '../../../../test/support/booking-fixtures.ts'
import { createAppointment, createVisitToday } from '../../../../test/support/customer-fixtures.ts'
import {
  BAY,
  byId,
  byLink,
  DESK,
  type Examples,
  freshEmail,
  OFFICE,
  OWN_DESK,
  OWN_OFFICE,
  open,
  own,
  posted,
  renewed,
  TECHNICIANS,
  withFile,
} from '../../../../test/support/examples/example.ts'
import { CANARY, customerNamed, imageFile } from '../../../../test/support/examples/secret-fixtures.ts'
import type { TestApp } from '../../../../test/support/test-app.ts'

const onBooking = byId(DESK, async ({ app, addSecret }) => {
  const ticketId = await app.createBooking()
  addSecret('Lucille', 'Okafor')
  return { ticketId }
})

/** Never the company's own before, and more than are booked. */
let visitsPerDay = 100

/** After one in the afternoon: another time for each move. */
let movedMinutes = 0

/** In days, beyond what can be booked. */
let closedIn = 200

function nextClosedDays({ now }: Pick<TestApp, 'now'>) {
  closedIn += 1
  const firstDay = addDays(dayOf(now, 'UTC'), closedIn)
  return { firstDay, lastDay: firstDay, reason: '' }
}

export const examples: Examples = {
  book: withFile('posted', async ({ app }) => async () => {
    const request = bookingInputOf(app.now)
    const customerDetails = { ...request.customerDetails, email: freshEmail() }
    return { input: { companyId: app.ids.dana }, form: toFormData({ ...request, customerDetails }) }
  }),
  'bookings.times': open(({ app }) => ({ companyId: app.ids.dana, day: nextMonday(app.now).day })),
  'bookings.getRules': own(OWN_OFFICE),
  'bookings.changeLimits': renewed(own(OWN_OFFICE), () => {
    visitsPerDay += 1
    return { visitsPerDay }
  }),
  'bookings.addClosedDays': renewed(own(OWN_OFFICE), ({ app }) => nextClosedDays(app)),
  'bookings.removeClosedDays': byId(OFFICE, async ({ app }) => {
    const { closedDaysId } = await app.as('dana').bookings.addClosedDays(nextClosedDays(app))
    return { closedDaysId }
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
  'bookings.create': renewed(own(OWN_DESK), ({ app }) => ({
    problem: 'The slide-out stops halfway',
    customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
    wanted: nextMonday(app.now),
  })),
  'bookings.timesForMoving': byId(DESK, async ({ app }) => {
    const { ticketId } = await createAppointment(app)
    return { ticketId, day: nextMonday(app.now).day }
  }),
  'bookings.move': byId(DESK, async ({ app, addSecret }) => {
    const { ticketId } = await createAppointment(app)
    addSecret('Lucille', 'Okafor')
    movedMinutes += 1
    const time = `13:${String(movedMinutes % 60).padStart(2, '0')}`
    return { ticketId, wanted: { ...nextMonday(app.now), time } }
  }),
  'bookings.listStops': own(TECHNICIANS),
  'bookings.setOut': byId(BAY, async ({ app, addSecret }) => {
    const { ticketId } = await createVisitToday(app)
    addSecret('Lucille', 'Okafor')
    return { ticketId, minutes: 30 }
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
  'tickets.checkIn': byId(BAY, async ({ app }) => {
    const { ticketId } = await createAppointment(app)
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const customerRV = {
      vin: 'HOME-1',
      axleAmount: '2' as const,
      make: 'Jayco',
      model: 'Eagle',
      year: '2019',
    }
    return { ticketId, customerRV }
  }),
  'tickets.changeCheckIn': byId(BAY, async ({ app }) => {
    const { ticketId } = await createVisitToday(app)
    await app.as('dana').tickets.checkIn({ ticketId })
    return { ticketId, keys: 'Hook 12' }
  }),
  'tickets.decline': onBooking,
  linkAppointment: byLink(),
  'customerView.appointmentTimes': byLink({ day: '2025-11-24' }),
  'customerView.reschedule': byLink({ wanted: { day: '2025-11-24', time: '11:00' } }),
  'customerView.cancel': byLink(),
}
