import { describe, expect, test } from 'vitest'
import { cents } from '#domain/lib/money.ts'
import {
  NOTICE_KINDS,
  type Notice,
  type NoticeContent,
  noticeDueAt,
  noticeSentence,
  noticesSubject,
  shortenNotice,
} from './notice.ts'

const june = { customer: 'June Park' }
const CONTENTS: readonly NoticeContent[] = [
  { kind: 'booking', ...june, appointment: 'Monday, November 24, 2025 at 8:30 AM', problem: 'Roof leak' },
  { kind: 'message', ...june, text: 'When can I come?' },
  { kind: 'message', ...june, text: 'How long will it take?', job: '1. Roof leak' },
  { kind: 'approval', ...june, job: '1. Roof leak', answer: 'declined' },
  { kind: 'appointment', ...june, before: 'Monday at 8:30 AM', after: 'Tuesday at 9:00 AM' },
  { kind: 'appointment', ...june, before: 'Monday', after: 'Tuesday', serviceBayNote: 'Bay 2 is taken.' },
  { kind: 'appointment', ...june, before: 'Monday at 8:30 AM', after: null },
  { kind: 'appointment', ...june, before: 'Monday at 8:30 AM', after: null, held: cents(100_00) },
  { kind: 'review', ...june, stars: 4, words: 'Dry again.' },
  { kind: 'review', ...june, stars: 4, words: '' },
  { kind: 'dispute', vin: '1UJBJ0BN8M17N0123', words: 'It still leaks.' },
  { kind: 'card', cause: 'dispute', amount: cents(18_125), answerBy: '2025-12-04' },
  { kind: 'card', cause: 'dispute', amount: cents(18_125), answerBy: null },
  { kind: 'card', cause: 'dispute-won', amount: cents(18_125), answerBy: null },
  { kind: 'card', cause: 'refund-failed', amount: cents(8125), answerBy: null },
]
const notices: readonly Notice[] = CONTENTS.map(content => ({ ticketId: 412873, content }))

test('every kind has a sentence with the ticket', () => {
  expect(new Set(CONTENTS.map(({ kind }) => kind))).toEqual(new Set([...NOTICE_KINDS, 'card']))
  expect(notices.map(noticeSentence)).toEqual([
    'June Park asked for an appointment on Monday, November 24, 2025 at 8:30 AM (ticket 412873): “Roof leak”',
    'June Park sent a message about ticket 412873: “When can I come?”',
    'June Park sent a message about 1. Roof leak on ticket 412873: “How long will it take?”',
    'June Park declined 1. Roof leak on ticket 412873.',
    'June Park moved the appointment on Monday at 8:30 AM to Tuesday at 9:00 AM (ticket 412873).',
    'June Park moved the appointment on Monday to Tuesday (ticket 412873). Bay 2 is taken.',
    'June Park canceled the appointment on Monday at 8:30 AM (ticket 412873).',
    'June Park canceled the appointment on Monday at 8:30 AM (ticket 412873). You still hold $100.00 of their money.',
    'June Park reviewed ticket 412873: 4 of 5 stars. “Dry again.”',
    'June Park reviewed ticket 412873: 4 of 5 stars.',
    'The owner of the RV with VIN 1UJBJ0BN8M17N0123 disputes the work history entry for ticket 412873: “It still leaks.” Nothing was changed, and the public work history doesn’t show this.',
    'A customer’s bank disputes $181.25 that was paid by card for ticket 412873, and Stripe took it from your account. Answer it at Stripe by Thu, Dec 4, 2025.',
    'A customer’s bank disputes $181.25 that was paid by card for ticket 412873, and Stripe took it from your account.',
    'You won the dispute about ticket 412873: $181.25 is back in your account.',
    'The bank did not take the refund of $81.25 for ticket 412873, so it is back in your account. Ask the customer how to pay it back.',
  ])
})

test('a subject says what happened, without anything that a customer wrote', () => {
  const subjects = notices.map(notice => noticesSubject([notice]))
  expect(subjects).toEqual([
    'New booking: ticket 412873',
    'New message about ticket 412873',
    'New message about ticket 412873',
    'A customer declined a job line on ticket 412873',
    'Appointment moved: ticket 412873',
    'Appointment moved: ticket 412873',
    'Appointment canceled: ticket 412873',
    'Appointment canceled: ticket 412873',
    'New review of ticket 412873: 4 of 5 stars',
    'New review of ticket 412873: 4 of 5 stars',
    'An RV owner disputes ticket 412873',
    'A card payment is disputed: ticket 412873',
    'A card payment is disputed: ticket 412873',
    'Dispute won: ticket 412873',
    'A refund failed: ticket 412873',
  ])
  expect(noticesSubject(notices)).toBe('15 updates from your customers')
})

describe('the text of a customer', () => {
  const textOf = (text: string): string => shortenNotice({ kind: 'message', ...june, text }).text

  test('becomes a single line', () =>
    expect(textOf(' One\r\n\r\nHello owner,\u2028your\taccount\u0000 ')).toBe(
      'One Hello owner, your account',
    ))

  test('has no link that an email would make pressable', () =>
    expect(textOf('Pay at HTTPS://evil.example/x now')).toBe('Pay at evil.example/x now'))

  test('is cut to 200 characters, and no emoji in half', () => {
    expect(textOf('x'.repeat(200))).toBe('x'.repeat(200))
    expect(textOf(`${'x'.repeat(199)}🚐🚐`)).toBe(`${'x'.repeat(199)}…`)
    expect(textOf('🚐'.repeat(201))).toBe(`${'🚐'.repeat(199)}…`)
  })

  test('in a name is cut to 80', () =>
    expect(shortenNotice({ kind: 'review', customer: 'J'.repeat(90), stars: 1, words: '' })).toEqual({
      kind: 'review',
      customer: `${'J'.repeat(79)}…`,
      stars: 1,
      words: '',
    }))
})

describe('a notice is due', () => {
  const zone = 'America/Indiana/Indianapolis'
  test.each([
    [
      'at once: a minute later, with what happens until then',
      'at-once',
      '2025-11-20T19:00:00Z',
      '2025-11-20T19:01:00.000Z',
    ],
    [
      'daily, in the afternoon: at 7 AM of the next day',
      'daily',
      '2025-11-20T19:00:00Z',
      '2025-11-21T12:00:00.000Z',
    ],
    ['daily, at night: at 7 AM of the same day', 'daily', '2025-11-20T06:00:00Z', '2025-11-20T12:00:00.000Z'],
    ['daily, at 7 AM: on the next day', 'daily', '2025-11-20T12:00:00Z', '2025-11-21T12:00:00.000Z'],
    [
      'daily, when daylight saving time ends: at 7 AM',
      'daily',
      '2025-11-01T19:00:00Z',
      '2025-11-02T12:00:00.000Z',
    ],
  ] as const)('%s', (_, timing, now, due) =>
    expect(noticeDueAt(timing, new Date(now), zone)?.toISOString()).toBe(due),
  )

  test('never when it is off', () => expect(noticeDueAt('off', new Date(), zone)).toBeNull())
})
