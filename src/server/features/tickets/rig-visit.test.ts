import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { NO_RIG_VISIT } from '#domain/tickets/rig-visit-fields.ts'
import { june } from '#server/seed/demo-accounts.ts'
import {
  createAppointment,
  createLinkFor,
  customerOfLink,
} from '../../../../test/support/customer-fixtures.ts'
import { refusalOf } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const DAY_MS = 24 * 60 * 60 * 1000
const daysAgo = (days: number): string =>
  new Date(app.now.getTime() - days * DAY_MS).toISOString().slice(0, 10)
const visitOf = async (ticketId: number) => (await app.as('dana').tickets.get({ ticketId })).rigVisit

test('the desk and the ticket’s technician type meters and dates, each keeping what the other typed', async () => {
  const ticketId = await app.createTicket('rosa')
  expect(await visitOf(ticketId)).toEqual(NO_RIG_VISIT)
  await app.as('walt').tickets.changeRigVisit({ ticketId, arrivedOn: daysAgo(2), departedOn: null })
  await app.as('rosa').tickets.changeRigVisit({ ticketId, odometer: 45_210, generatorHours: 312.4 })
  const typed = { odometer: 45_210, generatorHours: 312.4, arrivedOn: daysAgo(2), departedOn: null }
  expect(await visitOf(ticketId)).toEqual(typed)
  const { entries } = await app.as('dana').tickets.activity({ ticketId })
  expect(entries.map(entry => activitySentence(entry))).toEqual(
    expect.arrayContaining(['Walt changed the meters and dates', 'Rosa changed the meters and dates']),
  )
  expect((await errorOf(app.as('sam').tickets.changeRigVisit({ ticketId, odometer: 1 }))).code).toBe(
    'NOT_FOUND',
  )
  expect((await errorOf(app.as('ray').tickets.changeRigVisit({ ticketId, odometer: 1 }))).code).toBe(
    'NOT_FOUND',
  )
})

test('what no meter shows and no calendar has is refused beside its field', async () => {
  const ticketId = await app.createTicket()
  const { tickets } = app.as('dana')
  await tickets.changeRigVisit({ ticketId, arrivedOn: daysAgo(2) })
  const tomorrow = daysAgo(-2)
  for (const [changes, fields] of [
    [{ odometer: -1 }, { odometer: 'Enter 0 or more.' }],
    [{ odometer: 2_000_001 }, { odometer: 'Enter 2,000,000 miles or less.' }],
    [{ odometer: 10.5 }, { odometer: 'Enter whole miles.' }],
    [{ generatorHours: 100_000.1 }, { generatorHours: 'Enter 100,000 hours or less.' }],
    [{ generatorHours: 1.25 }, { generatorHours: 'Use no more than 1 decimal place.' }],
    [{ arrivedOn: tomorrow }, { arrivedOn: 'Enter today or an earlier day.' }],
    [{ departedOn: daysAgo(3) }, { departedOn: 'The RV cannot depart before it arrived.' }],
  ] as const)
    expect(await errorOf(tickets.changeRigVisit({ ticketId, ...changes }))).toMatchObject({ fields })
  const { ticketId: booked } = await createAppointment(app)
  expect(await refusalOf(app.database, () => tickets.changeRigVisit({ ticketId: booked, odometer: 1 }))).toBe(
    'Check in this appointment first.',
  )
})

test('readings of the rig’s ticket before are there to compare, of no other company and no later ticket', async () => {
  const rig = { ...june.customerRV, vin: '5ZT2CXYBXNB9X0317' }
  const createOn = async (day: number, who: 'dana' | 'ray' = 'dana') => {
    app.now = new Date(Date.parse(START) + day * DAY_MS)
    return (await app.as(who).tickets.create({ ...june, customerRV: rig, jobs: [] })).ticketId
  }
  const foreign = await createOn(0, 'ray')
  await app.as('ray').tickets.changeRigVisit({ ticketId: foreign, odometer: 99_999 })
  const first = await createOn(1)
  const second = await createOn(2)
  const third = await createOn(3)
  const { tickets } = app.as('dana')
  const nothing = { odometer: null, generatorHours: null }
  expect(await tickets.getEarlierReadings({ ticketId: third })).toEqual(nothing)
  await tickets.changeRigVisit({ ticketId: first, odometer: 45_210, generatorHours: 300 })
  await tickets.changeRigVisit({ ticketId: second, odometer: 44_000, arrivedOn: daysAgo(2) })
  expect(await tickets.getEarlierReadings({ ticketId: first })).toEqual(nothing)
  expect(await tickets.getEarlierReadings({ ticketId: third })).toEqual({
    odometer: { value: 44_000, day: daysAgo(2) },
    generatorHours: { value: 300, day: daysAgo(2) },
  })
  // Lower than before: saved as it was read.
  await tickets.changeRigVisit({ ticketId: third, odometer: 43_999 })
  expect((await visitOf(third)).odometer).toBe(43_999)
  const { readings } = await app.as('walt').customers.ofRig({ vin: rig.vin })
  const listed = readings.map(({ ticketId, odometer, notices }) => [ticketId, odometer, notices.length])
  expect(listed).toEqual(expect.arrayContaining([[third, 43_999, 1]]))
  expect(listed.map(([ticketId]) => ticketId).sort()).toEqual([first, second, third].sort())
})

test('estimate, service ticket and invoice have what was typed by then, and so has the customer’s link', async () => {
  const { tickets, billing } = app.as('dana')
  await billing.turnOn()
  const ticketId = await app.createTicket()
  const read = async (path: string) => {
    const answer = await app.fetch(`/api/tickets/${ticketId}/${path}`, { as: 'dana' })
    expect(answer.status).toBe(200)
    return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
  }
  expect(await read('document.pdf')).not.toMatch(/Odometer|Generator|Arrived|Departed/)
  await tickets.changeRigVisit({ ticketId, odometer: 45_210, arrivedOn: daysAgo(1) })
  for (const text of ['Estimate', 'Odometer 45,210 miles', 'Arrived Wed, Nov 19, 2025'])
    expect(await read('document.pdf')).toContain(text)
  await tickets.finalize({ ticketId })
  const { invoiceId } = await billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
  await tickets.complete({ ticketId })
  await tickets.changeRigVisit({ ticketId, odometer: 45_215, departedOn: daysAgo(0) })
  const invoice = await read(`invoices/${invoiceId}/document.pdf`)
  expect(invoice).toContain('Odometer 45,210 miles')
  expect(invoice).not.toContain('Departed')
  const serviceTicket = await read('document.pdf')
  for (const text of ['Service Ticket', 'Odometer 45,215 miles', 'Departed Thu, Nov 20, 2025'])
    expect(serviceTicket).toContain(text)

  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  expect((await client.customerView.get({ token })).rigVisit).toMatchObject({
    ...{ odometer: 45_215, arrivedOn: daysAgo(1), departedOn: daysAgo(0) },
  })
  // The public history says nothing of it.
  const { entries } = await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })
  expect(JSON.stringify(entries)).not.toMatch(/45,?215|odometer/)
})
