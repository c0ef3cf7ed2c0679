import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BookingInput, bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { type ReceivedEmail, type SmtpServer, startSmtpServer } from '../../../../test/support/smtp-server.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

// The desk's answer, and the customer's email.

let mailbox: SmtpServer
let app: TestApp
beforeAll(async () => {
  mailbox = await startSmtpServer()
  app = await createTestApp({ mailTransport: mailbox.transport })
})
afterAll(async () => {
  await app.close()
  await mailbox.close()
})

let bookingInput: BookingInput
let receivedEmails = 0
beforeEach(() => {
  bookingInput = bookingInputOf(app.now)
  bookingInput = {
    ...bookingInput,
    customerDetails: { ...bookingInput.customerDetails, email: `${randomUUID()}@mail.example` },
  }
})

async function nextEmail(): Promise<ReceivedEmail> {
  receivedEmails += 1
  const email = (await mailbox.emails(receivedEmails))[receivedEmails - 1]
  if (email === undefined) throw new Error('no email')
  return email
}

/** A booking on the desk, its email confirmed and its emails read. */
async function onTheDesk(): Promise<number> {
  await bookAs(app, bookingInput)
  const token = /\/booking\/([\w-]+)/.exec((await nextEmail()).text)?.[1] ?? ''
  const { ticketId } = await app.as('visitor').bookings.confirm({ token })
  await nextEmail()
  return ticketId ?? 0
}

describe('two concurrent answers to a booking', () => {
  test.each([
    ['accept', 'decline'],
    ['decline', 'accept'],
    ['accept', 'accept'],
    ['decline', 'decline'],
  ] as const)('%s and %s: one wins and the other learns who it was', async (one, other) => {
    const ticketId = await onTheDesk()
    const [first, second] = await Promise.allSettled([
      app.as('dana').tickets[one]({ ticketId }),
      app.as('walt').tickets[other]({ ticketId }),
    ])
    const lost = [first, second].filter(({ status }) => status === 'rejected')
    expect(lost).toHaveLength(1)
    const { lastTransition, state } = await app.as('dana').tickets.get({ ticketId })
    const [{ reason } = { reason: undefined }] = lost as PromiseRejectedResult[]
    const done = lastTransition.verb === 'accept' ? 'accepted' : 'declined'
    expect(state).toBe(lastTransition.verb === 'accept' ? 'pending' : 'declined')
    expect(reason).toMatchObject({
      code: 'REFUSED',
      message: `Already ${done} by ${lastTransition.by.name} at 2:00 PM.`,
    })
    expect((await nextEmail()).subject).toMatch(done === 'accepted' ? /accepted/ : /cannot take/)
  })
})

test('an accepted booking stays pending, keeps its details, and the customer gets an email with time and place', async () => {
  const ticketId = await onTheDesk()
  await app.as('walt').tickets.accept({ ticketId })
  expect(await app.as('walt').tickets.get({ ticketId })).toMatchObject({
    state: 'pending',
    pendingTimestamp: app.now,
    confirmedAt: app.now,
    activeTimestamp: null,
  })
  expect(await app.as('walt').bookings.get({ ticketId })).toMatchObject({
    place: 'site',
    campground: 'Sunny Pines',
    wantedAt: new Date('2025-11-24T15:30:00Z'),
  })
  const { unassigned } = await app.as('walt').schedule.week({})
  expect(unassigned.find(card => card.ticketId === ticketId)).toMatchObject({
    bookedDay: '2025-11-24',
    appointmentAt: '2025-11-24T15:30:00.000Z',
  })
  const email = await nextEmail()
  expect(email.to).toEqual([bookingInput.customerDetails.email])
  expect(email.subject).toBe('Bluebonnet RV accepted your booking')
  expect(email.headers).toContain('From: Bluebonnet RV <no-reply@rigwright.example>')
  // The email that the owner logs in with is nobody else's business.
  expect(email.headers).not.toContain('dana@bluebonnet.example')
  expect(email.html).toContain('Monday, November 24, 2025 at 10:30 AM (Eastern Time)')
  expect(email.text).toContain('Hello Lucille,')
  expect(email.text).toContain('Monday, November 24, 2025 at 10:30 AM (Eastern Time)')
  expect(email.text).toContain('At your RV: Sunny Pines, site 14, 640 Benham Avenue, Elkhart, IN 46516')
  expect(email.text).toContain('or call (574) 555-0142.')
})

