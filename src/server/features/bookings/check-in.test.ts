import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { nextMonday } from '../../../../test/support/booking-fixtures.ts'
import { createAppointment, createVisitToday } from '../../../../test/support/customer-fixtures.ts'
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

  test('notes what the meters show, and of two who check in the same rig what the first typed', async () => {
    const { ticketId } = await createAppointment(app)
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const check = (person: 'dana' | 'rosa', typed: object) =>
      app.as(person).tickets.checkIn({ ticketId, ...typed })
    expect(await errorOf(check('dana', { odometer: 12.5, generatorHours: -1 }))).toMatchObject({
      fields: { odometer: 'Enter whole miles.', generatorHours: 'Enter 0 or more.' },
    })
    await check('dana', { odometer: 45_210 })
    const later = { odometer: 45_999, generatorHours: 310.5, tappedAt: app.now }
    await check('rosa', later)
    expect(await app.as('rosa').tickets.get({ ticketId })).toMatchObject({
      asksForMeters: false,
      rigVisit: { odometer: 45_210, generatorHours: 310.5, arrivedOn: null },
    })
    await app.as('dana').preferences.change({ asksForMeters: true })
    expect((await app.as('rosa').tickets.get({ ticketId })).asksForMeters).toBe(true)
    await app.as('dana').preferences.change({ asksForMeters: false })
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

describe('an arrival that was tapped without a connection', () => {
  const MINUTE_MS = 60_000
  /** What Rosa's phone sends that was tapped so many minutes ago by its clock, which is ten minutes slow. */
  const tappedBefore = (minutes: number) => ({
    tappedAt: new Date(app.now.getTime() - (minutes + 10) * MINUTE_MS),
    clockOffset: 10 * MINUTE_MS,
  })
  const getTicket = (ticketId: number) => app.as('rosa').tickets.get({ ticketId })
  /** An appointment that was agreed to an hour ago, of Rosa's. */
  async function agreedVisit(): Promise<number> {
    const { ticketId } = await createVisitToday(app)
    const confirmedAt = new Date(app.now.getTime() - 60 * MINUTE_MS)
    await app.database.updateTable('ticket').set({ confirmedAt }).where('ticketId', '=', ticketId).execute()
    return ticketId
  }
  const NOTES = { broughtBy: 'Her son', keys: '', lot: 'Site 14' }

  test('counts from the tap, but not from before the appointment was agreed to', async () => {
    const ticketId = await agreedVisit()
    await app.as('rosa').tickets.checkIn({ ticketId, ...tappedBefore(40) })
    const at = new Date(app.now.getTime() - 40 * MINUTE_MS)
    expect(await getTicket(ticketId)).toMatchObject({
      ...{ state: 'active', activeTimestamp: at },
      lastTransition: { verb: 'checkIn', by: { name: 'Rosa Díaz' }, at },
    })
    const old = await agreedVisit()
    await app.as('rosa').tickets.checkIn({ ticketId: old, ...tappedBefore(24 * 60) })
    const { activeTimestamp, confirmedAt } = await getTicket(old)
    expect(activeTimestamp).toEqual(confirmedAt)
    const ahead = await agreedVisit()
    await app.as('rosa').tickets.checkIn({ ticketId: ahead, ...tappedBefore(-30) })
    expect((await getTicket(ahead)).activeTimestamp).toEqual(app.now)
  })

  test('is done when the desk was faster: what the desk noted stays, and what it left out is added', async () => {
    const ticketId = await agreedVisit()
    await app.as('dana').tickets.checkIn({ ticketId, keys: 'Hook 12', lot: 'B4' })
    const first = await getTicket(ticketId)
    const { vin } = first.customerRV
    const again = () =>
      app.as('rosa').tickets.checkIn({ ticketId, ...NOTES, customerRV: { vin }, ...tappedBefore(30) })
    expect(await again()).toMatchObject({ ticketId, state: 'active' })
    expect(await again()).toMatchObject({ ticketId, state: 'active' })
    const after = await getTicket(ticketId)
    expect(after).toEqual({ ...first, checkIn: { broughtBy: 'Her son', keys: 'Hook 12', lot: 'B4' } })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.change-check-in')).toHaveLength(1)
  })

  test('is refused if the desk checked in another RV, and once the work is sent for approval', async () => {
    const ticketId = await agreedVisit()
    await app.as('dana').tickets.checkIn({ ticketId, customerRV: RIG })
    const send = (customerRV?: object) =>
      errorOf(app.as('rosa').tickets.checkIn({ ticketId, ...NOTES, customerRV, ...tappedBefore(30) }))
    const refusal = { code: 'REFUSED', message: expect.stringMatching(/^Already checked in by Dana/) }
    expect(await send({ vin: '1UJBJ0BN8M17X0042' })).toMatchObject(refusal)
    expect(await getTicket(ticketId)).toMatchObject({ customerRV: { vin: RIG.vin }, checkIn: { lot: '' } })
    await app.as('rosa').tickets.askApproval({ ticketId })
    expect(await send()).toMatchObject({ code: 'REFUSED' })
    expect(await getTicket(ticketId)).toMatchObject({ state: 'approval', checkIn: { lot: '' } })
  })

  test('is refused once the appointment is over or another technician’s', async () => {
    const closed = await agreedVisit()
    await app.as('dana').tickets.close({ ticketId: closed, reason: 'customer', note: '' })
    const send = (ticketId: number) =>
      errorOf(app.as('rosa').tickets.checkIn({ ticketId, ...NOTES, ...tappedBefore(30) }))
    expect(await send(closed)).toMatchObject({ code: 'REFUSED' })
    expect(await getTicket(closed)).toMatchObject({ state: 'closed', checkIn: null })
    const passedOn = await agreedVisit()
    await app.as('dana').tickets.assign({ ticketId: passedOn, employeeId: app.ids.sam })
    expect((await send(passedOn)).code).toBe('NOT_FOUND')
  })
})

describe('the check-in notes', () => {
  const notesOf = async (ticketId: number) => (await app.as('dana').tickets.get({ ticketId })).checkIn

  test('are changed by the desk and by the technician, one by one, with an entry for each change', async () => {
    const { ticketId } = await createVisitToday(app)
    await app.as('dana').tickets.checkIn({ ticketId, broughtBy: 'Her son', lot: 'B4' })
    await app.as('rosa').tickets.changeCheckIn({ ticketId, lot: 'Bay 2' })
    await app.as('rosa').tickets.changeCheckIn({ ticketId, lot: 'Bay 2' })
    await app.as('walt').tickets.changeCheckIn({ ticketId, keys: ' Hook 3 ', broughtBy: '' })
    expect(await notesOf(ticketId)).toEqual({ broughtBy: '', keys: 'Hook 3', lot: 'Bay 2' })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    const changes = entries.filter(({ verb }) => verb === 'ticket.change-check-in')
    expect(changes.map(activitySentence)).toEqual([
      'Walt changed the check-in notes',
      'Rosa changed the check-in notes',
    ])
  })

  test('can be changed while the RV is here: not before Check In, and not once the ticket is completed', async () => {
    const { ticketId } = await createVisitToday(app)
    const change = (keys: string) => app.as('dana').tickets.changeCheckIn({ ticketId, keys })
    expect((await errorOf(change('Hook 1'))).message).toBe('Check in this appointment first.')
    await app.as('dana').tickets.checkIn({ ticketId })
    expect(await errorOf(change('x'.repeat(121)))).toMatchObject({ fields: { keys: expect.any(String) } })
    expect((await errorOf(app.as('sam').tickets.changeCheckIn({ ticketId, keys: '' }))).code).toBe(
      'NOT_FOUND',
    )
    await app.as('dana').tickets.finalize({ ticketId })
    await change('Hook 2')
    await app.as('dana').tickets.complete({ ticketId })
    expect(await errorOf(change('Hook 3'))).toMatchObject({ code: 'REFUSED' })
    expect(await notesOf(ticketId)).toMatchObject({ keys: 'Hook 2' })
  })
})
