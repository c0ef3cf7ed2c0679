import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { emailMovedPromises } from './email-moved-promises.ts'

/** A Thursday. */
const NOW = '2025-11-20T19:00:00Z'
const FRIDAY = '2025-11-21'
const MINUTE_MS = 60_000

let app: TestApp
let vendorId = ''
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').preferences.change({ promisesDays: true })
  vendorId = (await app.as('dana').vendors.add({ name: 'Lippert' })).vendorId
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(NOW)
  await sql`delete from email_outbox`.execute(app.database)
})

const desk = () => app.as('walt')
const promise = (ticketId: number, day: string, reason = '', askedByCustomer = false) =>
  desk().promisedDays.promise({ ticketId, day, reason, askedByCustomer })
const promisesOf = async (ticketId: number) =>
  (await desk().promisedDays.get({ ticketId })).promises.map(({ day, firstDay, reason }) => ({
    ...{ day, firstDay, reason },
  }))
const activityOf = async (ticketId: number) =>
  (await desk().tickets.activity({ ticketId })).entries.map(activitySentence)

const order = (ticketId: number, description: string, expectedOn: string | null) =>
  desk().purchaseOrders.addLine({
    ...{ vendorId, ticketId, description, expectedOn, quantity: 1, partNumber: '', cost: 41.25 },
  })

function later(minutes: number) {
  app.now = new Date(app.now.getTime() + minutes * MINUTE_MS)
}

const email = (seconds: number | null = null): Promise<void> =>
  emailMovedPromises(
    { database: app.database, publish: () => {} },
    {
      mailContext: {
        ...{ url: () => 'https://rigwright.example', canDeliver: true, contactEmail: null, wake: () => {} },
      },
      keyedHash: createKeyedHash('a secret'),
      rateLimiter: { consumeInTransaction: async () => seconds },
    },
    app.now,
  )

async function emails() {
  const rows = await app.database
    .selectFrom('emailOutbox')
    .select(['subject', 'text', 'messageId'])
    .where('subject', 'like', '%now promised%')
    .execute()
  return rows.map(({ subject, text, messageId }) => ({
    subject,
    // The texts of emails are erased once they are sent.
    text: text || (app.sentEmails.find(sent => sent.messageId === messageId)?.text ?? ''),
  }))
}

