import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyedHash } from '#server/config/auth-secret.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'
import { sendStatusUpdates } from './send-status-updates.ts'

/** 10 AM at Bluebonnet, a Monday. */
const MONDAY = new Date('2025-11-17T15:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = MONDAY
  await sql`delete from ticket_hold`.execute(app.database)
  await sql`delete from email_outbox`.execute(app.database)
  await app.as('dana').preferences.change({ statusUpdateDays: 3 })
})

const later = (days: number) => {
  app.now = new Date(app.now.getTime() + days * DAY_MS)
}

const update = (seconds: number | null = null): Promise<void> =>
  sendStatusUpdates(
    { database: app.database, publish: () => {} },
    {
      mailContext: {
        url: () => 'https://rigwright.example',
        canDeliver: true,
        contactEmail: null,
        wake: () => {},
      },
      keyedHash: createKeyedHash('a secret'),
      rateLimiter: { consumeInTransaction: async () => seconds },
    },
    app.now,
  )

/** What was emailed, that nothing has changed. */
async function emails() {
  const rows = await app.database
    .selectFrom('emailOutbox')
    .select(['subject', 'text', 'messageId'])
    .where(sql<boolean>`subject ~ '^No change|still needs to hear'`)
    .execute()
  return rows.map(({ subject, text, messageId }) => ({
    subject,
    // The texts of emails are erased once they are sent.
    text: text || (app.sentEmails.find(sent => sent.messageId === messageId)?.text ?? ''),
  }))
}

/** A ticket with a customer's link, on hold since Monday. */
async function createHeld(hold: { reason: 'part' | 'customer'; until?: string } = { reason: 'part' }) {
  const ticket = await createLinkedTicket(app)
  await app.as('dana').onHold.set({ ticketId: ticket.ticketId, note: 'The seal is ordered.', ...hold })
  return ticket
}

test('a customer on hold is emailed after three open days without a change, once, and the desk sees it', async () => {
  const { ticketId } = await createHeld({ reason: 'part', until: '2025-11-26' })
  later(3)
  await update()
  expect(await emails()).toEqual([])
  later(1)
  await Promise.all([update(), update()])
  const [email] = await emails()
  expect(email).toMatchObject({ subject: 'No change: your RV waits for a part' })
  expect(email?.text).toContain(
    'still waits for a part. We expect to continue by Nov 26.\nThe seal is ordered.',
  )
  const { entries } = await app.as('dana').tickets.activity({ ticketId })
  expect(entries[0]).toMatchObject({ verb: 'ticket.update-customer', detail: { hold: 'part' } })
  expect(entries[1]?.verb).toBe('ticket.hold')
  later(10)
  await update()
  expect(await emails()).toHaveLength(1)
})

test('whatever happens on the ticket counts from there; what the customer reads does not', async () => {
  const { ticketId, token, client } = await createHeld()
  later(3)
  await app.as('walt').messages.post({ ticketId, text: 'We called the vendor.' })
  later(1)
  await client.customerView.get({ token })
  await client.customerView.markRead({ token })
  await update()
  expect(await emails()).toEqual([])
  // Friday and Monday; then Tuesday too.
  later(4)
  await update()
  expect(await emails()).toEqual([])
  later(1)
  await update()
  expect(await emails()).toHaveLength(1)
})

test('a hold whose day the desk changes may be followed by another email, not one with another note', async () => {
  const { ticketId } = await createHeld()
  later(4)
  await update()
  await app.as('dana').onHold.set({ ticketId, reason: 'part', note: 'The seal is on its way.' })
  later(7)
  await update()
  expect(await emails()).toHaveLength(1)
  await app.as('dana').onHold.set({ ticketId, reason: 'part', until: '2025-12-01' })
  later(7)
  await update()
  const [, second] = await emails()
  // The day that was expected has passed.
  expect(second?.text).toContain('still waits for a part. Check progress:')
})

test('a customer whose reply is missing is asked for it, unless they have answered', async () => {
  await createHeld({ reason: 'customer' })
  const { token, client } = await createHeld({ reason: 'customer' })
  await client.customerView.post({ token, text: 'Go ahead.' })
  later(9)
  await update()
  expect(await emails()).toMatchObject([{ subject: 'Bluebonnet RV still needs to hear from you' }])
})

test('nobody is emailed without a link, after work resumed, or when it is off', async () => {
  const [linkless, resumed] = [await createHeld(), await createHeld()]
  await app.as('dana').customerLinks.revoke({ ticketId: linkless.ticketId })
  await app.as('dana').onHold.clear({ ticketId: resumed.ticketId })
  later(4)
  await update()
  await createHeld()
  await app.as('dana').preferences.change({ statusUpdateDays: null })
  later(7)
  await update()
  expect(await emails()).toEqual([])
})

test('over the limit of emails it is tried again', async () => {
  await createHeld()
  later(4)
  await update(60)
  expect(await emails()).toEqual([])
  await update()
  expect(await emails()).toHaveLength(1)
})