test('a declined booking keeps its reason, shows it in the activity, and emails it as typed', async () => {
  const reason = 'We are <b>full</b> until spring 🚐\r\nBcc: thief@evil.example\n\nTry “Lone Star”'
  const ticketId = await onTheDesk()
  await app.as('walt').tickets.decline({ ticketId, reason })
  expect((await app.as('dana').bookings.get({ ticketId })).declineReason).toBe(reason)
  const [entry] = (await app.as('dana').tickets.activity({ ticketId })).entries
  expect(entry).toMatchObject({
    verb: 'ticket.decline',
    by: { name: 'Walt Kim' },
    detail: { reason, state: { before: 'pending', after: 'declined' } },
  })
  const file = await (await app.fetch('/api/company/export', { as: 'dana' })).text()
  expect(JSON.parse(file).ticketManager.declinedServiceTickets[ticketId].booking).toMatchObject({
    wantedAt: '24-11-2025 10:30 AM',
    place: 'site',
    emailConfirmed: true,
    declineReason: reason,
  })
  const email = await nextEmail()
  expect(email.subject).toBe('Bluebonnet RV cannot take your booking')
  expect(email.text).toContain(`They wrote: ${reason.replaceAll('\r\n', '\n')}`)
  expect(email.text).toContain('(574) 555-0142')
  expect(email.html).toContain('They wrote: We are &lt;b&gt;full&lt;/b&gt;')
  expect(email.headers.filter(header => /^(bcc|cc):/i.test(header))).toEqual([])
  expect(email.to).toEqual([bookingInput.customerDetails.email])
})

test('a booking declined without a reason sends an email without one', async () => {
  const ticketId = await onTheDesk()
  await app.as('walt').tickets.decline({ ticketId })
  expect((await nextEmail()).text).not.toContain('They wrote')
})

test('a reason that is too long is refused beside it', async () => {
  const ticketId = await onTheDesk()
  expect(await errorOf(app.as('walt').tickets.decline({ ticketId, reason: 'x'.repeat(501) }))).toMatchObject({
    code: 'INVALID',
    fields: { reason: 'Use at most 500 characters.' },
  })
})

test('HTML, emoji and line breaks in names stay text in every email, and never become headers', async () => {
  const before = (await app.as('dana').companies.mine()).companyName
  const name = 'Blue <i>bonnet</i> 🚐\r\nBcc: thief@evil.example'
  await app.as('dana').companies.change({ companyName: name })
  const text = 'Ann <script>alert(1)</script> 🌲\r\nX-Evil: 1'
  bookingInput = {
    ...bookingInput,
    problem: text,
    customerDetails: { ...bookingInput.customerDetails, firstName: text },
  }
  const emails: ReceivedEmail[] = []
  await bookAs(app, bookingInput)
  emails.push(await nextEmail())
  const token = /\/booking\/([\w-]+)/.exec(emails[0]?.text ?? '')?.[1] ?? ''
  const { ticketId } = await app.as('visitor').bookings.confirm({ token })
  emails.push(await nextEmail())
  await app.as('walt').tickets.accept({ ticketId: ticketId ?? 0 })
  emails.push(await nextEmail())
  for (const { to, headers, subject, html } of emails) {
    expect(to).toEqual([bookingInput.customerDetails.email])
    expect(headers.filter(header => /^(bcc|x-evil)/i.test(header))).toEqual([])
    expect(headers.find(header => /^content-type/i.test(header))).toMatch(/multipart\/alternative/)
    expect(html).not.toContain('<i>')
    expect(subject).toContain('Blue <i>bonnet</i> 🚐 Bcc: thief@evil.example')
  }
  for (const email of emails.slice(1)) {
    expect(email.text).toContain('Hello Ann <script>alert(1)</script> 🌲 X-Evil: 1,')
    expect(email.text).toContain('Ann <script>alert(1)</script> 🌲')
  }
  await app.as('dana').companies.change({ companyName: before })
})

test('a ticket created at the desk has no booking', async () => {
  const ticketId = await app.createTicket()
  expect(await errorOf(app.as('dana').bookings.get({ ticketId }))).toMatchObject({
    code: 'NOT_FOUND',
    message: 'This ticket has no booking: your shop created it.',
  })
})
