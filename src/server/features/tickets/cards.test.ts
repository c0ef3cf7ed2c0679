import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

// What a card says of other rows changes with the command that changes them, on the board and in the live feed.

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

/** The ticket's card on the board, if the live feed has sent the same. */
async function cardOf(ticketId: number) {
  const { card, bookedDay } = await app.database
    .selectFrom('ticket')
    .select(['card', 'bookedDay'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirstOrThrow()
  const { card: sent } = await app.database
    .selectFrom('changeLog')
    .select('card')
    .where('id', '=', String(ticketId))
    .orderBy('version', 'desc')
    .orderBy('seq', 'desc')
    .executeTakeFirstOrThrow()
  expect(sent).toMatchObject(card)
  expect(card).toMatchObject({ bookedDay })
  return card
}

test('its hold, until work resumes', async () => {
  const ticketId = await app.createTicket('rosa')
  await app.as('walt').onHold.set({ ticketId, reason: 'part', note: 'A seal', until: '2025-12-01' })
  const hold = { reason: 'part', since: app.now.toISOString(), until: '2025-12-01' }
  expect(await cardOf(ticketId)).toMatchObject({ hold })
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  expect(await cardOf(ticketId)).toMatchObject({ hold, isClockRunning: true })
  await app.as('walt').onHold.clear({ ticketId })
  expect(await cardOf(ticketId)).toMatchObject({ hold: null, isClockRunning: true })
})

describe('a running clock', () => {
  test('until its technician stops it, or starts one on another ticket', async () => {
    const [first, second] = [await app.createTicket('sam'), await app.createTicket('sam')]
    const bay = app.as('sam').tickets
    await bay.clockIn({ ticketId: first, jobNumber: 1 })
    expect(await cardOf(first)).toMatchObject({ isClockRunning: true })
    await bay.clockIn({ ticketId: second, jobNumber: 1 })
    expect(await cardOf(first)).toMatchObject({ isClockRunning: false })
    await bay.clockOut({ ticketId: second, jobNumber: 1 })
    expect(await cardOf(second)).toMatchObject({ isClockRunning: false })
  })

  test('until the desk corrects it', async () => {
    const ticketId = await app.createTicket('sam')
    const { sessionId } = await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    app.now = new Date(app.now.getTime() + 60_000)
    const clockOutTime = app.now
    await app.as('dana').clocks.correct({ ticketId, sessionId, reason: 'Forgotten', clockOutTime })
    expect(await cardOf(ticketId)).toMatchObject({ isClockRunning: false })
  })

  test('until the ticket is given to another technician', async () => {
    const ticketId = await app.createTicket('sam')
    await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
    await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
    expect(await cardOf(ticketId)).toMatchObject({ isClockRunning: false, technician: 'Rosa Díaz' })
  })
})

describe('what was asked and answered', () => {
  const counts = async (ticketId: number) => {
    const { askedCount, approvedCount, declinedCount } = (await cardOf(ticketId)) as Record<string, number>
    return [askedCount, approvedCount, declinedCount]
  }

  test('from the request to the answers, withdrawn lines and asking again for a raised price', async () => {
    const { ticketId } = await createLinkedTicket(app)
    const desk = app.as('dana')
    for (const problem of ['Awning', 'Water heater'])
      await desk.tickets.addJob({ ticketId, problem, estimatedTime: 1 })
    await desk.approvals.request({ ticketId, jobNumbers: [1, 2, 3] })
    expect(await counts(ticketId)).toEqual([3, 0, 0])
    await desk.approvals.withdraw({ ticketId, jobNumber: 3 })
    expect(await counts(ticketId)).toEqual([2, 0, 0])
    const { lines } = await desk.approvals.get({ ticketId })
    for (const [index, answer] of (['approved', 'declined'] as const).entries())
      await desk.approvals.recordAnswer({
        name: 'June Park',
        ticketId,
        jobNumber: index + 1,
        version: lines[index]?.version ?? '',
        answer,
      })
    expect(await counts(ticketId)).toEqual([0, 1, 1])
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 9 })
    expect(await counts(ticketId)).toEqual([1, 1, 1])
    await desk.tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 1.25 })
    expect(await counts(ticketId)).toEqual([0, 1, 1])
  })

  test('without a line that was deleted', async () => {
    const { ticketId } = await createLinkedTicket(app)
    const { jobNumber } = await app.as('dana').tickets.addJob({ ticketId, problem: 'Awning' })
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber, estimatedTime: 1 })
    await app.as('dana').approvals.request({ ticketId, jobNumbers: [jobNumber] })
    expect(await counts(ticketId)).toEqual([1, 0, 0])
    await app.as('dana').tickets.removeJob({ ticketId, jobNumber })
    expect(await counts(ticketId)).toEqual([0, 0, 0])
  })
})

describe('its next day', () => {
  test('the appointment, also a new one, and beside it a plan for another day', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    expect(await cardOf(ticketId)).toMatchObject({
      bookedDay: '2025-11-24',
      appointmentAt: '2025-11-24T19:00:00.000Z',
      plannedDay: null,
    })
    await client.customerView.reschedule({ token, wanted: { day: '2025-11-25', time: '11:00' } })
    const moved = { bookedDay: '2025-11-25', appointmentAt: '2025-11-25T16:00:00.000Z' }
    expect(await cardOf(ticketId)).toMatchObject({ ...moved, plannedDay: null })
    const desk = app.as('walt').tickets
    const employeeId = app.ids.rosa
    for (const date of ['2025-11-26', '2025-11-21']) await desk.assign({ ticketId, employeeId, date })
    expect(await cardOf(ticketId)).toMatchObject({ ...moved, plannedDay: '2025-11-21' })
    await desk.release({ ticketId, date: '2025-11-21' })
    expect(await cardOf(ticketId)).toMatchObject({ ...moved, plannedDay: '2025-11-26' })
    await client.customerView.reschedule({ token, wanted: { day: '2025-11-26', time: '11:00' } })
    expect(await cardOf(ticketId)).toMatchObject({ bookedDay: '2025-11-26', plannedDay: null })
  })

  test('without the plans of a deleted technician', async () => {
    const ticketId = await app.createTicket()
    const { id: employeeId } = await app.as('dana').employees.register({
      firstName: 'Kit',
      lastName: 'Moss',
      email: 'kit@bluebonnet.example',
      phone: '(574) 555-0110',
      licenseNumber: 'IN-9',
      password: PASSWORD,
      roles: { isServiceWriter: false, isTechnician: true },
    })
    for (const date of ['2025-11-26', '2025-11-28'])
      await app.as('walt').tickets.assign({ ticketId, employeeId, date })
    await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.sam, date: '2025-12-02' })
    await app.as('dana').employees.delete({ id: employeeId })
    expect(await cardOf(ticketId)).toMatchObject({ bookedDay: '2025-12-02' })
    const { entries } = await app.as('dana').tickets.activity({ ticketId })
    expect(entries.filter(({ verb }) => verb === 'ticket.unplan')).toHaveLength(2)
  })
})