describe('a promise moves', () => {
  test('when the order of a part that comes later is placed, once, to after the last part', async () => {
    const ticketId = await app.createTicket()
    await promise(ticketId, FRIDAY)
    const { orderId } = await order(ticketId, 'Water pump', '2025-12-02')
    await order(ticketId, 'Slide seal', '2025-12-01')
    await order(ticketId, 'Screws', null)
    expect(await promisesOf(ticketId)).toHaveLength(1)
    await desk().purchaseOrders.place({ orderId })
    expect(await promisesOf(ticketId)).toEqual([
      { day: FRIDAY, firstDay: FRIDAY, reason: '' },
      { day: '2025-12-03', firstDay: FRIDAY, reason: 'A part is expected Tue, Dec 2.' },
    ])
    expect((await activityOf(ticketId))[0]).toBe('Walt moved the promised day to Wed, Dec 3')
  })

  test('when an ordered part is late, not when it comes before the day', async () => {
    const ticketId = await app.createTicket()
    await promise(ticketId, '2025-11-26')
    const { orderId, lineId } = await order(ticketId, 'Water pump', FRIDAY)
    await desk().purchaseOrders.place({ orderId })
    const expectOn = (expectedOn: string | null) =>
      desk().purchaseOrders.expect({ orderId, lineId, expectedOn })
    await expectOn('2025-11-26')
    await expectOn(null)
    expect(await promisesOf(ticketId)).toHaveLength(1)
    await expectOn('2025-11-28')
    // A weekend.
    expect((await promisesOf(ticketId)).at(-1)).toMatchObject({ day: '2025-12-01' })
    await expectOn('2025-11-25')
    expect(await promisesOf(ticketId)).toHaveLength(2)
  })

  test('with an appointment; a day that the customer chose is the first one of a new promise', async () => {
    const { ticketId, token, client } = await createAppointment(app)
    await promise(ticketId, '2025-11-25')
    await desk().bookings.move({ ticketId, wanted: { day: '2025-11-26', time: '10:00' } })
    expect(await promisesOf(ticketId)).toEqual([
      { day: '2025-11-25', firstDay: '2025-11-25', reason: '' },
      { day: '2025-11-27', firstDay: '2025-11-25', reason: 'The appointment was moved to Wed, Nov 26.' },
    ])
    await client.customerView.reschedule({ token, wanted: { day: '2025-12-02', time: '10:00' } })
    expect((await promisesOf(ticketId)).at(-1)).toMatchObject({ day: '2025-12-03', firstDay: '2025-12-03' })
    later(11)
    await email()
    expect(await emails()).toMatchObject([{ subject: 'Your RV is now promised for Wed, Dec 3' }])
    await desk().bookings.move({ ticketId, wanted: { day: '2025-12-01', time: '10:00' } })
    expect(await promisesOf(ticketId)).toHaveLength(3)
  })

  test('of no ticket without one, nor of one that is done, nor where no days are promised', async () => {
    const [without, done, off] = [
      await app.createTicket(),
      await app.createTicket(),
      await app.createTicket(),
    ]
    for (const ticketId of [done, off]) await promise(ticketId, FRIDAY)
    const placed = await order(without, 'Pump', '2025-12-02')
    const finished = await order(done, 'Pump', '2025-12-02')
    await desk().tickets.finalize({ ticketId: done })
    await desk().purchaseOrders.place({ orderId: placed.orderId })
    await app.as('dana').preferences.change({ promisesDays: false })
    const { orderId } = await order(off, 'Pump', '2025-12-02')
    await desk().purchaseOrders.place({ orderId })
    await app.as('dana').preferences.change({ promisesDays: true })
    expect(finished.orderId).toBe(placed.orderId)
    expect(await promisesOf(without)).toEqual([])
    for (const ticketId of [done, off]) expect(await promisesOf(ticketId)).toHaveLength(1)
  })
})

describe('the customer is emailed', () => {
  test('once, of several moves the last, by whichever server checks first', async () => {
    const { ticketId } = await createLinkedTicket(app)
    await promise(ticketId, FRIDAY)
    const { orderId, lineId } = await order(ticketId, 'Water pump', '2025-12-01')
    await desk().purchaseOrders.place({ orderId })
    later(8)
    await desk().purchaseOrders.expect({ orderId, lineId, expectedOn: '2025-12-03' })
    later(8)
    await email()
    expect(await emails()).toEqual([])
    later(8)
    await Promise.all([email(), email()])
    const [sent] = await emails()
    expect(sent?.subject).toBe('Your RV is now promised for Thu, Dec 4')
    expect(sent?.text).toContain(
      'to be done by Thu, Dec 4. A part is expected Wed, Dec 3.\nCheck progress:\n',
    )
    expect((await activityOf(ticketId))[0]).toContain('emailed the customer the new promised day')
    later(60)
    await email()
    expect(await emails()).toHaveLength(1)
  })

  test('not of the first promise, of a move that they asked for, without a link, or of work that is done', async () => {
    const [asked, unlinked, done] = [
      (await createLinkedTicket(app)).ticketId,
      await app.createTicket('rosa'),
      (await createLinkedTicket(app)).ticketId,
    ]
    for (const ticketId of [asked, unlinked, done]) await promise(ticketId, FRIDAY)
    await promise(asked, '2025-11-25', 'They travel.', true)
    for (const ticketId of [unlinked, done]) await promise(ticketId, '2025-11-25', 'The seal is late.')
    await desk().tickets.finalize({ ticketId: done })
    later(11)
    await email()
    expect(await emails()).toEqual([])
  })

  test('again later, if too many emails were sent', async () => {
    const { ticketId } = await createLinkedTicket(app)
    await promise(ticketId, FRIDAY)
    await promise(ticketId, '2025-11-25', 'The seal is late.')
    later(11)
    await email(60)
    expect(await emails()).toEqual([])
    await email()
    expect(await emails()).toHaveLength(1)
  })
})
