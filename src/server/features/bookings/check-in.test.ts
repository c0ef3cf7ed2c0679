import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createAppointment } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** For Otis, who called and did not know the VIN. */
async function callerWithoutVin(): Promise<number> {
  const { ticketId } = await app.as('walt').bookings.create({
    problem: 'The slide-out stops halfway',
    customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '5745550177' },
    wanted: nextMonday(app.now),
  })
  return ticketId
}

const RIG = {
  vin: '5ZT2CXYBXNB9X0317',
  make: 'Coachmen',
  model: 'Catalina',
  year: '2022',
  axleAmount: '2',
} as const

describe('checking in an appointment', () => {
  test('asks for the VIN and the axle amount, which an appointment does without', async () => {
    const ticketId = await callerWithoutVin()
    const check = (customerRV?: object) => app.as('walt').tickets.checkIn({ ticketId, customerRV })
    expect(await errorOf(check())).toMatchObject({
      code: 'INVALID',
      fields: { 'customerRV.vin': 'Required.', 'customerRV.axleAmount': 'Select an option.' },
    })
    expect(await errorOf(check({ vin: RIG.vin, axleAmount: '2' }))).toMatchObject({
      code: 'INVALID',
      fields: { 'customerRV.make': 'Required.' },
    })
    expect(await app.as('walt').tickets.get({ ticketId })).toMatchObject({
      state: 'pending',
      customerRV: { vin: '' },
    })
    expect(await check(RIG)).toMatchObject({ state: 'active' })
    expect(await app.as('walt').tickets.get({ ticketId })).toMatchObject({
      customerRV: RIG,
      activeTimestamp: app.now,
      lastTransition: { verb: 'checkIn', by: { name: 'Walt Kim' } },
    })
  })

  test('notes who brought the RV, its keys and where it stands', async () => {
    const { ticketId } = await createAppointment(app)
    const notes = { broughtBy: 'Her son', keys: 'Hook 12', lot: 'B4' }
    await app.as('dana').tickets.checkIn({ ticketId, ...notes })
    expect(await app.as('dana').tickets.get({ ticketId })).toMatchObject({ state: 'active', checkIn: notes })
  })

  test('is also for its technician, who is at the RV, and for no other', async () => {
    const { ticketId } = await createAppointment(app)
    expect((await errorOf(app.as('rosa').tickets.checkIn({ ticketId }))).code).toBe('NOT_FOUND')
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    expect((await errorOf(app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 }))).message).toBe(
      'Check in this appointment first.',
    )
    expect((await errorOf(app.as('sam').tickets.checkIn({ ticketId }))).code).toBe('NOT_FOUND')
    await app.as('rosa').tickets.checkIn({ ticketId })
    await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('rosa').tickets.clockOut({ ticketId, jobNumber: 1 })
  })

  test('needs an accepted booking, and happens once: of two at the same time the second reads who was first', async () => {
    const request = await app.createBooking()
    expect((await errorOf(app.as('dana').tickets.checkIn({ ticketId: request }))).message).toBe(
      'Accept this request first.',
    )
    const { ticketId } = await createAppointment(app)
    const both = await Promise.allSettled([
      app.as('dana').tickets.checkIn({ ticketId }),
      app.as('walt').tickets.checkIn({ ticketId }),
    ])
    const [lost] = both.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(lost).toMatchObject({ code: 'REFUSED', message: expect.stringMatching(/^Already checked in by /) })
  })
})
