import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers, june } from '#server/seed/demo-accounts.ts'
import {
  createAppointment,
  createLinkFor,
  customerOfLink,
} from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const NO_EMAIL = { email: '', noEmail: true }
const walkIn = { ...june.customerDetails, firstName: 'Walter', lastName: 'Kemp', phone: '(574) 555-0177' }
const createWalkIn = async (vin: string = june.customerRV.vin) => {
  const { ticketId } = await app.as('walt').tickets.create({
    customerDetails: { ...walkIn, ...NO_EMAIL },
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: 'Roof leak', estimatedTime: 1 }],
  })
  return ticketId
}

const emails = () => app.database.selectFrom('emailOutbox').select(['recipient', 'subject']).execute()

test('a customer without an email is refused, unless REST says that there is none', async () => {
  const post = (customerDetails: object) =>
    app.fetch('/api/tickets', {
      method: 'POST',
      as: 'walt',
      json: { ...june, customerDetails },
    })
  for (const missing of [{ email: '' }, { email: '', noEmail: false }]) {
    const response = await post({ ...walkIn, ...missing })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      fields: { 'customerDetails.email': 'Required.' },
    })
  }
  expect((await post({ ...walkIn, ...NO_EMAIL })).status).toBe(201)
})

test('every step for a customer without an email sends none, and says so where one would go', async () => {
  const { tickets, customerLinks, onHold, approvals, messages } = app.as('dana')
  const ticketId = await createWalkIn()
  const token = await createLinkFor(app, ticketId)
  const before = await emails()
  expect((await tickets.get({ ticketId })).customerDetails).toMatchObject({ email: '', phone: walkIn.phone })
  expect(await customerLinks.email({ ticketId })).toEqual({ done: true, email: 'no-address' })
  expect(await onHold.set({ ticketId, reason: 'part' })).toEqual({ done: true, email: 'no-address' })
  await onHold.clear({ ticketId })
  expect(await approvals.request({ ticketId, jobNumbers: [1] })).toEqual({ done: true, email: 'no-address' })
  const { client } = await customerOfLink(app, token, '0177')
  const [line] = (await client.customerView.listApprovals({ token })).lines
  if (line === undefined) throw new Error('Nothing is asked.')
  const { requestId, jobNumber, version } = line
  const typedName = 'Walter Kemp'
  await client.customerView.answerLine({
    ...{ token, requestId, jobNumber, version, typedName },
    answer: 'approved',
  })
  await messages.post({ ticketId, text: 'Your part is here.' })
  expect(await tickets.finalize({ ticketId })).toMatchObject({ email: 'no-address' })
  await tickets.complete({ ticketId })
  await client.reviews.create({ token, stars: 5, words: 'Good.' })
  expect(await emails()).toEqual(before)
  const sentences = (await tickets.activity({ ticketId })).entries.map(({ detail }) => detail?.reason ?? '')
  expect(sentences).toContain('not emailed, the customer has no email')
})

test('a rig of a customer without an email is theirs, as any other', async () => {
  const vin = '1FDXE4FS9HDC10077'
  const ticketId = await createWalkIn(vin)
  const { tickets, rigs } = app.as('dana')
  await tickets.finalize({ ticketId })
  await tickets.complete({ ticketId })
  expect(await rigs.get({ vin })).toMatchObject({
    ...{ vin, assigned: true },
    customer: { firstName: 'Walter', lastName: 'Kemp', email: '', phone: walkIn.phone },
  })
})

test('an email is given to a customer without one, and removed, but never typed away', async () => {
  const { tickets } = app.as('walt')
  const ticketId = await createWalkIn()
  const emailNow = async () => (await tickets.get({ ticketId })).customerDetails.email
  await tickets.changeDetails({ ticketId, customerDetails: { lastName: 'Kempe' } })
  expect(await emailNow()).toBe('')
  const email = `${randomUUID()}@mail.example`
  await tickets.changeDetails({ ticketId, customerDetails: { email } })
  expect(await emailNow()).toBe(email)
  expect(await errorOf(tickets.changeDetails({ ticketId, customerDetails: { email: '' } }))).toMatchObject({
    fields: { 'customerDetails.email': 'Required.' },
  })
  await tickets.changeDetails({ ticketId, customerDetails: NO_EMAIL })
  expect(await emailNow()).toBe('')
})

test('an appointment whose customer has no email any more is moved and canceled without one', async () => {
  const { ticketId, token } = await createAppointment(app)
  await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: NO_EMAIL })
  await app.as('dana').preferences.change({ changeHours: 0 })
  const before = await emails()
  // A browser of the customer before is not the customer's any more.
  const { client } = await customerOfLink(app, token, customers[5].customerDetails.phone.slice(-4))
  await client.customerView.reschedule({ token, wanted: { day: '2025-11-26', time: '16:30' } })
  await client.customerView.cancel({ token })
  const isAboutIt = ({ subject }: { subject: string }) => /appointment/.test(subject)
  expect((await emails()).filter(isAboutIt)).toEqual(before.filter(isAboutIt))
})
